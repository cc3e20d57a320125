"""Which memories the list shows: every choice stands in the address, so that it can be
kept, shared with oneself and gone back to. A choice that is not known is no choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, OrderBy, Q
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from governance.models import Kind, MemoryQuerySet, MemoryState, Person, Sensitivity

LONGEST_QUERY = 500
UNUSED = timedelta(days=90)


class Choice(NamedTuple):
    """One entry of a list to choose from."""

    value: str
    words: str | Promise


STATES = {
    "active": ([MemoryState.ACTIVE], _("In use")),
    "paused": ([MemoryState.PAUSED], _("Paused")),
    "waiting": (
        [MemoryState.PROPOSED, MemoryState.QUARANTINED],
        _("Waiting for you"),
    ),
}
AGES = {
    "week": (timedelta(days=7), _("In the last 7 days")),
    "month": (timedelta(days=30), _("In the last 30 days")),
    "year": (timedelta(days=365), _("In the last 12 months")),
}
OLDER = Choice("older", _("More than 12 months ago"))
MORE = {
    "private": _("Private ones"),
    "unused": _("Not used for 90 days"),
    "pinned": _("Pinned ones"),
    "inferred": _("Worked out, not said"),
}
ORDERS: dict[str, tuple[list[str | OrderBy], str | Promise]] = {
    "newest": (["-created_at", "-id"], _("Newest first")),
    "oldest": (["created_at", "id"], _("Oldest first")),
    "used": (
        [F("last_used_at").desc(nulls_last=True), "-created_at", "-id"],
        _("Last used first"),
    ),
    "important": (["-importance", "-created_at", "-id"], _("Most important first")),
}
FIRST = "newest"
NAMES = ("q", "app", "kind", "state", "age", "only", "sort")


@dataclass(frozen=True)
class Filters:
    """What was chosen; an empty text is no choice."""

    q: str = ""
    app: str = ""
    kind: str = ""
    state: str = ""
    age: str = ""
    only: str = ""
    sort: str = ""

    @classmethod
    def of(cls, given: QueryDict, records: Sequence[Person]) -> "Filters":
        """From an address."""
        known = {
            "app": {str(person.id) for person in records},
            "kind": set(Kind.values),
            "state": set(STATES),
            "age": {*AGES, OLDER.value},
            "only": set(MORE),
            "sort": set(ORDERS),
        }
        chosen = {name: str(given.get(name, "")) for name in known}
        chosen = {k: value if value in known[k] else "" for k, value in chosen.items()}
        query = " ".join(str(given.get("q", "")).replace("\0", "").split())
        return cls(q=query[:LONGEST_QUERY], **chosen)

    @property
    def any(self) -> bool:
        """Whether anything is left out; the order leaves out nothing."""
        return any(getattr(self, name) for name in NAMES if name != "sort")

    @property
    def query(self) -> str:
        """As it stands in the address."""
        chosen = {name: getattr(self, name) for name in NAMES}
        return urlencode({name: value for name, value in chosen.items() if value})

    def among(self, rows: MemoryQuerySet, now: datetime) -> MemoryQuerySet:
        """Those of the rows that fit; what is searched for is not looked at here."""
        return rows.filter(self.fits(now))

    def fits(self, now: datetime) -> Q:
        """The same as a condition."""
        fits = _only(self.only, now)
        if self.app:
            fits &= Q(person_id=self.app)
        if self.kind:
            fits &= Q(kind=self.kind)
        if self.state:
            fits &= Q(status__in=STATES[self.state][0])
        if self.age:
            fits &= _learned(self.age, now)
        return fits

    def order(self) -> list[str | OrderBy]:
        """What comes first; what is searched for, by how well it fits."""
        if self.q and not self.sort:
            return ["-relevance", "-created_at", "-id"]
        return ORDERS[self.sort or FIRST][0]


def kinds() -> list[Choice]:
    """Every kind of memory."""
    return [Choice(kind.value, kind.label) for kind in Kind]


def states() -> list[Choice]:
    """The states that the list shows."""
    return [Choice(name, words) for name, (_states, words) in STATES.items()]


def ages() -> list[Choice]:
    """When it was learned."""
    return [*(Choice(name, words) for name, (_span, words) in AGES.items()), OLDER]


def more() -> list[Choice]:
    """What else can be asked for."""
    return [Choice(name, words) for name, words in MORE.items()]


def orders() -> list[Choice]:
    """What can come first."""
    return [
        Choice("" if name == FIRST else name, words)
        for name, (_order, words) in ORDERS.items()
    ]


def _learned(age: str, now: datetime) -> Q:
    if age == OLDER.value:
        return Q(created_at__lt=now - AGES["year"][0])
    return Q(created_at__gte=now - AGES[age][0])


def _only(what: str, now: datetime) -> Q:
    unused = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - UNUSED)
    return {
        "private": ~Q(sensitivity=Sensitivity.NORMAL),
        "unused": unused & Q(created_at__lt=now - UNUSED),
        "pinned": Q(pinned=True),
        "inferred": Q(inferred=True),
    }.get(what, Q())
