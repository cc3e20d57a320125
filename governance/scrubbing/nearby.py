"""Does a word nearby support a weak match? "call 555 0100", not "row 5550100".

Cues are stems looked for within words, not lemmas: that holds in every language, on text
without sentences, and without the tagger that would double the time of a short text.
"""

import re
from collections.abc import Sequence
from functools import cache

_BEFORE = 60
_AFTER = 24
# What comes first in a longer clause belongs to something else.
_BREAK = re.compile(r"[.!?;\n][ \n]")
# A short cue is a whole word and a middling one begins a word, else "ring" would be found
# in "string"; a long one may stand anywhere: "Kreditkarte".
_WORD, _STEM = 3, 4


def supported(text: str, start: int, end: int, cues: Sequence[str]) -> bool:
    before = _BREAK.split(text[max(0, start - _BEFORE) : start])[-1]
    after = _BREAK.split(text[end : end + _AFTER])[0]
    return _any_of(tuple(cues)).search(f"{before} {after}".lower()) is not None


@cache
def _any_of(cues: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_form, cues)))


def _form(cue: str) -> str:
    if len(cue) <= _WORD:
        return rf"\b{re.escape(cue)}\b"
    return rf"\b{re.escape(cue)}" if len(cue) <= _STEM else re.escape(cue)
