"""The small language of the lexicons, laid into a graph of words that a text walks along.

pain                  a word
allerg*, *allergie    a beginning, an ending; three to fifteen letters of it
(my|his) old? leg     one of these; perhaps
<poss> _ operation    any word of the class; any word at all
"""

import re
from dataclasses import dataclass, field

from governance.scrubbing.special.categories import Category
from governance.scrubbing.special.conditions import Condition
from governance.scrubbing.special.words import folded

ANY = "_"
# How long a part of a word may be; each length is one more look at each word of a text.
PARTS = range(3, 16)
_PIECE = re.compile(r"[()|?]|[^\s()|?]+")


@dataclass(frozen=True, slots=True)
class Meaning:
    """A phrase says this of somebody where one of the conditions holds."""

    category: Category
    conditions: tuple[Condition, ...]


@dataclass(slots=True, eq=False)
class Node:
    """Where the words so far lead, and what they say if the phrase ends here."""

    next: dict[str, list["Node"]] = field(default_factory=dict)
    # Those of them that no other node leads to, so that phrases share their beginnings.
    only: dict[str, "Node"] = field(default_factory=dict)
    meanings: list[Meaning] = field(default_factory=list)
    guard: bool = False


class Phrase:
    """One entry being laid; `ends` are the nodes at which it is complete."""

    def __init__(self, entry: str, root: Node) -> None:
        self._pieces = _PIECE.findall(entry)
        self._at = 0
        self.symbols: set[str] = set()
        self.ends = self._alternatives([root])
        if self._peek() or root in self.ends:
            raise ValueError(f"the lexicon has no way to read {entry!r}")

    def _peek(self) -> str:
        return self._pieces[self._at] if self._at < len(self._pieces) else ""

    def _taken(self, piece: str) -> bool:
        taken = self._peek() == piece
        self._at += taken
        return taken

    def _alternatives(self, before: list[Node]) -> list[Node]:
        after = self._sequence(before)
        while self._taken("|"):
            after = after + self._sequence(before)
        return after

    def _sequence(self, nodes: list[Node]) -> list[Node]:
        while self._peek() not in {"", "|", ")"}:
            before, nodes = nodes, self._item(nodes)
            if self._taken("?"):
                nodes = before + nodes
        return nodes

    def _item(self, before: list[Node]) -> list[Node]:
        if not self._taken("("):
            word = self._peek()
            self._at += 1
            return [self._word(word, before)]
        after = self._alternatives(before)
        if not self._taken(")"):
            raise ValueError(f"the lexicon misses a bracket in {self._pieces}")
        return after

    def _word(self, word: str, before: list[Node]) -> Node:
        step = symbol(word)
        self.symbols.add(step)
        if len(before) == 1 and step in before[0].only:
            return before[0].only[step]
        node = Node()
        for earlier in before:
            earlier.next.setdefault(step, []).append(node)
        if len(before) == 1:
            before[0].only[step] = node
        return node


def symbol(word: str) -> str:
    """The form by which a text's word may match this one of the lexicon."""
    if word == ANY or word.startswith("<"):
        return word
    plain = word.strip("*")
    if plain != word and len(plain) not in PARTS:
        raise ValueError(f"the lexicon cannot look for a part as long as {word!r}")
    return word.replace(plain, folded(plain))
