"""Switches and activity: memory off, what an app may do, protected kinds, deeds."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from governance.audit import ActorKind
from governance.choices import UNTIL_I_SAY, Asking
from governance.models import (
    AuditEntry,
    Person,
    Read,
    ReadKind,
    Service,
    SpecialCategory,
)
from governance.web.me.deed_rows import SCORES, Known, Row
from governance.web.me.deeds import entry_said, read_said
from governance.web.me.dials import CategoryDial, Dials
from governance.web.me.named import Named
from governance.web.off import Off
from governance.web.words import moment


def switches() -> dict[str, Any]:
    """What the gallery shows of them."""
    now = timezone.now()
    soon = now + timedelta(hours=1)
    offs = [
        Off(apps=2, paused=2),
        Off(apps=2, paused=1),
        Off(apps=1, temporary=1, until=soon),
        Off(apps=1, temporary=1, until=UNTIL_I_SAY),
    ]
    return {
        "banners": [{"off": each} for each in offs],
        "app_states": [
            _person(),
            _person(remembering=False, using=False),
            _person(memory_enabled=False),
        ],
        "kinds_person": _person(),
        "kind_dials": _dials(now),
        "deed_rows": _deeds(now),
    }


def _person(**state: Any) -> Person:
    return Person(service=Service(name=_("Travel assistant")), **state)


def _dials(now: datetime) -> Dials:
    """Yes, with and without something to erase; ask; never."""
    given = moment(now - timedelta(days=3), now)
    return Dials(
        _person(),
        [
            CategoryDial(SpecialCategory.HEALTH, Asking.YES, given, 3),
            CategoryDial(SpecialCategory.RELIGION, Asking.YES, given, 0),
            CategoryDial(SpecialCategory.POLITICS, Asking.ASK, None, 0),
            CategoryDial(SpecialCategory.UNION, Asking.NEVER, None, 0),
        ],
    )


def _deeds(now: datetime) -> list[Row]:
    """A read with why each was chosen, one of what is gone, and one with a receipt."""
    by_them = uuid4()
    erased = AuditEntry(
        verb="erasure.asked", actor_kind=ActorKind.ACCOUNT, actor_id=by_them
    )
    chosen = [
        Named(_("Lives in Oslo."), "#", _scores(0.82, 0.6, 0.5, 0.7)),
        Named(_("Likes calm trips."), "#", _scores(0.61, 0.4, 0.7, 0.57)),
    ]
    gone = Known().named(uuid4())
    return [
        _deed(_read(ReadKind.RECALL, 5), now, chosen, more=3),
        _deed(_read(ReadKind.GET, 1), now, [gone]),
        _deed(
            entry_said(erased, _("Travel assistant"), by_them),
            now,
            [gone],
            run_id=uuid4(),
        ),
    ]


def _deed(said: str, now: datetime, memories: list[Named], **more: Any) -> Row:
    at = moment(now - timedelta(hours=2), now)
    return Row(
        id=uuid4(), person=_person(), at=at, said=said, memories=memories, **more
    )


def _read(kind: ReadKind, number: int) -> str:
    ids = [uuid4() for _each in range(number)]
    read = Read(kind=kind, purpose="plan-trip", memory_ids=ids)
    return read_said(read, _("Travel assistant"))


def _scores(*numbers: float) -> list[tuple[str, float]]:
    return list(zip(SCORES, numbers, strict=True))
