"""The log of reads and the audit record as one stream, newest first, in pages.

A page begins after a place and not at a number: what arrives meanwhile moves nothing, so
each row is seen exactly once. Each record's part of each table is one arm of one
statement; every arm reads at most a page from its index, however long the log is.
"""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from typing_extensions import override

from governance.audit import ActorKind
from governance.models import AuditEntry, Read
from governance.web.me.deeds_elsewhere import NOT_SHOWN

PAGE = 50
READS, CHANGES, YOU = "reads", "changes", "you"
PERSONS_OWN = [ActorKind.ACCOUNT, ActorKind.LINK]


class Place(NamedTuple):
    """Where a page of the stream ends."""

    at: datetime
    id: uuid.UUID

    @override
    def __str__(self) -> str:
        """As it stands in an address."""
        return f"{self.at.astimezone(UTC).isoformat()}_{self.id}"

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """The place that an address names; None for what is none."""
        at, _, row_id = text.partition("_")
        try:
            return cls(datetime.fromisoformat(at).astimezone(UTC), uuid.UUID(row_id))
        except (ValueError, OverflowError):
            return None


@dataclass(frozen=True)
class Wanted:
    """What of the stream is asked for."""

    persons: Sequence[uuid.UUID]
    kind: str = ""
    since: date | None = None
    until: date | None = None

    def arms(self) -> Iterator[QuerySet[Any]]:
        """For each record its reads and its entries, as far as they are asked for."""
        for person in self.persons:
            if self.kind in {"", READS}:
                yield self._in_days(Read.objects.owned_by(person))
            if self.kind != READS:
                yield self._in_days(self._entries(person))

    def _entries(self, person: uuid.UUID) -> QuerySet[AuditEntry]:
        entries = AuditEntry.objects.filter(person_id=person).exclude(
            verb__in=NOT_SHOWN
        )
        if self.kind == CHANGES:
            return entries.exclude(actor_kind__in=PERSONS_OWN)
        return entries.filter(actor_kind__in=PERSONS_OWN) if self.kind else entries

    def _in_days(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Days as the person has them."""
        if self.since:
            rows = rows.filter(created_at__gte=_morning(self.since))
        if self.until:
            rows = rows.filter(created_at__lt=_morning(self.until + timedelta(days=1)))
        return rows


class Page(NamedTuple):
    """Ids of a page in order, and the place after which the next one begins."""

    ids: list[uuid.UUID]
    more_after: Place | None


def page_of(wanted: Wanted, after: Place | None) -> Page:
    """The page that follows a place; call it inside the visitor's scope."""
    arms = [_arm(rows, after) for rows in wanted.arms()]
    if not arms:
        return Page([], None)
    found = list(_merged(arms) if arms[1:] else arms[0])
    shown = found[:PAGE]
    more = Place(*shown[-1]) if len(found) > PAGE else None
    return Page([row for _, row in shown], more)


def count_of(wanted: Wanted) -> int:
    """How many rows there are in all, by one statement."""
    arms = [rows.order_by().values("id") for rows in wanted.arms()]
    if not arms:
        return 0
    return arms[0].union(*arms[1:], all=True).count() if arms[1:] else arms[0].count()


def _arm(rows: QuerySet[Any], after: Place | None) -> QuerySet[Any]:
    if after:
        at, row_id = after
        # The first condition is implied, and the one that an index can use.
        rows = rows.filter(created_at__lte=at).filter(
            Q(created_at__lt=at) | Q(id__lt=row_id)
        )
    newest = rows.annotate(at=F("created_at"), row=F("id")).order_by("-at", "-row")
    part: QuerySet[Any] = newest.values_list("at", "row")[: PAGE + 1]
    return part


def _merged(arms: Sequence[QuerySet[Any]]) -> QuerySet[Any]:
    merged = arms[0].union(*arms[1:], all=True)
    return merged.order_by("-at", "-row")[: PAGE + 1]


def _morning(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
