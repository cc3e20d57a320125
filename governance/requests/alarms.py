"""What the staff have to be told of, as it stands this moment: a day that comes nearer, a
request that could not go on, a letter that failed, an erasure that stopped or that the ledger
does not know. Each has a name of its own (``step``), by which it is told once."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from governance.access import as_sweeper
from governance.models import (
    OPEN_REQUESTS,
    UNENTERED,
    ErasureRun,
    Letter,
    LetterState,
    RequestEvent,
    RunState,
    SubjectRequest,
)
from governance.requests.doing import PATIENCE
from governance.requests.listing import days_left, today
from governance.requests.packing import PASSAGES

STEPS = (14, 7, 3, 1, 0, -1)
"""Days that are left; -1 is overdue."""
ZONES = 1
"""Days by which the wall of a request may be ahead of the controller's."""
SET_GOING = ("tried_again", "looked_again", "letter_wanted")
"""After these whatever goes wrong goes wrong anew."""


@dataclass(frozen=True)
class Alarm:
    """``subject`` is a request, a letter or an erasure; ``request`` the request that it is
    about, if there is one. In words by :meth:`line`."""

    subject: uuid.UUID
    step: str
    kind: str
    request: SubjectRequest | None = None
    days: int = 0

    @property
    def key(self) -> tuple[uuid.UUID, str]:
        return self.subject, self.step

    def line(self) -> str:
        """A sentence with references and dates in it, and nobody's name; in the language
        of the moment."""
        said = self._sentence()
        if self.request is None:
            return said
        due = self.request.due.isoformat()
        return said % {
            "reference": self.request.reference,
            "due": due,
            "days": self.days,
        }

    def _sentence(self) -> str:
        if self.kind == "run":
            return _("An erasure stopped, or has not gone on for hours")
        if self.kind == "unentered":
            return _(
                "The ledger has not taken an erasure, or an undo, for hours: a restore "
                "would not know of it"
            )
        if self.kind == "letter":
            if self.request is None:
                return _("A letter did not reach its reader")
            return _(
                "A letter about %(reference)s did not reach its reader; due on %(due)s"
            )
        if self.kind == PASSAGES:
            return _(
                "%(reference)s waits for a decision about passages; due on %(due)s"
            )
        if self.kind == "trouble":
            return _("%(reference)s could not go on; due on %(due)s")
        return self._of_its_day()

    def _of_its_day(self) -> str:
        if self.days < 0:
            return _("%(reference)s is overdue since %(due)s")
        if self.days == 0:
            return _("%(reference)s is due today, %(due)s")
        return ngettext(
            "%(reference)s is due in %(days)d day, on %(due)s",
            "%(reference)s is due in %(days)d days, on %(due)s",
            self.days,
        )


def standing() -> list[Alarm]:
    """All that stand now, whoever was told of them; the most urgent requests first."""
    with as_sweeper():
        return [*_days(), *_troubles(), *_letters(), *_runs(), *_unentered()]


def step_of(days: int) -> str:
    """The nearest alarm that is due: of 14 days and more none is until 14."""
    reached = [step for step in STEPS if days <= step]
    return f"days_{min(reached)}" if reached else ""


def _days() -> Iterator[Alarm]:
    """An extension or a corrected receipt begins the steps anew, for the due day is
    another one."""
    rows = SubjectRequest.objects.filter(
        state__in=OPEN_REQUESTS, due__lte=today() + timedelta(days=max(STEPS) + ZONES)
    )
    for each in rows.order_by("due", "id"):
        days = days_left(each)
        if step := step_of(days):
            key = f"{each.due.isoformat()}/{step}"
            yield Alarm(each.id, key, "day", each, days)


def _troubles() -> Iterator[Alarm]:
    """Also of what is closed: a person who was not told that it was done still waits.
    Staff who set it going are told again when it stops again."""
    events = RequestEvent.objects.filter(request_id=OuterRef("id"), kind__in=SET_GOING)
    newest = events.order_by().values("request_id").annotate(at=Max("number"))
    rows = SubjectRequest.objects.exclude(trouble="")
    for each in rows.annotate(since=Subquery(newest.values("at"))).order_by(
        "due", "id"
    ):
        kind = PASSAGES if each.trouble == PASSAGES else "trouble"
        step = f"trouble/{each.trouble}/{each.since or 0}"
        yield Alarm(each.id, step, kind, each, days_left(each))


def _letters() -> Iterator[Alarm]:
    """Those that failed, or came back; sent again and failed again it is another."""
    failed = Letter.objects.filter(state=LetterState.FAILED, expires_at=None)
    found = list(failed.only("request_id", "reason", "released_at").order_by("id"))
    requests = SubjectRequest.objects.in_bulk({each.request_id for each in found})
    for each in found:
        at = each.released_at.isoformat() if each.released_at else ""
        request = requests.get(each.request_id)
        yield Alarm(each.id, f"letter/{each.reason}/{at}", "letter", request)


def _runs() -> Iterator[Alarm]:
    """Erasures that no request has asked for; those of one are its trouble."""
    asked = SubjectRequest.objects.filter(id=OuterRef("unit"))
    stopped = Q(state=RunState.NEEDS_ATTENTION)
    rows = ErasureRun.objects.filter(stopped | _silent()).exclude(Exists(asked))
    for each in rows.only("state", "fence").order_by("created_at", "id"):
        word = "stopped" if each.state == RunState.NEEDS_ATTENTION else "silent"
        yield Alarm(each.id, f"run/{word}/{each.fence}", "run")


def _unentered() -> Iterator[Alarm]:
    """The oldest alone: a ledger that takes nothing takes none of them."""
    since = Coalesce("finished_at", "created_at")  # an undo ends the run
    rows = ErasureRun.objects.filter(UNENTERED).annotate(since=since)
    late = rows.filter(since__lte=Now() - PATIENCE)
    for each in late.only("id").order_by("created_at", "id")[:1]:
        yield Alarm(each.id, "run/unentered", "unentered")


def _silent() -> Q:
    """Due for hours, and nobody has worked at it for as long."""
    long_ago = Now() - PATIENCE
    open_still = [RunState.WAITING, RunState.RUNNING, RunState.VERIFYING]
    unheld = Q(lease_until=None) | Q(lease_until__lte=long_ago)
    return unheld & Q(state__in=open_still, due_at__lte=long_ago)
