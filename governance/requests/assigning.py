"""Who looks after a request: one of the officers, or nobody yet."""

import uuid

from django.db.models import QuerySet

from governance.audit import Actor
from governance.models import Account, RequestState, Role, SubjectRequest
from governance.requests.refusals import NotPossible
from governance.requests.timeline import happened


def colleagues() -> list[tuple[str, str]]:
    """Those who can be given a request: id and address."""
    rows = _officers().order_by("email").values_list("id", "email")
    return [(str(account_id), email) for account_id, email in rows]


def take_up(request: SubjectRequest, owner_id: uuid.UUID, actor: Actor) -> None:
    """Somebody looks after it; one that is known to be theirs is in review from now on."""
    request.owner_id = owner_id
    received = request.state == RequestState.RECEIVED and request.verified_at
    to = RequestState.IN_REVIEW if received else None
    facts = {"owner": str(owner_id)}
    happened(request, "assigned", actor, internal=True, facts=facts, to=to)


def assign(request: SubjectRequest, owner_id: uuid.UUID | None, actor: Actor) -> None:
    """Gives it to a colleague, or back to nobody. Raises :class:`NotPossible` for an
    account that looks after no requests, and where nothing would change."""
    if owner_id == request.owner_id:
        raise NotPossible("same_owner")
    if owner_id is None:
        request.owner_id = None
        happened(request, "let_go", actor, internal=True)
        return
    if not _officers().filter(id=owner_id).exists():
        raise NotPossible("no_such_colleague")
    take_up(request, owner_id, actor)


def _officers() -> QuerySet[Account]:
    return Account.objects.filter(role=Role.OFFICER, is_active=True)
