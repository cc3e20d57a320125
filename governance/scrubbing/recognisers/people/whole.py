"""The whole of a name of which a part is found: "Dr. Anna van der Berg MBA"."""

import re
from dataclasses import replace

from governance.scrubbing.recognisers.people import words
from governance.scrubbing.recognisers.people.common import is_common
from governance.scrubbing.recognisers.people.forms import (
    A_WORD,
    DEGREES_AFTER,
    MORE_AFTER,
    PARTICLES_BEFORE,
    TITLES_BEFORE,
    WORD,
    bare,
)
from governance.scrubbing.results import Match

_BEFORE = 40
_WORD_BEFORE = re.compile(rf"(?<![\w'’.-])({WORD}) $")


def whole(text: str, match: Match) -> Match:
    """With the rest of the name, and what goes with it."""
    end = with_the_rest(text, match.end)
    degrees = DEGREES_AFTER.match(text, end)
    start = _with_the_first(text, match.start)
    return replace(match, start=start, end=degrees.end() if degrees else end)


def with_the_rest(text: str, end: int) -> int:
    """Where the name that was found up to `end` ends."""
    more = MORE_AFTER.match(text, end)
    if not more:
        return end
    for word in A_WORD.finditer(text, more.start(), more.end()):
        if word.group() in words.PARTICLES:
            continue
        if is_common(bare(word.group()), text, word.start()):
            break
        end = word.end()
    return end


def _with_the_first(text: str, start: int) -> int:
    """Where it begins: with the first name, "van der" or "Dr."."""
    for form in (_WORD_BEFORE, PARTICLES_BEFORE, TITLES_BEFORE):
        low = max(0, start - _BEFORE)
        before = form.search(text[low:start])
        if not before:
            continue
        if form is _WORD_BEFORE and is_common(bare(before[1]), text, start):
            continue
        start = low + before.start()
    return start
