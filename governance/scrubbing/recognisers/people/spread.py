"""A name that is found makes more of the text a name: the rest of it, its neighbours in
a row, and the same words again."""

import re
from collections.abc import Iterable, Iterator, Sequence

from governance.scrubbing.recognisers.people.common import is_common
from governance.scrubbing.recognisers.people.forms import A_WORD, WORD, bare
from governance.scrubbing.recognisers.people.whole import whole
from governance.scrubbing.results import Match

_AND = r"(?:, ?(?:(?:and|or|und|oder) )?| (?:and|or|und|oder|et|ou|y|o|e|en|of|och|og|i|to|&) )"
_ONE = rf"(?<![\w'’.-]){WORD}(?: {WORD}){{0,2}}"
_ROW = re.compile(rf"{_ONE}(?:{_AND}{WORD}(?: {WORD}){{0,2}})+")
_MEMBER = re.compile(_ONE)
_A_CAPITAL = re.compile(rf"(?<![\w'’-]){WORD}")


def spread(text: str, matches: Sequence[Match]) -> list[Match]:
    """All matches, with the names among them widened and found again."""
    if not any(match.entity == "PERSON" for match in matches):
        return list(matches)
    wider = [whole(text, m) if m.entity == "PERSON" else m for m in matches]
    people = [match for match in wider if match.entity == "PERSON"]
    beside = list(_in_rows(text, people))
    return [*wider, *beside, *_again(text, [*people, *beside])]


def _in_rows(text: str, people: Sequence[Match]) -> Iterator[Match]:
    """ "Anna, Ben and Chloe" are all people if half of them are known for it."""
    known = {match.start: match.score for match in people}
    for row in _ROW.finditer(text):
        members = list(_MEMBER.finditer(text, *row.span()))
        scores = [known[each.start()] for each in members if each.start() in known]
        if not scores or 3 * len(scores) < len(members):
            continue
        for each in members:
            if not _any_common(text, each):
                yield Match("PERSON", *each.span(), max(scores))


def _any_common(text: str, found: re.Match[str]) -> bool:
    held = A_WORD.finditer(text, *found.span())
    return any(is_common(bare(word.group()), text, word.start()) for word in held)


def _again(text: str, people: Iterable[Match]) -> Iterator[Match]:
    """The parts of a name elsewhere, in capitals too; "Anna" of "Anna Berg"."""
    parts: dict[str, float] = {}
    for match in people:
        for word in A_WORD.finditer(text, match.start, match.end):
            low = bare(word.group())
            if word.group()[:1].isupper() and len(low) > 2:
                if low not in parts and not is_common(low, text, word.start()):
                    parts[low] = match.score
    for found in _A_CAPITAL.finditer(text) if parts else ():
        score = parts.get(bare(found.group()))
        if score:
            yield Match("PERSON", *found.span(), score)
