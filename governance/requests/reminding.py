"""Staff are told of what stands (``alarms.py``): whoever looks after a request, and the
officers, by one mail each with all that is new to them. Each account is told of each thing
once; what surely did not go out goes with the next hour's mail."""

import logging
import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils import translation
from django.utils.translation import ngettext

from governance.access import as_staff, as_sweeper, drop_over
from governance.audit import SYSTEM
from governance.models import Account, RequestEvent, Role, StaffAlarm, SubjectRequest
from governance.requests.alarms import Alarm, standing
from governance.requests.changing import changing
from governance.requests.letters import Outcome, hand_in, mail_is_sent
from governance.requests.timeline import happened

log = logging.getLogger(__name__)

KEPT = timedelta(days=365)
"""How long it is known who was told of what."""
RAISED, TOLD = "alarmed", "reminded"
Key = tuple[uuid.UUID, str]


def remind() -> int:
    """Mails what is new to each account, and enters it into the timelines as it was: told,
    or raised and told to nobody yet. Gives how many alarms are new in either way."""
    alarms = standing()
    if not alarms:
        return 0
    told: set[Key] = set()
    if mail_is_sent():
        for account, theirs in _by_account(alarms):
            told |= _tell(account, theirs)
    entered = {alarm.key for alarm in alarms if _entered(alarm)}
    return len(entered | told)


def drop_alarms() -> int:
    """Deletes who was told of what a year ago; gives how many rows."""
    return drop_over(StaffAlarm, Q(expires_at__lte=Now()), name="alarms")


def _by_account(alarms: Sequence[Alarm]) -> list[tuple[Account, list[Alarm]]]:
    with as_staff():
        staff = _staff()
    return [
        (each, [alarm for alarm in alarms if _concerns(alarm, each)]) for each in staff
    ]


def _staff() -> list[Account]:
    return list(
        Account.objects.filter(
            is_active=True, role__in=[Role.OFFICER, Role.APPROVER]
        ).order_by("id")
    )


def _concerns(alarm: Alarm, account: Account) -> bool:
    if account.role == Role.OFFICER:
        return True
    return alarm.request is not None and alarm.request.owner_id == account.id


def _tell(account: Account, alarms: Sequence[Alarm]) -> set[Key]:
    """What this account was told of just now."""
    fresh = _claimed(account, alarms)
    if not fresh:
        return set()
    outcome = _send(account, [alarm for alarm in alarms if alarm.key in fresh])
    _settle(account, fresh, outcome)
    return set(fresh) if outcome.taken else set()


def _claimed(account: Account, alarms: Iterable[Alarm]) -> set[Key]:
    """What nobody has tried to tell them, or what surely did not go: from this commit on
    it is this worker's to mail, and nobody else's."""
    wanted = {alarm.key for alarm in alarms}
    with as_sweeper():
        StaffAlarm.objects.bulk_create(
            [
                StaffAlarm(
                    account_id=account.id,
                    subject_id=subject,
                    step=step,
                    expires_at=Now() + KEPT,
                )
                for subject, step in sorted(wanted)
            ],
            ignore_conflicts=True,
        )
        rows = _of(account, wanted).filter(unsure=False, told_at=None)
        mine = [
            each
            for each in rows.select_for_update(skip_locked=True)
            if (each.subject_id, each.step) in wanted
        ]
        ids = [each.id for each in mine]
        StaffAlarm.objects.filter(id__in=ids).update(unsure=True)
    return {(each.subject_id, each.step) for each in mine}


def _settle(account: Account, keys: Collection[Key], outcome: Outcome) -> None:
    if outcome.unknown:
        log.warning("nobody knows whether a reminder reached %s", account.id)
        return
    if not outcome.taken:
        # Without the address: the server's answer may repeat it.
        log.warning("a reminder could not be sent to %s", account.id)
    with as_sweeper():
        rows = _of(account, keys).filter(unsure=True)
        ids = [each.id for each in rows if (each.subject_id, each.step) in keys]
        mine = StaffAlarm.objects.filter(id__in=ids)
        if outcome.taken:
            mine.update(unsure=False, told_at=Now())
        else:
            mine.update(unsure=False)


def _of(account: Account, keys: Collection[Key]) -> QuerySet[StaffAlarm]:
    subjects = {subject for subject, _ in keys}
    return StaffAlarm.objects.filter(account_id=account.id, subject_id__in=subjects)


def _send(account: Account, alarms: Sequence[Alarm]) -> Outcome:
    with translation.override(account.language or settings.LANGUAGE_CODE):
        subject = ngettext(
            "%(number)d thing needs you", "%(number)d things need you", len(alarms)
        ) % {"number": len(alarms)}
        lines = [alarm.line() for alarm in alarms]
    body = "\n".join([*lines, "", f"{settings.PUBLIC_URL}/compliance/"])
    return hand_in(EmailMessage(subject, body, to=[account.email]))


def _entered(alarm: Alarm) -> bool:
    """Whether the timeline of its request says more than before. Looked at first, so that
    a request that is left alone keeps its version."""
    request = alarm.request
    if request is None:
        return False
    with as_sweeper():
        kind = _unsaid(alarm, request)
        if kind is None:
            return False
        # Again with the row locked: two of these may run at once.
        SubjectRequest.objects.select_for_update().filter(id=request.id).first()
        if _unsaid(alarm, request) is None:
            return False
        with changing(request.id, quiet=True) as row:
            facts = {"step": alarm.step}
            happened(row, kind, SYSTEM, internal=True, facts=facts)
    return True


def _unsaid(alarm: Alarm, request: SubjectRequest) -> str | None:
    """What the timeline does not say yet."""
    events = RequestEvent.objects.filter(request_id=request.id, facts__step=alarm.step)
    said = set(events.filter(kind__in=[RAISED, TOLD]).values_list("kind", flat=True))
    kind = TOLD if _anybody_knows(alarm) else RAISED
    return None if said & {kind, TOLD} else kind


def _anybody_knows(alarm: Alarm) -> bool:
    rows = StaffAlarm.objects.filter(subject_id=alarm.subject, step=alarm.step)
    return rows.exclude(told_at=None).exists()
