"""A second request for the same right joins the first one, which keeps the earlier clock.
Only what is proved to be theirs joins or is joined: anything else could hold up or reveal
what is somebody else's."""

import uuid

from django.db import connection
from django.db.models import Q

from governance.audit import Actor
from governance.models import RequestState, SubjectRequest
from governance.requests.changing import changing
from governance.requests.effects import take_effect
from governance.requests.reference import read_reference
from governance.requests.refusals import NotPossible
from governance.requests.timeline import happened, reckon

JOINABLE = (RequestState.RECEIVED, RequestState.IN_REVIEW, RequestState.ON_HOLD)
"""In which a second request for the same right joins the first one."""

MOST_CHOSEN = 1_000
BY_MAIL = "mail_code"
BY_HAND = ("staff", BY_MAIL)
"""Of these nobody has an account that would say that they are one person's: the same
proved address says so, or the same records."""


def one_at_a_time(whose: uuid.UUID | bytes | None, right: str) -> None:
    """Two presses at once wait for each other here, so that the second finds the first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
            [f"request/{whose!r}/{right}"],
        )


def earlier_of_account(account_id: uuid.UUID, right: str) -> SubjectRequest | None:
    """The open request of an account that another one would repeat."""
    return _first(Q(account_id=account_id), right)


def earlier_of_service(
    service_id: uuid.UUID | None, person_ids: list[uuid.UUID], right: str
) -> SubjectRequest | None:
    """The same of a service about the same persons."""
    same = Q(account_id=None, service_id=service_id, person_ids=person_ids)
    return _first(same, right) if person_ids else None


def join_earlier(request: SubjectRequest, actor: Actor) -> None:
    """One that was proved a moment ago ends in the one that it repeats, if there is any.
    Inside ``changing``."""
    same = _same(request)
    if same is None:
        return
    one_at_a_time(
        request.account_id or bytes(request.contact_hash or b""), request.right
    )
    found = _first(same & ~Q(id=request.id), request.right)
    if found:
        _end_in(found.id, request, actor)


def merge(request: SubjectRequest, reference: str, actor: Actor) -> SubjectRequest:
    """Staff have seen that this repeats an earlier one, which they name; gives that.
    Inside ``changing``. Raises :class:`NotPossible`."""
    if request.verified_at is None or request.state not in JOINABLE:
        raise NotPossible("not_to_merge")
    named = SubjectRequest.objects.filter(reference=read_reference(reference))
    earlier = named.exclude(id=request.id).first()
    if earlier is None:
        raise NotPossible("no_such_request")
    if earlier.right != request.right or earlier.verified_at is None:
        raise NotPossible("another_request")
    # One way only, whoever of two members merges which of two requests: no lock waits
    # for the other.
    if (earlier.received_at, earlier.id) >= (request.received_at, request.id):
        raise NotPossible("not_earlier")
    if not _end_in(earlier.id, request, actor):
        raise NotPossible("not_to_merge")
    return earlier


def widen(
    earlier_id: uuid.UUID, wish: SubjectRequest, actor: Actor, **facts: str
) -> SubjectRequest | None:
    """The wider scope of both, the earlier receipt of both; None where it began to be done
    in this very moment, and the other one stays by itself."""
    if not _still(earlier_id):
        return None
    with changing(earlier_id) as request:
        chosen = {*request.memory_ids, *wish.memory_ids}
        everything = request.everything or wish.everything
        request.memory_ids = [] if everything else sorted(chosen)[:MOST_CHOSEN]
        request.person_ids = sorted({*request.person_ids, *wish.person_ids})
        request.received_at = min(request.received_at, wish.received_at)
        undecide(request)
        happened(request, "joined", actor, text=wish.words, facts=facts)
        reckon(request)
        take_effect(request, actor)
    return request


def undecide(request: SubjectRequest) -> None:
    """What was decided was decided about something else: it is asked for again."""
    request.decision = request.ground = request.scope_seen = ""
    request.decided_by = request.decided_at = None
    request.approved_by = request.approved_at = None
    request.second_needed = False


def _end_in(earlier_id: uuid.UUID, request: SubjectRequest, actor: Actor) -> bool:
    joined = widen(earlier_id, request, actor, request=str(request.id))
    if joined is None:
        return False
    request.joined_to = earlier_id
    happened(request, "joined_to", actor, to=RequestState.WITHDRAWN)
    return True


def _same(request: SubjectRequest) -> Q | None:
    """By what another request is the same person's."""
    if request.account_id:
        return Q(account_id=request.account_id)
    alike = Q()
    if request.verified_by == BY_MAIL and request.contact_hash:
        alike |= Q(contact_hash=request.contact_hash, verified_by=BY_MAIL)
    if request.person_ids:
        alike |= Q(person_ids=request.person_ids)
    return alike & Q(account_id=None, verified_by__in=BY_HAND) if alike else None


def _first(same: Q, right: str) -> SubjectRequest | None:
    rows = SubjectRequest.objects.filter(
        same, right=right, state__in=JOINABLE, verified_at__isnull=False
    )
    return rows.order_by("received_at", "id").first()


def _still(earlier_id: uuid.UUID) -> bool:
    """Whether it can be joined, now that it is locked."""
    rows = SubjectRequest.objects.select_for_update().filter(id=earlier_id)
    return rows.filter(state__in=JOINABLE).exists()
