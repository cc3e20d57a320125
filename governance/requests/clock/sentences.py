"""The explanation: plain sentences, each with its rule of the law and its source.

A sentence keeps its template apart from the dates, so that a page can say it in another
language; ``str`` says it in English.
"""

from dataclasses import dataclass
from datetime import date

from typing_extensions import override

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip

Skipped = tuple[tuple[date, str], ...]
Value = date | int | str | Skipped


@dataclass(frozen=True, slots=True)
class Sentence:
    rule: str
    source: str
    template: str
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def text(self) -> str:
        return self.template % {name: shown(value) for name, value in self.values}

    @override
    def __str__(self) -> str:
        return f"{self.rule}: {self.text} ({self.source})."


def said(rule: str, source: str, template: str, **values: Value) -> Sentence:
    return Sentence(rule, source, template, tuple(values.items()))


def gettext_noop(template: str) -> str:
    """Marks a template for the catalogue; Django is not asked, for this room is pure."""
    return template


def shown(value: Value) -> str:
    """In English, whatever the process speaks."""
    if isinstance(value, date):
        return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
    if isinstance(value, tuple):
        return ", ".join(f"{shown(day)} ({why})" for day, why in value)
    return str(value)
