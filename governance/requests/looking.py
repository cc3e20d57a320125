"""A member of the staff looks at what is masked: with a reason, on record, and to be seen by
the person on their activity page."""

import uuid
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import as_staff_with, drop_over
from governance.audit import Actor, record
from governance.models import Person, StaffLook, SubjectRequest
from governance.requests.changing import changing
from governance.requests.refusals import NotPossible
from governance.requests.timeline import happened

OPEN = timedelta(minutes=30)
KEPT = timedelta(days=365)
LONGEST_REASON = 500


def look(request: SubjectRequest, reason: str, actor: Actor) -> None:
    """Who asks is shown, in a scope of the staff; ``reason`` has been scrubbed."""
    with changing(request.id, quiet=True) as row:
        happened(row, "looked", actor, text=reason, internal=True)
    for person_id in request.person_ids:
        record("staff.looked", actor, person_id=person_id, subjects=[request.id])


def open_person(
    person_id: uuid.UUID,
    reason: str,
    actor: Actor,
    *,
    request_id: uuid.UUID | None = None,
) -> None:
    """This member sees this person's memories for half an hour; outside of any scope.
    Raises :class:`NotPossible` without a reason, and where there is nobody."""
    if not reason or actor.id is None:
        raise NotPossible("reason_missing")
    with as_staff_with(person_id):
        person = Person.objects.filter(id=person_id).first()
        if person is None:
            raise NotPossible("person_unknown")
        looked = StaffLook(
            person_id=person_id,
            service_id=person.service_id,
            account_id=actor.id,
            request_id=request_id,
            reason=reason[:LONGEST_REASON],
            created_at=Now(),
            open_until=Now() + OPEN,
            expires_at=Now() + KEPT,
        )
        looked.save(force_insert=True)
        record(
            "staff.opened",
            actor,
            service_id=person.service_id,
            person_id=person_id,
            subjects=[looked.id],
        )


def may_see(person_id: uuid.UUID, account_id: uuid.UUID) -> bool:
    """Whether they gave a reason half an hour ago or less; inside ``as_staff_with``."""
    mine = StaffLook.objects.owned_by(person_id).filter(account_id=account_id)
    return mine.filter(open_until__gt=Now()).exists()


def drop_looks() -> int:
    """Deletes what is a year old; gives how many."""
    return drop_over(StaffLook, Q(expires_at__lte=Now()), name="looks")
