"""Does a text that is to be remembered give orders to whoever reads it later?

Facts and wishes of a person do not; standing orders, hiding, new trust, redirected money
and words that overrule do (design.md, promise 6). Pure, and linear in the text.
"""

import re
import unicodedata
from collections.abc import Iterator

from governance.scrubbing.special import readings
from governance.writing.instruction_forms import MARKS, ORDERS, SQUEEZED
from governance.writing.instruction_powers import POWERS
from governance.writing.instruction_wishes import (
    LATER,
    REDIRECTED,
    is_standing,
    is_wish,
)

_ENDS = re.compile(r"[.!?;…]+(?=\s|$)|[\n<>\[\]{}|*()]+|\s[-–—]+\s")
_BETWEEN = re.compile(r"[^\w'@,:#/+.-]+|[.-]+(?=\s|$)")
_WORD = re.compile(r"\w+")
# "i g n o r e", "i.g.n.o.r.e"; wider gaps part the words of it.
_SPELT_OUT = re.compile(r"(?<!\w)(?:\w[ .*_-]){2,200}\w(?!\w)")
_PART = re.compile(r"[ .*_-]")
_LEET = str.maketrans("013457@$", "oieastas")
_LEET_WORD = re.compile(
    r"(?<![\w@$])[a-z]{0,20}(?:[a-z][013457@$]|[013457@$][a-z])[a-z013457@$]{0,20}"
)
_ALWAYS = {"always", "never", "immer", "niemals", "nie", "stets", "siempre", "ever"}


def reads_like_instruction(text: str) -> bool:
    """Whether it should wait for a person to let it in; never a reason to refuse it."""
    return any(
        MARKS.search(reading) is not None or any(map(_orders, _undisguised(reading)))
        for reading in readings(text)
    )


def _undisguised(text: str) -> Iterator[str]:
    """Small letters without accents; then as it reads where letters are disguised."""
    plain = _without_accents(text.casefold())
    yield plain
    joined = _SPELT_OUT.sub(lambda found: _PART.sub("", found.group()), plain)
    if joined != plain:
        yield joined
    unmasked = _LEET_WORD.sub(lambda found: found.group().translate(_LEET), joined)
    if unmasked != joined:
        yield unmasked


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFD", text.replace("’", "'"))
    return "".join(char for char in parts if not unicodedata.combining(char))


def _orders(text: str) -> bool:
    return SQUEEZED.search(text) is not None or any(
        _is_order(" ".join(_BETWEEN.sub(" ", part).split()))
        for part in _ENDS.split(text)
    )


def _is_order(sentence: str) -> bool:
    words = frozenset(_WORD.findall(sentence))
    if any(
        form.found(sentence, words)
        for forms in (ORDERS, POWERS, REDIRECTED)
        for form in forms
    ):
        return True
    later = any(form.found(sentence, words) for form in LATER)
    if later or (not _ALWAYS.isdisjoint(words) and is_standing(sentence)):
        return not is_wish(sentence)
    return False
