"""A text as sentences of plain words: folded, so that a disguise or accent hides none."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from governance.scrubbing.normalise import views

# Nothing in it to unify or decode, so the slow reading is left out.
_SIMPLE = re.compile(r"[\t\n\r -$'-\[\]-~À-ÖØ-öø-ÿ–—‘’“”„…€£]*")
_QUOTES = str.maketrans("‘’ʼ`´", "'''''")
# "'s" and its like are words of their own; longer ones ("d'origine") part there.
_TOKEN = re.compile(
    r"(?P<short>(?<=\w)'[A-Za-z]{1,2}(?![^\W_]))|(?P<word>[^\W_]+)"
    r"|(?P<end>[.!?…](?=\s|$)|[;\n])|(?P<pause>[,:()\[\]|–—]|-(?=\s))"
)
_LATIN = range(0xC0, 0x250)
_MORE = {ord("ß"): "ss", ord("ø"): "o", ord("ł"): "l", ord("æ"): "ae", ord("đ"): "d"}


def _bare_letters() -> dict[int, str]:
    bare = {code: unicodedata.normalize("NFD", chr(code))[0] for code in _LATIN}
    return bare | _MORE


_BARE = _bare_letters()
# Italian and Portuguese for "is"; without its accent it would be their "and".
_IS = frozenset("èé")


@dataclass(slots=True)
class Sentence:
    """Its words, folded; which were written with a capital; after which it pauses."""

    words: list[str] = field(default_factory=list)
    capitals: list[bool] = field(default_factory=list)
    pauses: set[int] = field(default_factory=set)
    asks: bool = False


def folded(word: str) -> str:
    """Small letters without accents: "Über" and "uber" are the same to the lexicon."""
    small = word.lower()
    if small in _IS:
        return "is"
    return small if small.isascii() else small.translate(_BARE)


def readings(text: str) -> tuple[str, ...]:
    """The text as the eye reads it and, if it differs, with its escapes decoded."""
    if _SIMPLE.fullmatch(text):
        return (text,)
    return tuple(view.text for view in views(text))


def sentences(text: str) -> Iterator[Sentence]:
    now = Sentence()
    for match in _TOKEN.finditer(text.translate(_QUOTES)):
        if match.lastgroup == "end":
            if now.words:
                now.asks = match.group() == "?"
                yield now
                now = Sentence()
        elif match.lastgroup == "pause":
            now.pauses.add(len(now.words) - 1)
        else:
            word = match.group()
            now.words.append(folded(word))
            now.capitals.append(word[0].isupper())
    if now.words:
        yield now
