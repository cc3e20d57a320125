"""What must stand around a phrase before it says something of somebody.

sure          nothing more
after be      a word of the class "be" among the seven before, in the sentence
near vote     a word of the class anywhere in the sentence
start         it opens a note or stands alone: "Catholic, two children"
after be + near who | start     both of the first two, or the third
"""

from collections.abc import Mapping, Set
from typing import NamedTuple

_WINDOW = 7
_NEVER = -_WINDOW - 1


class Around(NamedTuple):
    """What is known of a sentence when the reading has come to the word `at`."""

    at: int
    near: Set[str]
    last: Mapping[str, int]
    opens: bool


class Condition(NamedTuple):
    """All of these at once."""

    after: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    start: bool = False

    def spoken_in(self, language: str) -> "Condition":
        """The same where a word tells of the language; a note may be too short for one."""
        return self if self.start else self._replace(near=(*self.near, language))

    def holds(self, around: Around) -> bool:
        if self.start and not around.opens:
            return False
        return all(name in around.near for name in self.near) and all(
            around.at - around.last.get(name, _NEVER) <= _WINDOW for name in self.after
        )


def parsed(head: str) -> tuple[Condition, ...]:
    return tuple(_condition(each) for each in head.split("|"))


def _condition(text: str) -> Condition:
    items = [tuple(item.split()) for item in text.split("+")]
    for item in items:
        if item[0] not in {"sure", "start", "after", "near"}:
            raise ValueError(f"the lexicon has no condition {item[0]!r}")
    return Condition(
        after=tuple(item[1] for item in items if item[0] == "after"),
        near=tuple(item[1] for item in items if item[0] == "near"),
        start=("start",) in items,
    )
