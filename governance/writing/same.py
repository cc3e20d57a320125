"""Which row says the same already? Call it with the person locked."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.db.models.functions import Now

from governance.access import Caller, database_now
from governance.models import LIVE_STATES, Memory, Read, ReadKind, Ready
from governance.writing.draft import Draft
from governance.writing.known_by import text_hashes
from governance.writing.near import UNREAD, nearest
from governance.writing.stale import Lapsed
from governance.writing.trust import at_least

ECHO = timedelta(hours=1)
"""How long after a read the same words count as handed back, not as told again."""


def same_fact(
    draft: Draft, vector: Sequence[float], person_id: uuid.UUID, caller: Caller
) -> Memory | None:
    """The row of this service and space that says what the draft says, of the same key
    and at least as trusted: in the same words, or in words that mean the same. Words
    that a read has just handed out are the row they were read from, whatever its trust:
    an agent that notes down what it recalled must not vouch for it."""
    trusts = at_least(draft.trust)
    alike = _exactly(draft, person_id, caller)
    return (
        _told_again(alike, draft)
        or _echoed(alike, draft, caller)
        or nearest(
            person_id,
            caller.service_id,
            space=draft.space,
            key=draft.key,
            trusts=trusts,
            vector=vector,
            text=draft.text,
        )
    )


def _exactly(draft: Draft, person_id: uuid.UUID, caller: Caller) -> list[Memory]:
    found = _ALIKE(
        person_id=person_id,
        service_id=caller.service_id,
        space=draft.space,
        hashes=text_hashes(draft.text),
    )
    over = [each for each in found if _is_over(each)]
    if over:
        Memory.objects.owned_by(person_id).retire_expired()
    return [each for each in found if each not in over]


def _is_over(memory: Memory) -> bool:
    """By the database's clock, as whoever deletes it will see it."""
    return memory.expires_at is not None and memory.expires_at <= database_now()


_ALIKE = Ready[Memory](
    lambda person_id, service_id, space, hashes: (
        Memory.objects.owned_by(person_id)
        .written_by(service_id)
        .filter(space=space, text_hash__in=hashes, status__in=LIVE_STATES)
        .defer(*UNREAD)
        .order_by("created_at")
    )
)


def imported_before(draft: Draft, person_id: uuid.UUID) -> Memory | None:
    """The row that an item of this name has become already; raises ``Lapsed``."""
    if not draft.names:
        return None
    rows = Memory.objects.owned_by(person_id).filter(id__any_of=draft.names)
    row = rows.select_related("source").first()
    if row and _is_over(row):
        raise Lapsed
    return row


def same_words(draft: Draft, person_id: uuid.UUID, caller: Caller) -> Memory | None:
    """The same, by equal words alone."""
    return _told_again(_exactly(draft, person_id, caller), draft)


def _told_again(alike: Sequence[Memory], draft: Draft) -> Memory | None:
    trusts = at_least(draft.trust)
    fitting = (m for m in alike if m.key == draft.key and m.trust in trusts)
    return next(fitting, None)


def _echoed(alike: Sequence[Memory], draft: Draft, caller: Caller) -> Memory | None:
    for memory in alike:
        reads = (
            Read.objects.owned_by(memory.person_id)
            .filter(
                service_id=caller.service_id,
                created_at__gt=Now() - ECHO,
                memory_ids__contains=[memory.id],
            )
            .exclude(kind=ReadKind.TOLD)
        )
        if draft.key in {"", memory.key} and reads.exists():
            return memory
    return None
