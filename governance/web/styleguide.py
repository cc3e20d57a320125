"""Every component in every state, with invented content; axe and screenshots run on it."""

from datetime import timedelta
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

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
from governance.web.sign_in_forms import NewPasswordForm, SignInForm
from governance.web.visitor import Request
from governance.web.words import RUN_STATES

NOWHERE = UUID(int=0)


@require_safe
def styleguide(request: Request) -> HttpResponse:
    """The gallery."""
    failed = SignInForm({"login": "not an address", "password": ""}, request=request)
    failed.is_valid()
    context = {
        "rows": _rows(),
        "page": Paginator(range(500), 50).page(5),
        "form": SignInForm(request=request, prefix="empty"),
        "failed": failed,
        "passwords": NewPasswordForm(prefix="new"),
        "states": RUN_STATES.items(),
    }
    return render(request, "styleguide.html", context)


def _rows() -> list[Row]:
    plain = _("Prefers trains to planes and books a seat by the window.")
    return [
        _row(plain),
        _row(_("Sleeps badly in rooms to the street."), status=MemoryState.PROPOSED),
        _row(
            _("Wants every trip booked in first class."),
            inferred=True,
            status=MemoryState.QUARANTINED,
            source=SourceType.WEB,
        ),
        _row(
            _("Is allergic to nuts."),
            sensitivity=Sensitivity.SENSITIVE,
            status=MemoryState.PAUSED,
            expires=True,
        ),
        _row(_("Lived in Oslo."), status=MemoryState.SUPERSEDED),
        _row("Donaudampfschifffahrtsgesellschaftskapitän" * 4),
        _row("أفضل القطار على الطائرة."),
        _row(plain * 60, kind=Kind.SUMMARY, inferred=True),
    ]


def _row(
    text: str,
    *,
    kind: Kind = Kind.PREFERENCE,
    status: MemoryState = MemoryState.ACTIVE,
    sensitivity: Sensitivity = Sensitivity.NORMAL,
    source: SourceType = SourceType.USER_MESSAGE,
    inferred: bool = False,
    expires: bool = False,
) -> Row:
    now = timezone.now()
    memory = Memory(
        id=NOWHERE,
        text=text,
        kind=kind,
        status=status,
        sensitivity=sensitivity,
        inferred=inferred,
        trust=Trust.USER,
        service=Service(name=_("Travel assistant")),
        source=Source(type=source),
        said_at=now - timedelta(days=20),
        created_at=now - timedelta(days=20),
        expires_at=now + timedelta(days=90) if expires else None,
    )
    return row(memory, now)
