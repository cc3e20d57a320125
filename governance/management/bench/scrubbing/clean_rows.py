"""What must stay: memories without anything hard, and talk without anything special."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from governance.management.bench.scrubbing.figures import percent, row
from governance.management.bench.scrubbing.filling import fill, unescaped
from governance.management.bench.scrubbing.score import Record, share
from governance.management.bench.scrubbing.sets import lines, sections
from governance.management.bench.scrubbing.sides import Reader
from governance.management.bench.scrubbing.split import part
from governance.management.bench.scrubbing.values import LOCALES, makers_of
from governance.management.bench.scrubbing.worst import Troubles
from governance.scrubbing import scrub

CLEAN = "clean"
ROUNDS = 3


def clean_set(chance: random.Random, *, unseen: bool) -> list[Record]:
    """Every skeleton filled some times; what fills it is nobody's, so nothing is labelled."""
    makers = [makers_of(locale, chance) for locale in LOCALES]
    skeletons = part(lines(CLEAN), unseen=unseen, by=str)
    return [
        Record(fill(unescaped(line), chance.choice(makers)).text, ())
        for line in skeletons
        for _ in range(ROUNDS if "{{" in line else 1)
    ]


def clean_rows(
    records: Sequence[Record], sides: Mapping[str, Reader], troubles: Troubles
) -> Iterator[dict[str, Any]]:
    """Texts in which anything was masked. `strict` masks names, so it is left out."""
    alarms = dict.fromkeys(sides, 0.0)
    for number, record in enumerate(records, 1):
        for name, read in sides.items():
            found = read(record.text)
            alarms[name] += found is None or bool(found)
            if name == "balanced":
                troubles.add(number, record, found)
    yield row(f"clean texts with an alarm, of {len(records)}", alarms, most=0)


def special_rows(*, unseen: bool) -> Iterator[dict[str, Any]]:
    """Asked of what reveals a category, and of what only looks like it."""
    told = part(sections("special"), unseen=unseen, by=lambda each: each[1])
    reveal = [(label, text) for label, text in told if label != CLEAN]
    alike = [text for label, text in told if label == CLEAN]
    missed = [text for label, text in reveal if label not in scrub(text).special]
    wrong = [text for text in alike if scrub(text).special]
    asked = percent(share(len(reveal) - len(missed), len(reveal)))
    wrongly = percent(share(len(wrong), len(alike)))
    figures = [
        row(f"special asked, % of {len(reveal)}", {"balanced": asked}, goal=95),
        row(f"look-alikes asked, % of {len(alike)}", {"balanced": wrongly}, most=5),
    ]
    shown = [{"missed": missed}, {"asked": wrong}]
    for figure, sentences in zip(figures, shown, strict=True):
        yield figure if unseen else {**figure, **sentences}
