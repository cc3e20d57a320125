"""A name that is found makes more of the text a name: the rest of it, its neighbours in
a row, and the same words again."""

import re
from collections.abc import Iterable, Iterator, Sequence

from governance.scrubbing.recognisers.people.common import is_common
from governance.scrubbing.recognisers.people.forms import A_WORD, WORD, bare
from governance.scrubbing.recognisers.people.whole import whole
from governance.scrubbing.recognisers.rule import LIKELY
from governance.scrubbing.results import Match

_AND = r"(?:, ?(?:(?:and|or|und|oder) )?| (?:and|or|und|oder|et|ou|y|o|e|en|och|og|i|to|&) )"
_EARLIER = r"\[(?:person|place|organisation) [0-9a-z]{1,8}\]"
_ONE = rf"(?:(?<![\w'’.-]){WORD}(?: {WORD}){{0,2}}|{_EARLIER})"
_ROW = re.compile(rf"{_ONE}(?:{_AND}{_ONE})+")
_MEMBER = re.compile(_ONE)
_A_CAPITAL = re.compile(rf"(?<![\w'’-]){WORD}")


def spread(text: str, matches: Sequence[Match]) -> list[Match]:
    """All matches, with the names among them widened and found again."""
    wider = [whole(text, m) if m.entity == "PERSON" else m for m in matches]
    people = [match for match in wider if match.entity == "PERSON"]
    if not people:
        return wider
    beside = list(_in_rows(text, people))
    return [*wider, *beside, *_again(text, [*people, *beside])]


def _in_rows(text: str, people: Sequence[Match]) -> Iterator[Match]:
    """Of "Anna, Ben and Chloe" all are people if a third of them is known for it."""
    known = {match.start for match in people}
    for row in _ROW.finditer(text):
        members = list(_MEMBER.finditer(text, *row.span()))
        sure = sum(
            each[0].startswith("[person") or each.start() in known for each in members
        )
        if 0 < len(members) <= 3 * sure:
            for each in members:
                if each[0][0] != "[" and not _any_common(text, each):
                    yield Match("PERSON", *each.span(), LIKELY)


def _any_common(text: str, found: re.Match[str]) -> bool:
    held = A_WORD.finditer(text, *found.span())
    return any(is_common(bare(word.group()), text, word.start()) for word in held)


def _again(text: str, people: Iterable[Match]) -> Iterator[Match]:
    """The parts of a name elsewhere, in capitals too; "Anna" of "Anna Berg"."""
    parts: dict[str, float] = {}
    for match in people:
        for word in A_WORD.finditer(text, match.start, match.end):
            low = bare(word.group())
            new = len(low) > 2 and low not in parts and word.group()[:1].isupper()
            if new and not is_common(low, text, word.start()):
                parts[low] = match.score
    for found in _A_CAPITAL.finditer(text) if parts else ():
        score = parts.get(bare(found.group()))
        if score:
            yield Match("PERSON", *found.span(), score)
