"""Fills templates such as `My card is {{credit_card_number}}`, and says what stands where."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from governance.management.bench.scrubbing.score import Record, Span

PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
# Between the parts of one address, as in mail that was quoted.
BETWEEN = re.compile(r"[\s,>?]*")
PARTS = frozenset({"street", "number", "unit"})
MOST_TRIES = 50


class Value(NamedTuple):
    """What fills a place. `before` is no part of it ("BSN " and the like); nothing is
    labelled where the label is empty."""

    text: str
    label: str = ""
    before: str = ""


Maker = Callable[[], Value]
Makers = Mapping[str, Maker]


class UnknownPlace(Exception):
    """A template has a place that nothing fills; says which."""


def fill(template: str, makers: Makers) -> Record:
    """The template with every place filled afresh."""
    written, spans, position = "", [], 0
    for place in PLACE.finditer(template):
        written += template[position : place.start()]
        position = place.end()
        value = _made(place.group(1), makers)
        written += value.before
        if value.label:
            spans.append(
                Span(len(written), len(written) + len(value.text), value.label)
            )
        written += value.text
    return Record(written + template[position:], tuple(whole_addresses(written, spans)))


def _made(name: str, makers: Makers) -> Value:
    maker = makers.get(name)
    if maker is None:
        known = ", ".join(sorted(makers))
        raise UnknownPlace(f"nothing fills {{{{{name}}}}}; known are {known}")
    return maker()


def whole_addresses(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """House number, street and flat beside each other are one address; a street without a
    number is only a place."""
    run: list[Span] = []
    for span in [*spans, None]:
        if run and (span is None or not _goes_on(text, run[-1], span)):
            yield _joined(run)
            run = []
        if span is not None and span.label in PARTS:
            run.append(span)
        elif span is not None:
            yield span


def _goes_on(text: str, last: Span, span: Span) -> bool:
    between = text[last.end : span.start]
    return span.label in PARTS and bool(BETWEEN.fullmatch(between))


def _joined(run: Sequence[Span]) -> Span:
    labels = {span.label for span in run}
    label = "STREET_ADDRESS" if {"street", "number"} <= labels else "LOCATION"
    return Span(run[0].start, run[-1].end, label)


def filled(
    templates: Sequence[str],
    makers: Sequence[Makers],
    *,
    count: int,
    chance: random.Random,
) -> list[Record]:
    """So many different records: each template in turn, by one of the makers."""
    found: dict[str, Record] = {}
    tries = 0
    while len(found) < count and tries < MOST_TRIES * count:
        template = templates[tries % len(templates)]
        record = fill(template, chance.choice(makers))
        found.setdefault(record.text, record)
        tries += 1
    return list(found.values())


def templates_of(path: Path) -> list[str]:
    """One a line, as they stand there."""
    written = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in written if line.strip()]


def unescaped(line: str) -> str:
    """As the text will read: ``\\n`` is a new line, ``\\,`` a comma."""
    return line.replace("\\n", "\n").replace("\\t", "\t").replace("\\,", ",")
