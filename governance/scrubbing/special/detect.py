"""Walk each sentence once and ask what its phrases say of somebody."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from governance.scrubbing.special.categories import Category
from governance.scrubbing.special.conditions import Around
from governance.scrubbing.special.lexicon import Lexicon, Met, lexicon
from governance.scrubbing.special.phrases import ANY, Meaning, Node
from governance.scrubbing.special.subject import Subject
from governance.scrubbing.special.words import Sentence, readings, sentences


def special_categories(text: str) -> tuple[Category, ...]:
    """The categories that the text reveals of a person, sorted; none for ordinary talk.

    Meant for the text as it was sent: a placeholder may stand where a cue stood.
    """
    reader = _Reader(lexicon())
    for reading in readings(text):
        for sentence in sentences(reading):
            reader.read(sentence)
    return tuple(sorted(reader.found))


# Whom somebody works for tells of these; a nurse is not ill, and a guard no convict.
_SHOWN_BY_WORK = {Category.RELIGION, Category.POLITICS, Category.UNION}


class _Said(NamedTuple):
    """A phrase of the lexicon, from word `at` up to word `end`."""

    at: int
    end: int
    meanings: Sequence[Meaning]


class _Guards:
    """The stretches of a sentence that only look alike."""

    def __init__(self) -> None:
        self._over: dict[int, list[tuple[int, int]]] = {}

    def add(self, at: int, end: int) -> None:
        for word in range(at, end):
            self._over.setdefault(word, []).append((at, end))

    def cover(self, said: _Said) -> bool:
        """Does one of them overlap the phrase and not lie within it as a part?"""
        return any(
            not (said.at <= at and end <= said.end and end - at < said.end - said.at)
            for word in range(said.at, said.end)
            for at, end in self._over.get(word, ())
        )


class _Reader:
    """One text being read. It forgets the words of it when it is done."""

    def __init__(self, known: Lexicon) -> None:
        self.found: set[Category] = set()
        self._known = known
        self._met: dict[str, Met] = {}

    def read(self, sentence: Sentence) -> None:
        met = [self._look_up(word) for word in sentence.words]
        phrases = self._phrases([symbols for symbols, _ in met])
        if not phrases:
            return
        subject = Subject(
            sentence,
            [classes for _, classes in met],
            [bool(symbols) for symbols, _ in met],
        )
        for said in phrases:
            subject.move_to(said.at)
            self._ask(said, subject)

    def _look_up(self, word: str) -> Met:
        met = self._met.get(word)
        if met is None:
            met = self._met[word] = self._known.met_by(word)
        return met

    def _phrases(self, symbols: Sequence[tuple[str, ...]]) -> list[_Said]:
        """In order, without those that overlap a look-alike that is as long."""
        guards = _Guards()
        said: list[_Said] = []
        for at, mine in enumerate(symbols):
            for end, node in _walk(self._known.root, symbols, at) if mine else ():
                if node.guard:
                    guards.add(at, end)
                if node.meanings:
                    said.append(_Said(at, end, node.meanings))
        return [each for each in said if not guards.cover(each)]

    def _ask(self, said: _Said, subject: Subject) -> None:
        new = [each for each in said.meanings if each.category not in self.found]
        if not new or subject.hushed(said.at, said.end):
            return
        if subject.at_work():
            new = [each for each in new if each.category in _SHOWN_BY_WORK]
        around = Around(
            said.at, subject.near, subject.last, subject.opens(said.at, said.end)
        )
        self.found.update(
            meaning.category
            for meaning in new
            if any(condition.holds(around) for condition in meaning.conditions)
        )


def _walk(
    root: Node, symbols: Sequence[tuple[str, ...]], at: int
) -> Iterator[tuple[int, Node]]:
    """Every place of the graph that the words from here on lead to, with where they end.

    No deeper than the longest phrase of the lexicon, so the whole text is walked in
    linear time.
    """
    nodes = _stepped([root], symbols[at])
    while nodes:
        at += 1
        for node in nodes:
            yield at, node
        if at == len(symbols):
            return
        nodes = _stepped(nodes, (*symbols[at], ANY))


def _stepped(nodes: Sequence[Node], steps: Sequence[str]) -> list[Node]:
    found = [
        later
        for node in nodes
        if node.next
        for step in steps
        for later in node.next.get(step, ())
    ]
    # Several ways may lead to one node, and the next step must not double them.
    return list(dict.fromkeys(found)) if len(found) > 1 else found
