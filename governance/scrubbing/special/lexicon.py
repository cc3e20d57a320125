"""The lexicons, read once. A file has sections; entries are parted by commas.

`cues.txt` and its sequel name classes of words, `guards.txt` holds phrases that only look
alike, and the others are named for their category; there a section's heading says what
must hold (`conditions.py`) before one of its phrases (`phrases.py`) says something of
somebody. Each file of `languages/` has all three for one language, under headings such as
`cues: be`, `guards: health` and `health: near person | start`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from governance.scrubbing.special.categories import Category
from governance.scrubbing.special.conditions import parsed
from governance.scrubbing.special.phrases import PARTS, Meaning, Node, Phrase, symbol

_FOLDER = Path(__file__).parent / "lexicons"
_SECTION = re.compile(r"^\[([^\]]+)\]", re.MULTILINE)
_SHORTEST, _LONGEST = PARTS[0], PARTS[-1]

Met = tuple[tuple[str, ...], frozenset[str]]
_UNKNOWN: Met = ((), frozenset())


@dataclass(slots=True)
class Lexicon:
    """The graph, the classes of words, and the symbols by which a word may be met."""

    root: Node = field(default_factory=Node)
    classes: dict[str, frozenset[str]] = field(default_factory=dict)
    symbols: set[str] = field(default_factory=set)
    # The first and last letters of all parts of words: most words have neither.
    _first: set[str] = field(default_factory=set)
    _last: set[str] = field(default_factory=set)

    def met_by(self, word: str) -> Met:
        """The symbols that the word stands for in the graph, and its classes."""
        shapes = self._shapes(word)
        if "ae" in word or "oe" in word or "ue" in word:
            # Where a keyboard has no "ä".
            bare = word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
            shapes += self._shapes(bare)
        known = [shape for shape in shapes if shape in self.symbols]
        classed = [self.classes[shape] for shape in shapes if shape in self.classes]
        if not classed:
            return (tuple(known), frozenset()) if known else _UNKNOWN
        classes = classed[0].union(*classed[1:])
        known += [tag for tag in map("<{}>".format, classes) if tag in self.symbols]
        return tuple(known), classes

    def _shapes(self, word: str) -> list[str]:
        """The word, and each beginning and ending of it that might be in the lexicon."""
        shapes = [word]
        sizes = range(_SHORTEST, min(len(word), _LONGEST) + 1)
        if word[:_SHORTEST] in self._first:
            shapes += [f"{word[:size]}*" for size in sizes]
        if word[-_SHORTEST:] in self._last:
            shapes += [f"*{word[-size:]}" for size in sizes]
        return shapes

    def add_class(self, name: str, words: list[str]) -> None:
        for word in map(symbol, words):
            self.classes[word] = self.classes.get(word, frozenset()) | {name}
            self._note_part(word)

    def add_phrases(self, entries: list[str], meaning: Meaning | None) -> None:
        """What the entries mean; none, and they only look alike."""
        for entry in entries:
            phrase = Phrase(entry, self.root)
            self.symbols |= phrase.symbols
            for word in phrase.symbols:
                self._note_part(word)
            for node in phrase.ends:
                if meaning is None:
                    node.guard = True
                elif meaning not in node.meanings:
                    node.meanings.append(meaning)

    def _note_part(self, word: str) -> None:
        if word.endswith("*"):
            self._first.add(word[:_SHORTEST])
        if word.startswith("*"):
            self._last.add(word[-_SHORTEST:])


@cache
def lexicon() -> Lexicon:
    made = Lexicon()
    for name, words in _sections("cues*.txt"):
        made.add_class(name, words)
    for _, entries in _sections("guards*.txt"):
        made.add_phrases(entries, None)
    for category in Category:
        for head, entries in _sections(f"{category.value}*.txt"):
            made.add_phrases(entries, Meaning(category, parsed(head)))
    for path in sorted(_FOLDER.glob("languages/*.txt")):
        _add_language(made, path)
    return made


# Words of these classes also tell in which language a sentence is.
_TELLING = {"pro", "own", "who"}


def _add_language(made: Lexicon, path: Path) -> None:
    """A phrase of it counts where its language is spoken: "convert*" is not English."""
    language = path.stem
    for head, entries in _sections_of(path):
        kind, _, rest = head.partition(": ")
        if kind == "cues":
            made.add_class(rest, entries)
            if rest in _TELLING:
                made.add_class(language, entries)
        elif kind == "guards":
            made.add_phrases(entries, None)
        else:
            spoken = tuple(each.spoken_in(language) for each in parsed(rest))
            made.add_phrases(entries, Meaning(Category(kind), spoken))


def _sections(pattern: str) -> Iterator[tuple[str, list[str]]]:
    for path in sorted(_FOLDER.glob(pattern)):
        yield from _sections_of(path)


def _sections_of(path: Path) -> Iterator[tuple[str, list[str]]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    plain = "\n".join(line.partition("#")[0] for line in lines)
    # What stands before the first heading is nothing but remarks.
    parts = iter(_SECTION.split(plain)[1:])
    for head, entries in zip(parts, parts, strict=True):
        yield head, [entry.strip() for entry in entries.split(",") if entry.strip()]
