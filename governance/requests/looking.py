"""A member of the staff looks at what is masked: with a reason, on record, and to be seen by
the person on their activity page."""

from governance.audit import Actor, record
from governance.models import SubjectRequest
from governance.requests.changing import changing
from governance.requests.timeline import happened


def look(request: SubjectRequest, reason: str, actor: Actor) -> None:
    """Enters it, in a scope of the staff; ``reason`` has been scrubbed."""
    with changing(request.id) as row:
        happened(row, "looked", actor, text=reason, internal=True)
    for person_id in request.person_ids:
        record("staff.looked", actor, person_id=person_id, subjects=[request.id])
