"""A request arrives. Filing erases nothing; a restriction or an objection of somebody who
is known for sure holds from the same transaction on (Art. 18, 21 GDPR)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models.functions import Now

from governance.access import database_now
from governance.audit import Actor
from governance.models import (
    Channel,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests.clock import due_dates
from governance.requests.contact import put_contact
from governance.requests.effects import take_effect
from governance.requests.joining import (
    MOST_CHOSEN,
    earlier_of_account,
    earlier_of_service,
    one_at_a_time,
    widen,
)
from governance.requests.office import office
from governance.requests.reference import new_reference
from governance.requests.refusals import NotPossible
from governance.requests.timeline import (
    first_event,
    put_dates,
)
from governance.scrubbing import scrub

LONGEST_WORDS = 4_000
SIGNED_IN, BY_SERVICE = "signed_in", "service"
BEFORE_FILING = timedelta(days=3_650)


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
    made = _made(filed, received)
    if filed.verified_by:
        one_at_a_time(filed.account_id or filed.service_id, filed.right)
        earlier = _earlier(filed)
        joined = widen(earlier.id, made, actor) if earlier else None
        if joined:
            return joined, True
    made.save(force_insert=True)
    first_event(made, actor, channel=filed.channel.value)
    if made.verified_at:
        take_effect(made, actor)
    return made, False


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
    """The open request that this one repeats."""
    if filed.account_id:
        return earlier_of_account(filed.account_id, filed.right)
    return earlier_of_service(filed.service_id, sorted(filed.person_ids), filed.right)
