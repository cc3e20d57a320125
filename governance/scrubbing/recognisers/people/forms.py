"""The form of a name: capitalised words with what may stand before, between and after."""

import re
from collections.abc import Iterable

from governance.scrubbing.recognisers.people import words

_UPPER = "".join(chr(c) for c in range(0x41, 0x530) if chr(c).isupper())
_LETTER = r"[^\W\d_]"


def _any_of(listed: Iterable[str]) -> str:
    longest_first = sorted(set(listed), key=lambda each: (-len(each), each))
    return "|".join(map(re.escape, longest_first))


_TITLE = (
    rf"(?:{_any_of([*words.TITLES, *words.SMALL_TITLES])})(?:\. ?| (?= ?[{_UPPER}]))"
)
_DEGREE = rf",? (?:{_any_of(words.DEGREES)})(?!{_LETTER})\.?"
_PARTICLE = rf"(?:{_any_of(words.PARTICLES)})(?= )"
_GLUED = r"(?:[dDlL]['’])?"
_JOINT = rf"(?:['’](?!s(?!{_LETTER}))|-)(?={_LETTER})"
WORD = rf"{_GLUED}[{_UPPER}](?:{_LETTER}|{_JOINT})*"
_PART = rf"(?:[{_UPPER}]\.(?:-?[{_UPPER}]\.)?|{WORD})"
_MORE = rf"(?: (?:{_PARTICLE} ){{0,3}}{_PART}){{0,5}}"
NAME = re.compile(
    rf"(?<![\w@#$/\\.'’-])(?P<titles>(?:{_TITLE}){{0,3}})"
    rf"(?P<core>(?:{_PARTICLE} ){{0,3}}{_PART}{_MORE})(?P<degrees>(?:{_DEGREE}){{0,2}})(?![\w@])"
)
A_WORD = re.compile(rf"{_LETTER}(?:{_LETTER}|[-'’](?={_LETTER})|\.(?={_LETTER}))*")
TITLES_BEFORE = re.compile(rf"(?<!\w)(?:{_TITLE}){{1,3}}$")
PARTICLES_BEFORE = re.compile(rf"(?<!\w)(?:{_PARTICLE} ){{1,3}}$")
MORE_AFTER = re.compile(rf"(?: (?:{_PARTICLE} ){{0,3}}{_PART}){{1,4}}(?!\w)")
_TITLES_FIRST = re.compile(rf"(?:{_TITLE}){{1,3}}(?=\w)")
DEGREES_AFTER = re.compile(rf"(?:{_DEGREE}){{1,2}}")


def bare(word: str) -> str:
    """In small letters, without what makes it somebody's."""
    low = word.lower()
    return low.removesuffix("'s").removesuffix("’s").strip(".'’")


def without_titles(name: str) -> str:
    """ "Dr. Anna Berg, PhD" is the person that Anna Berg is."""
    first = _TITLES_FIRST.match(name)
    name = name[first.end() :] if first else name
    last = DEGREES_AFTER.search(name)
    return name[: last.start()] if last and last.start() else name
