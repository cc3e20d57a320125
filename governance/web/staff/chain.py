"""Whether the audit chain is whole, as the last walk found it; and another walk."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from governance.access import as_staff
from governance.audit import record
from governance.dispatch import run_later
from governance.models import ChainCheck
from governance.web.again import account_of
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.roles import LOOK, for_roles
from governance.web.visitor import Request

OVERDUE = timedelta(hours=36)
"""A night was left out."""
WHY: Mapping[str, object] = {
    "its entry was changed": gettext_lazy("the entry was changed"),
    "it does not follow the link before it": gettext_lazy(
        "it does not follow the entry before it"
    ),
    "links that were there are gone": gettext_lazy(
        "entries that were there at an earlier check are gone"
    ),
}


@dataclass(frozen=True)
class ChainSaid:
    """The last walk, for a page: ``why`` is empty where the record is whole."""

    at: datetime
    number: int
    why: str
    overdue: bool


def chain_said(check: ChainCheck | None) -> ChainSaid | None:
    """In words; None before the first walk."""
    if check is None:
        return None
    missing = _("an entry is missing")
    why = str(WHY.get(check.why, missing)) if check.why else ""
    overdue = timezone.now() - check.at > OVERDUE
    return ChainSaid(check.at, check.number, why, overdue)


@require_POST
@for_roles(*LOOK)
def check(request: Request) -> HttpResponse:
    """Has the whole record walked now, by a job: a long one takes minutes."""
    with as_staff():
        record("audit.check_asked", request.visitor.staff_actor)
        run_later("check_audit", account_of(request).id)
    note_words(request, _("The check has begun. Look again in a moment."))
    return see_other("audit")
