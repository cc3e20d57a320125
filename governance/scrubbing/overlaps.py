"""Which match wins where several lie over each other, with no remnant of any.

Hard identifiers that touch become one stretch under the surest name: half a card number
that sticks out of a phone number must go as well. Names give way and keep what is left.
The answer does not depend on the order in which the recognisers spoke.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from governance.scrubbing.entities import any_placeholder, is_hard
from governance.scrubbing.results import Match

Span = tuple[int, int]
_start, _end = itemgetter(0), itemgetter(1)


def resolve(text: str, matches: Iterable[Match]) -> list[Match]:
    """Sorted, disjoint, and clear of placeholders that an earlier scrub left."""
    walls = [found.span() for found in any_placeholder().finditer(text)]
    found = set(matches)
    hard = _merged(_outside(text, (m for m in found if is_hard(m.entity)), walls))
    taken = sorted([*walls, *((m.start, m.end) for m in hard)])
    soft = _merged(_outside(text, (m for m in found if not is_hard(m.entity)), taken))
    return sorted([*hard, *soft], key=_place)


def _place(match: Match) -> Span:
    return match.start, match.end


def _merged(matches: Iterable[Match]) -> list[Match]:
    merged: list[Match] = []
    for match in sorted(matches, key=_place):
        if merged and match.start < merged[-1].end:
            merged[-1] = _union(merged[-1], match)
        else:
            merged.append(match)
    return merged


def _union(a: Match, b: Match) -> Match:
    surest = max(a, b, key=lambda m: (m.score, m.end - m.start, m.entity))
    return Match(surest.entity, a.start, max(a.end, b.end), surest.score)


def _outside(
    text: str, matches: Iterable[Match], taken: Sequence[Span]
) -> Iterator[Match]:
    """The pieces of each match that nothing else has, if they hold anything.

    What is taken is sorted and disjoint, so its starts and its ends are in order.
    """
    for match in matches:
        edges = [match.start, match.end]
        first = bisect_right(taken, match.start, key=_end)
        last = bisect_left(taken, match.end, key=_start)
        for start, end in taken[first:last]:
            edges[-1:-1] = max(start, match.start), min(end, match.end)
        for start, end in list(pairwise(edges))[::2]:
            if any(char.isalnum() for char in text[start:end]):
                yield Match(match.entity, start, end, match.score)
