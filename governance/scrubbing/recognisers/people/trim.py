"""What the model takes for a name, cut to what has the form of one.

It was made for English news: elsewhere it takes small words, fields and nouns for names.
"""

import re
from collections.abc import Iterator

from governance.scrubbing.entities import any_placeholder
from governance.scrubbing.recognisers.people import words
from governance.scrubbing.recognisers.people.common import (
    is_common,
    is_label,
)
from governance.scrubbing.recognisers.people.forms import (
    A_WORD,
    MORE_AFTER,
    bare,
)
from governance.scrubbing.recognisers.people.tongue import tongue_of
from governance.scrubbing.recognisers.people.whole import with_the_rest
from governance.scrubbing.results import Match

# What no name holds: a line's end, signs of programs, a word with digits and signs.
_CUT = re.compile(r"[\n\t|<>\[\]*`;{}]+")
_GLUED = re.compile(r"\S+")
_MACHINE = re.compile(r"[@=_/\\]|[0-9][^0-9]{0,3}[0-9][^0-9]{0,3}[0-9]")
_SENTENCE = re.compile(r"(?:^|[.!?:\n>|*-])[\s\"“„«'>*-]*$")
_ARTICLE = re.compile(
    r"\b(?:der|die|das|dem|den|des|ein|eine|einen|einem|einer|kein|keine|mein\w*|dein\w*"
    r"|sein\w*|ihr\w*|unser\w*|euer|eure|im|am|zum|zur|vom|beim) $",
    re.IGNORECASE,
)
_ANNOUNCES = re.compile(r" ?[:=#]|(?: \w{1,6}){0,2} ?[:=]? ?[+(]?[0-9]")


def cleaned(text: str, found: Match) -> Iterator[Match]:
    """The pieces of a match that may be a name, without what leads to it."""
    for start, end in _cut(text, found):
        reach = _reach(text, start, end, found.entity)
        for held in _runs(list(A_WORD.finditer(text, start, reach)), found.entity):
            while held and _leads(text, held[0], found.entity):
                held.pop(0)
            while held and _trails(text, held[-1]):
                held.pop()
            if held:
                piece = _piece(found, held)
                if _stands(text, piece, [word.group() for word in held]):
                    yield piece


def _reach(text: str, start: int, end: int, entity: str) -> int:
    last = text[start:end].rsplit(" ", maxsplit=1)[-1]
    own = last in words.PARTICLES or not last.islower()
    return with_the_rest(text, end) if own and entity == "PERSON" else end


def _runs(held: list[re.Match[str]], entity: str) -> Iterator[list[re.Match[str]]]:
    """A name of a person goes on over no small word but its own: "Lena mag Katzen"."""
    run: list[re.Match[str]] = []
    for word in held:
        ends = word.group().islower() and word.group() not in words.PARTICLES
        if entity == "PERSON" and ends:
            yield run
            run = []
        else:
            run.append(word)
    yield run


def _piece(found: Match, held: list[re.Match[str]]) -> Match:
    last = held[-1].group()
    end = held[-1].end() - (2 if last.endswith(("'s", "’s")) else 0)
    entity = "ORGANIZATION" if _is_company(held) else found.entity
    return Match(entity, held[0].start(), end, found.score)


def _is_company(held: list[re.Match[str]]) -> bool:
    last = bare(held[-1].group()).replace(".", "")
    return len(held) > 1 and last in words.COMPANY


def _cut(text: str, found: Match) -> Iterator[tuple[int, int]]:
    """No placeholder, line's end or machine's word lies within a name."""
    start = found.start
    holes = [hole.span() for hole in any_placeholder().finditer(text, *_span(found))]
    holes += [hole.span() for hole in _CUT.finditer(text, *_span(found))]
    glued = _GLUED.finditer(text, *_span(found))
    holes += [each.span() for each in glued if _MACHINE.search(each.group())]
    for hole in sorted(holes):
        if hole[0] > start:
            yield start, hole[0]
        start = max(start, hole[1])
    if start < found.end:
        yield start, found.end


def _span(found: Match) -> tuple[int, int]:
    return found.start, found.end


def _leads(text: str, word: re.Match[str], entity: str) -> bool:
    if word.group() in words.PARTICLES and entity == "PERSON":
        return not MORE_AFTER.match(text, word.start() - 1)
    if word.group().islower():
        return True
    return is_common(bare(word.group()), text, word.start())


def _trails(text: str, word: re.Match[str]) -> bool:
    low = bare(word.group())
    if word.group().islower():
        return True
    return low not in words.COMPANY and is_common(low, text, word.start())


def _stands(text: str, piece: Match, held: list[str]) -> bool:
    """Whether what is left is a name by its form."""
    if len(held) > 1:
        return True
    word, window = bare(held[0]), text[max(0, piece.start - 12) : piece.start]
    tongue = tongue_of(text, piece.start, piece.end)
    if tongue == "de" and _ARTICLE.search(window):
        return False
    if piece.entity == "ORGANIZATION":
        return tongue == "en" and not _ANNOUNCES.match(text, piece.end)
    if tongue in {"en", None}:
        return not is_label(word)
    return not _SENTENCE.search(window)
