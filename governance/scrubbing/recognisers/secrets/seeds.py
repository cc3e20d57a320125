"""Recovery phrases of wallets (BIP-39): words of its lists in a row, with its check sum."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from mnemonic import Mnemonic

from governance.scrubbing.recognisers.cued import Cued, lowered
from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.results import Match

_SIZES = (12, 15, 18, 21, 24)
_FEWEST = min(_SIZES)
_BITS = 11
_LAST = (1 << max(_SIZES) * _BITS) - 1
# Words, their bits, those of the check sum among them, and the bytes of the rest.
_SHAPES = tuple((n, (1 << n * _BITS) - 1, n // 3, n * 4 // 3) for n in _SIZES)
_MOST_WITH_CUE = 33
_WORD = re.compile(r"[^\W\d_]+")
# Between two words of a phrase: a space, a comma, a number of the list, a new line.
_GAP = re.compile(r"[\s,;|•*\"'()-]{0,6}(?:[0-9]{1,2}[.):=]{0,2}[ \t]{0,2})?")
_CUE = Cued(
    re.compile(
        r"\b(?:seed(?:[ -]?(?:phrase|words?))?|mnemonic|(?:recovery|backup|secret|wallet|12|24|twelve|twenty-four)[ -](?:recovery[ -])?(?:phrase|words|mnemonic|seed)"
        r"|wiederherstellungs(?:phrase|wörter)|seed-?phrase|(?:frase|palabras)[ -](?:semilla|de recuperación)|frase (?:seed|mnemonica|di recupero|de recuperação)"
        r"|phrase (?:de récupération|mnémonique|secrète)|herstelzin|herstelwoorden|fraza odzyskiwania|återställningsfras|シードフレーズ|助记词)\b"
    ),
    (
        "seed",
        "mnemo",
        "phrase",
        "words",
        "wörter",
        "frase",
        "palabras",
        "herstel",
        "fraza",
        "fras",
        "シード",
        "助记词",
    ),
    34,
)
_OPENING = re.compile(
    r"[^\n:=]{0,60}[:=]\s{0,4}|(?:[ \t]+[\w']+){0,4}?[ \t]+(?:is|are|ist|lautet|est|es|é|è)[ \t]+|\s{1,4}"
)
# None of them stands in a list of BIP-39 or in a phrase: the words of a sentence do.
_FUNCTION_WORDS = """
    the a an and or of to in on at for with is are was were be been it its he she we i my your their his her our as by
    from not no if then but so do does did has had der die das und oder ist ein eine le la les et un une de des el los
    las y en il e di o
"""
_FUNCTION = frozenset(_FUNCTION_WORDS.split())


@cache
def _lists() -> tuple[dict[str, int], ...]:
    languages = sorted(Mnemonic.list_languages(), key=lambda name: name != "english")
    return tuple(
        {_plain(word): index for index, word in enumerate(Mnemonic(name).wordlist)}
        for name in languages
    )


@cache
def _of_any() -> frozenset[str]:
    return frozenset().union(*_lists())


def _plain(word: str) -> str:
    low = word.lower()
    return low if low.isascii() else unicodedata.normalize("NFKD", low)


def find_phrases(text: str) -> Iterator[Match]:
    rows = [row for row in _rows(text) if len(row) >= _FEWEST]
    for row in rows:
        # All of the row: who knows where in it the phrase begins.
        if _is_proven([_plain(word.group()) for word in row]):
            yield _match(row[0], row[-1])
    for cue in _CUE.finditer(lowered(text)):
        yield from _announced(text, cue)


def _match(first: re.Match[str], last: re.Match[str]) -> Match:
    return Match("SEED_PHRASE", first.start(), last.end(), PROVEN)


def _rows(text: str) -> Iterator[list[re.Match[str]]]:
    """Words of the lists with nothing between them."""
    known = _of_any()
    row: list[re.Match[str]] = []
    for word in _WORD.finditer(text):
        if _plain(word.group()) not in known:
            yield row
            row = []
            continue
        if row and not _GAP.fullmatch(text, row[-1].end(), word.start()):
            yield row
            row = []
        row.append(word)
    yield row


def _is_proven(words: Sequence[str]) -> bool:
    for known in _lists():
        numbers = [known.get(word, -1) for word in words]
        if len(numbers) - numbers.count(-1) >= _FEWEST and _holds_valid(numbers):
            return True
    return False


def _holds_valid(numbers: Sequence[int]) -> bool:
    """BIP-39: 11 bits a word, of which one in 33 is of the hash of the others.

    Each word is read once: the bits of the last 24 roll along.
    """
    bits = known = 0
    for number in numbers:
        if number < 0:
            bits = known = 0
            continue
        bits = (bits << _BITS | number) & _LAST
        known += 1
        for size, mask, check_bits, length in _SHAPES[: known // 3 - 3]:
            whole = bits & mask
            entropy = (whole >> check_bits).to_bytes(length, "big")
            check = hashlib.sha256(entropy).digest()[0] >> (8 - check_bits)
            if size <= known and whole & ((1 << check_bits) - 1) == check:
                return True
    return False


def _announced(text: str, cue: re.Match[str]) -> Iterator[Match]:
    """After a cue a phrase may have a typing error, or words of another list."""
    opening = _OPENING.match(text, cue.end())
    if not opening:
        return
    row: list[re.Match[str]] = []
    for word in _WORD.finditer(text, opening.end(), opening.end() + 600):
        before = row[-1].end() if row else opening.end()
        fits = _GAP.fullmatch(text, before, word.start())
        if not fits or word.group().lower() in _FUNCTION or len(row) == _MOST_WITH_CUE:
            break
        row.append(word)
    if len(row) >= _FEWEST - 1:
        yield _match(row[0], row[-1])
