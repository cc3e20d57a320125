"""Memories in a list, in every state that one can have."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from governance.models import (
    Kind,
    Memory,
    MemoryState,
    Sensitivity,
    Service,
    Source,
    SourceType,
    Trust,
)
from governance.web.me.rows import Row, row


def every_row() -> list[Row]:
    """Each state, and texts that are long, unbroken, or run from right to left."""
    plain = _("Prefers trains to planes and books a seat by the window.")
    return [
        a_row(plain),
        a_row(_("Sleeps badly in rooms to the street."), status=MemoryState.PROPOSED),
        a_row(
            _("Wants every trip booked in first class."),
            inferred=True,
            status=MemoryState.QUARANTINED,
            source=SourceType.WEB,
        ),
        a_row(
            _("Is allergic to nuts."),
            sensitivity=Sensitivity.SENSITIVE,
            status=MemoryState.PAUSED,
            expires=True,
        ),
        a_row(_("Lived in Oslo."), status=MemoryState.SUPERSEDED),
        a_row("Donaudampfschifffahrtsgesellschaftskapitän" * 4),
        a_row("أفضل القطار على الطائرة."),
        a_row(plain * 60, kind=Kind.SUMMARY, inferred=True),
    ]


def a_row(
    text: str,
    *,
    kind: Kind = Kind.PREFERENCE,
    status: MemoryState = MemoryState.ACTIVE,
    sensitivity: Sensitivity = Sensitivity.NORMAL,
    source: SourceType = SourceType.USER_MESSAGE,
    inferred: bool = False,
    expires: bool = False,
    categories: Sequence[str] = (),
    sealed: bytes | None = None,
) -> Row:
    now = timezone.now()
    memory = Memory(
        id=uuid4(),
        text=text,
        kind=kind,
        status=status,
        sensitivity=sensitivity,
        inferred=inferred,
        categories=list(categories),
        pinned=expires,
        findings=[{"entity": "CREDIT_CARD"}] if expires else [],
        trust=Trust.USER,
        service=Service(name=_("Travel assistant")),
        source=Source(type=source),
        said_at=now - timedelta(days=20),
        created_at=now - timedelta(days=20),
        expires_at=now + timedelta(days=90) if expires else None,
    )
    shown = row(memory, now)
    memory.sealed = sealed
    return shown
