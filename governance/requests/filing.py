"""A request arrives. Filing erases nothing; a restriction or an objection of somebody who
is known for sure holds from the same transaction on (Art. 18, 21 GDPR)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models.functions import Now

from governance.audit import Actor
from governance.models import (
    Channel,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.clock import due_dates
from governance.requests.contact import put_contact
from governance.requests.effects import take_effect
from governance.requests.office import office
from governance.requests.reference import new_reference
from governance.requests.refusals import NotPossible
from governance.requests.timeline import (
    database_now,
    first_event,
    happened,
    put_dates,
    reckon,
)
from governance.scrubbing import scrub

LONGEST_WORDS = 4_000
MOST_CHOSEN = 1_000
SIGNED_IN, BY_SERVICE = "signed_in", "service"
BEFORE_FILING = timedelta(days=3_650)

JOINABLE = (RequestState.RECEIVED, RequestState.IN_REVIEW, RequestState.ON_HOLD)
"""In which a second request for the same right joins the first one."""


@dataclass(frozen=True)
class Filed:
    """What is asked for, by whom and about whom. ``words`` are scrubbed."""

    right: Right
    channel: Channel
    language: str
    words: str = ""
    account_id: uuid.UUID | None = None
    service_id: uuid.UUID | None = None
    person_ids: Sequence[uuid.UUID] = ()
    memory_ids: Sequence[uuid.UUID] = ()
    contact: str = ""
    # When it arrived, if not now; and how it is known who asks: '' where it is not.
    received_at: datetime | None = None
    verified_by: str = ""
    # Why it does not go on by itself, from the first moment on: a fixed word.
    trouble: str = ""


def scrubbed(words: str) -> str:
    """A free text as it may be kept; '' where it is blocked. Outside of transactions;
    raises ``ScrubFailed``."""
    clean = scrub(words.strip()[: 4 * LONGEST_WORDS])
    return "" if clean.blocked else clean.text.strip()[:LONGEST_WORDS]


def file_request(filed: Filed, actor: Actor) -> tuple[SubjectRequest, bool]:
    """The request, and whether it joined an earlier one; inside the scope of who files.

    Raises :class:`NotPossible` for a receipt that is to come or long ago.
    """
    now = database_now()
    received = filed.received_at or now
    if not now - BEFORE_FILING <= received <= now + timedelta(minutes=5):
        raise NotPossible("received_when")
    if filed.verified_by:
        _one_at_a_time(filed)
    earlier = _earlier(filed) if filed.verified_by else None
    joined = _join(earlier, filed, received, actor) if earlier else None
    if joined:
        return joined, True
    made = _made(filed, received)
    made.save(force_insert=True)
    first_event(made, actor, channel=filed.channel.value)
    if made.verified_at:
        take_effect(made, actor)
    return made, False


def _one_at_a_time(filed: Filed) -> None:
    """Two presses at once wait for each other here, so that the second finds the first."""
    whose = filed.account_id or filed.service_id
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
            [f"request/{whose}/{filed.right}"],
        )


def _made(filed: Filed, received: datetime) -> SubjectRequest:
    """The row as it is saved, without reading any: the public form may not."""
    made = SubjectRequest(
        reference=new_reference(),
        right=filed.right,
        channel=filed.channel,
        state=RequestState.RECEIVED,
        language=filed.language,
        words=filed.words[:LONGEST_WORDS],
        account_id=filed.account_id,
        service_id=filed.service_id,
        person_ids=sorted(filed.person_ids),
        memory_ids=sorted(filed.memory_ids)[:MOST_CHOSEN],
        received_at=received,
        verified_at=Now() if filed.verified_by else None,
        verified_by=filed.verified_by,
        trouble=filed.trouble,
        created_at=Now(),
    )
    if filed.contact:
        put_contact(made, filed.contact)
    put_dates(made, due_dates(received, where=office()))
    return made


def _earlier(filed: Filed) -> SubjectRequest | None:
    """The open request that this one repeats. One that nobody has proved to be theirs is
    never joined: it could hold up or reveal what is somebody else's."""
    if not (filed.account_id or filed.person_ids):
        return None
    rows = SubjectRequest.objects.filter(
        right=filed.right, state__in=JOINABLE, verified_at__isnull=False
    )
    whose = (
        rows.filter(account_id=filed.account_id)
        if filed.account_id
        else rows.filter(
            account_id=None,
            service_id=filed.service_id,
            person_ids=sorted(filed.person_ids),
        )
    )
    return whose.order_by("received_at").first()


def _join(
    earlier: SubjectRequest, filed: Filed, received: datetime, actor: Actor
) -> SubjectRequest | None:
    """The wider scope of both, the earlier receipt of both; None where it began to be done
    in this very moment, and another one has to be made."""
    if not _still(earlier):
        return None
    with changing(earlier.id) as request:
        chosen = {*request.memory_ids, *filed.memory_ids}
        everything = request.everything or not filed.memory_ids
        request.memory_ids = [] if everything else sorted(chosen)[:MOST_CHOSEN]
        request.person_ids = sorted({*request.person_ids, *filed.person_ids})
        request.received_at = min(request.received_at, received)
        undecide(request)
        happened(request, "joined", actor, text=filed.words)
        reckon(request)
        take_effect(request, actor)
    return request


def _still(earlier: SubjectRequest) -> bool:
    """Whether it can be joined, now that it is locked."""
    rows = SubjectRequest.objects.select_for_update().filter(id=earlier.id)
    return rows.filter(state__in=JOINABLE).exists()


def undecide(request: SubjectRequest) -> None:
    """What was decided was decided about something else: it is asked for again."""
    request.decision = request.ground = request.scope_seen = ""
    request.decided_by = request.decided_at = None
    request.approved_by = request.approved_at = None
    request.second_needed = False
