"""Phone numbers of many regions, checked with Google's numbering plans.

`phonenumbers` has a search of its own, but it walks once per region and is slow on
baits; here the candidates come from one pass and only the likely ones are scored.
"""

import re
from collections.abc import Iterator
from itertools import accumulate, chain

from governance.scrubbing.recognisers.numbering import (
    FEWEST,
    MOST,
    is_even,
    score,
    score_of_list,
)
from governance.scrubbing.recognisers.rule import CERTAIN, NOT_WITHIN, Rule, digits
from governance.scrubbing.recognisers.runs import Run
from governance.scrubbing.results import Match

_CUES = ("phone", "tel", "telefon", "teléfono", "téléphone", "telefón", "mobil", "mobiel", "handy", "cell", "cellulare", "celular",
         "móvil", "movil", "telemóvel", "portable", "komórk", "puhelin", "landline", "hotline", "helpline", "voicemail", "msisdn", "mob",
         "gsm", "whatsapp", "sms", "fax", "signal", "ext", "anruf", "rufnummer", "rufe", "ruf an", "call", "dial", "ring", "reach",
         "erreich", "answering at", "messages to", "contact", "kontakt", "text me", "text him", "text her", "text us", "can text",
         "please text", "appelle", "appelez", "llama", "llámame", "chiama", "liga", "dzwoń", "bel me", "my number", "his number",
         "her number", "their number", "our number", "your number", "meine nummer", "seine nummer", "ihre nummer", "unsere nummer",
         "mon numéro", "son numéro", "mi número", "su número", "mio numero", "suo numero", "meu número", "mijn nummer", "mitt nummer",
         "mit nummer", "mój numer", "電話番号")  # fmt: skip

# How one number is spaced; wider gaps also stand between the numbers of a list.
_CLOSE = r"(?:[ ]?[-./()·•][ ]?|[ ]|\)[ ]?[-/]?[ ]?|[ ]\()"
_GAP = rf"(?:{_CLOSE}|\)?(?:\s{{0,2}}[-./_·•,|]\s{{0,2}}|\s{{1,4}}))"
_RUN = re.compile(
    rf"(?:{NOT_WITHIN}(?<![0-9][.,:])|(?<![0-9])(?=[+(]))(?:\+[ ]?|\([ ]?\+?)?[0-9]+(?:{_GAP}\(?[0-9]+)*\)?"
)
_CLOSE_GAP = re.compile(_CLOSE)
_GROUP = re.compile(r"(?:\+[ ]?)?\(?[0-9]+")
_EXTENSION = re.compile(
    r"[ ]?(?:x|ext\.?|extension|durchwahl)[ ]?[0-9]{1,6}(?![0-9A-Za-z])", re.IGNORECASE
)
# An underscore or more than one space in place of the usual one.
_WIDE_SPACE = re.compile(r"(?<=[0-9)])(?: {2,4}|(?P<joint> ?_ ?))(?=[(0-9])")
_SPACED = re.compile(r"[^\t\r\n,|]*")
_MOST_GROUPS = 8


def find(text: str) -> Iterator[Match]:
    for found in _RUN.finditer(text):
        if len(digits(found.group())) >= FEWEST:
            yield from _in_run(Run.read(found, _GROUP, _CLOSE_GAP))


def _in_run(run: Run) -> Iterator[Match]:
    first = 0
    while first < len(run.groups):
        found = _longest_from(run, first)
        if found:
            yield found
        if found and found.score > CERTAIN:
            first = _first_after(run, first, found.end)
        else:
            first = _next_start(run, first + 1)


def _first_after(run: Run, first: int, end: int) -> int:
    while first < len(run.groups) and run.groups[first].start < end:
        first += 1
    return first


def _next_start(run: Run, first: int) -> int:
    """Inside a stretch only what looks like the head of a number can begin one."""
    while first < len(run.groups) and not _is_head(run, first):
        first += 1
    return first


def _is_head(run: Run, first: int) -> bool:
    """A point before it would make it a fraction."""
    start = run.groups[first].start
    begins = run.text[start] in "+(0" or run.stretches[first][0] == first
    return begins and run.text[start - 1] != "."


def _longest_from(run: Run, first: int) -> Match | None:
    """The longest sure number that begins here, else the longest weak one: of groups
    that stand close and, only if there is none, of those further apart."""
    stop = run.stretches[first][1]
    most = min(len(run.groups), first + _MOST_GROUPS)
    close = reversed(range(first + 1, min(stop, most) + 1))
    apart = reversed(range(stop + 1, most + 1))
    weak: Match | None = None
    sizes = (
        end - start - (run.text[start] in "(+") for start, end in run.groups[first:most]
    )
    so_far = [0, *accumulate(sizes)]
    for last in chain(close, apart):
        if not _could_be(run, first, last, so_far[last - first]):
            continue
        found = _between(run, first, last)
        if found and found.score > CERTAIN:
            return found
        weak = weak or found
    return weak


def _between(run: Run, first: int, stop: int) -> Match | None:
    start, end = run.groups[first].start, run.groups[stop - 1].end
    how_sure = _score(run, first, stop)
    end = _with_extension(run.text, end)
    if not _free(run.text, end, how_sure):
        return None
    return Match("PHONE", start, end, how_sure)


def _could_be(run: Run, first: int, stop: int, size: int) -> bool:
    """Long enough, not too long (a sign may be counted along), and no table of single
    digits in a row, unless there is nothing else in the row."""
    if not FEWEST <= size <= MOST + 2:
        return False
    return size >= 2 * (stop - first) or run.is_stretch(first, stop)


def _score(run: Run, first: int, stop: int) -> float:
    candidate = run.text[run.groups[first].start : run.groups[stop - 1].end]
    if run.is_close(first, stop):
        return score(candidate)
    if _SPACED.fullmatch(candidate) and not is_even(candidate):
        return score(_WIDE_SPACE.sub(lambda m: "-" if m["joint"] else " ", candidate))
    return score_of_list(candidate)


def _with_extension(text: str, end: int) -> int:
    extension = _EXTENSION.match(text, end)
    return extension.end() if extension else end


def _free(text: str, end: int, how_sure: float) -> bool:
    """Not the front of a longer name or, if it is not sure, of a fraction or a price."""
    after = text[end : end + 2]
    if not how_sure or re.match(r"[A-Za-z0-9]", after):
        return False
    return how_sure > CERTAIN or re.match(r"[,.:][0-9]|[ ]?[%€$£]", after) is None


RULES = (Rule("phones", ("PHONE",), find, _CUES),)
