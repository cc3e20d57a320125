"""Alarms: 14, 7, 3 and 1 days before a request is due, on the day, and when it is over; and
when one could not go on. Each once, by one mail a day to whoever looks after it and to the
officers, with references and dates in it and nobody's name."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from governance.access import as_staff, as_sweeper
from governance.audit import SYSTEM
from governance.models import (
    OPEN_REQUESTS,
    Account,
    RequestEvent,
    Role,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.letters import mail_is_sent
from governance.requests.listing import days_left
from governance.requests.timeline import happened

log = logging.getLogger(__name__)

STEPS = (14, 7, 3, 1, 0, -1)
"""Days that are left; -1 is overdue."""
TROUBLE = "trouble"


@dataclass(frozen=True)
class Alarm:
    """What is said of one request: how many days are left, or that it could not go on."""

    request: SubjectRequest
    step: str
    days: int


def remind() -> int:
    """Finds what has come due since the last time, notes it, and mails it; gives how many
    alarms there were. Noted first: a mail may be lost with its worker, and none is sent
    twice. What stands in the timeline and on the overview needs no mail."""
    alarms = [
        alarm
        for request in _candidates()
        for step in _steps(request)
        if (alarm := _noted(request, step))
    ]
    if alarms and mail_is_sent():
        _mail(alarms)
    return len(alarms)


def step_of(days: int) -> str:
    """The nearest alarm that is due: of 14 days and more none is until 14."""
    reached = [step for step in STEPS if days <= step]
    return f"days_{min(reached)}" if reached else ""


def _candidates() -> list[SubjectRequest]:
    with as_sweeper():
        rows = SubjectRequest.objects.filter(state__in=OPEN_REQUESTS)
        return [each for each in rows.order_by("due", "id") if _steps(each)]


def _steps(request: SubjectRequest) -> list[str]:
    """What is to be told of it: trouble does not keep its day from coming nearer."""
    found = [step_of(days_left(request)), TROUBLE if request.trouble else ""]
    return [step for step in found if step]


def _noted(request: SubjectRequest, step: str) -> Alarm | None:
    """The alarm, unless somebody was told of this very step before. An extension or a
    corrected receipt begins the steps anew, for the due day is another one."""
    key = f"{request.due.isoformat()}/{step}"
    if _told(request, key):
        return None
    with as_sweeper(), changing(request.id, quiet=True) as row:
        told = RequestEvent.objects.filter(request_id=row.id, kind="reminded")
        if not row.is_open or told.filter(facts__step=key).exists():
            return None
        happened(row, "reminded", SYSTEM, internal=True, facts={"step": key})
    return Alarm(request, step, days_left(request))


def _told(request: SubjectRequest, key: str) -> bool:
    """Looked at first, so that a request that is left alone keeps its version."""
    with as_sweeper():
        mine = RequestEvent.objects.filter(request_id=request.id, kind="reminded")
        return mine.filter(facts__step=key).exists()


def _mail(alarms: Iterable[Alarm]) -> None:
    by_account: Mapping[Account, list[Alarm]] = defaultdict(list)
    with as_staff():
        staff = {each.id: each for each in _staff()}
    officers = [each for each in staff.values() if each.role == Role.OFFICER]
    for alarm in alarms:
        owner = staff.get(alarm.request.owner_id) if alarm.request.owner_id else None
        for account in {*officers, *([owner] if owner else [])}:
            by_account[account].append(alarm)
    for account, theirs in by_account.items():
        _send(account, theirs)


def _staff() -> list[Account]:
    return list(
        Account.objects.filter(
            is_active=True, role__in=[Role.OFFICER, Role.APPROVER]
        ).order_by("id")
    )


def _send(account: Account, alarms: list[Alarm]) -> None:
    with translation.override(account.language or settings.LANGUAGE_CODE):
        subject = ngettext(
            "%(number)d request needs you", "%(number)d requests need you", len(alarms)
        ) % {"number": len(alarms)}
        body = "\n".join([*map(_line, alarms), "", _address()])
    message = EmailMessage(subject, body, to=[account.email])
    try:
        message.send()
    except OSError:
        # Without the address: the server's answer may repeat it.
        log.warning("a reminder could not be sent to %s", account.id)


def _line(alarm: Alarm) -> str:
    request = alarm.request
    due = request.due.isoformat()
    if alarm.step == TROUBLE:
        said = _("%(reference)s could not go on; due on %(due)s")
    elif alarm.days < 0:
        said = _("%(reference)s is overdue since %(due)s")
    elif alarm.days == 0:
        said = _("%(reference)s is due today, %(due)s")
    else:
        said = ngettext(
            "%(reference)s is due in %(days)d day, on %(due)s",
            "%(reference)s is due in %(days)d days, on %(due)s",
            alarm.days,
        )
    return said % {"reference": request.reference, "due": due, "days": alarm.days}


def _address() -> str:
    return f"{settings.PUBLIC_URL}/compliance/requests/"
