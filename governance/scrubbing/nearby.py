"""Does a word nearby support a weak match? "call 555 0100", not "row 5550100".

Cues are stems looked for within words, not lemmas: that holds in every language, on text
without sentences, and without the tagger that would double the time of a short text.
"""

import re
from collections.abc import Sequence
from functools import cache

from governance.scrubbing.entities import KINDS, any_placeholder, placeholder

_BEFORE = 60
_AFTER = 24
# What comes first in a longer clause belongs to something else; the point of an
# abbreviation ("tel. 0612345678") ends none.
_ABBREVIATED = (
    "tel",
    "tél",
    "telef",
    "mob",
    "nr",
    "no",
    "num",
    "núm",
    "ph",
    "fax",
    "ext",
)
_BREAK = re.compile(
    rf"(?:{''.join(rf'(?<!{each})' for each in _ABBREVIATED)}\.|[!?;\n])[ \n]",
    re.IGNORECASE,
)
# The words of a name that a program chose: "userPhone", "tel_home".
_JOINT = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
# A short cue is a whole word and a middling one begins a word, else "ring" would be found
# in "string"; a long one may stand anywhere: "Kreditkarte".
_WORD, _STEM = 3, 4
_PLACEHOLDER = max(len(placeholder(entity)) for entity in KINDS)


def supported(text: str, start: int, end: int, cues: Sequence[str]) -> bool:
    before = _blanked(text[max(0, start - _BEFORE - _PLACEHOLDER) : start])[-_BEFORE:]
    after = _blanked(text[end : end + _AFTER + _PLACEHOLDER])[:_AFTER]
    clause = f"{_BREAK.split(before)[-1]} {_BREAK.split(after)[0]}"
    words = _JOINT.sub(" ", clause).lower()
    return _any_of(tuple(cues)).search(words) is not None


def _blanked(window: str) -> str:
    """Our own "[phone number removed]" says nothing about what stands beside it, and a
    row of numbers would fall one by one, a round each."""
    if "[" not in window:
        return window
    return any_placeholder().sub(lambda found: " " * len(found.group()), window)


@cache
def _any_of(cues: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_form, cues)))


def _form(cue: str) -> str:
    if len(cue) <= _WORD:
        return rf"\b{re.escape(cue)}\b"
    return rf"\b{re.escape(cue)}" if len(cue) <= _STEM else re.escape(cue)
