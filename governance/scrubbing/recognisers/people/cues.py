"""What stands before and after capitalised words that makes them a name."""

import re
from collections.abc import Iterator
from itertools import accumulate

from governance.scrubbing.recognisers.people import words
from governance.scrubbing.recognisers.people.common import is_common, is_label
from governance.scrubbing.recognisers.people.forms import A_WORD, NAME, bare
from governance.scrubbing.recognisers.rule import LIKELY, Rule
from governance.scrubbing.results import Match

_BEFORE, _AFTER = 40, 40
_PIECE = re.compile(r"[\w'’./@-]*[\w.@]|\n|[^\w\s\"“”„«»*_`>|]")
_LINE_START = re.compile(r"(?:^|\n)[ \t>*|?•–-]*$")
_FIELD_START = re.compile(r"(?:^|\n|[,;|\t])[ \t>]*$")
_MAIL = re.compile(r" ?[<(]\S{1,80}@|[,;|\t] ?\S{1,80}@")
_NUMBER = re.compile(r"(?: ?: ?|[,;|\t] ?)[+(]{0,2}[0-9](?:[ ()./-]{0,2}[0-9]){5}")
_SPEAKS = re.compile(r": ?[\"“„«]?[^\W\d_][^\n]{7,400}?[.?!…][\"”“»]?[ \t]*(?:\n|$)")
_OWNS = re.compile(r"['’]s? ([^\W\d_]+)")
_ALONE = re.compile(r"[ \t.]*(?:\n|$)")
_DETAILS = re.compile(r"(?:[^\n]*\n){1,4}?[^\n]*[0-9@]")


def _ends(pieces: list[str]) -> list[str]:
    """The last piece, the last two, and so on: "name is", "my name is"."""
    return list(accumulate(reversed(pieces[-4:]), lambda tail, one: f"{one} {tail}"))


def _heads(pieces: list[str]) -> list[str]:
    return list(accumulate(pieces[:3], lambda head, one: f"{head} {one}"))


def _pieces(window: str) -> list[str]:
    return _PIECE.findall(window.lower().replace("’", "'"))


def _names(text: str) -> Iterator[Match]:
    for found in NAME.finditer(text):
        start, first = _without_lead(text, found)
        if start is None:
            continue
        end = found.end()
        several = " " in text[first : found.end("core")].strip()
        titled = found["titles"] and found.start("core") == first
        if titled or _is_named(text, start, end, several=several):
            yield Match("PERSON", start, end, LIKELY)


def _without_lead(text: str, found: re.Match[str]) -> tuple[int | None, int]:
    """Behind the words that lead to a name: "Hi", "Call", "Producer"."""
    start = found.start("core")
    moved = False
    for word in A_WORD.finditer(text, start, found.end("core")):
        if word.group() in words.PARTICLES or not is_common(
            bare(word.group()), text, word.start()
        ):
            return (word.start() if moved else found.start()), word.start()
        moved = True
    return None, start


def _is_named(text: str, start: int, end: int, *, several: bool) -> bool:
    window = text[max(0, start - _BEFORE) : start]
    before = _pieces(window)
    ends = _ends(before)
    if any(each in words.NAMED for each in ends) or _is_kin(before):
        return True
    after = _pieces(text[end : end + _AFTER])
    if any(each in words.DOES for each in _heads(after)) or _is_owned(text, end):
        return True
    if several and any(each in words.PERHAPS for each in ends):
        return True
    return _by_place(text, start, end, before, several=several)


def _is_kin(before: list[str]) -> bool:
    """ "my daughter", "his boss,"."""
    tail = [piece for piece in before[-3:] if piece not in {",", "-"}]
    return len(tail) > 1 and tail[-1] in words.KIN and tail[-2] in words.WHOSE


def _is_owned(text: str, end: int) -> bool:
    owns = _OWNS.match(text, end)
    return bool(owns) and owns[1].lower() in words.OWNED  # type: ignore[index]


def _by_place(
    text: str, start: int, end: int, before: list[str], *, several: bool
) -> bool:
    """Where it stands in a letter, a list, a table or a talk."""
    window = text[max(0, start - _BEFORE) : start]
    mail, number = _MAIL.match(text, end), _NUMBER.match(text, end)
    if _FIELD_START.search(window) and (mail or (several and number)):
        return True
    if not _LINE_START.search(window):
        return False
    if _is_closing(before):
        return True
    if number or _SPEAKS.match(text, end):
        return not is_label(bare(text[start:end]))
    return several and bool(_ALONE.match(text, end) and _DETAILS.match(text, end))


def _is_closing(before: list[str]) -> bool:
    letter = [
        piece for piece in before if piece not in {"\n", ",", "!", ".", "-", "--"}
    ]
    return before[-1:] == ["\n"] and any(
        each in words.CLOSINGS for each in _ends(letter)
    )


RULES = (Rule("names by what stands beside them", ("PERSON",), _names),)
