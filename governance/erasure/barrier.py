"""What stands from the commit on that an erasure begins in: nothing of it is in use, and
a receipt for each thing answers its old id with 410 and refuses stale writes."""

import uuid
from collections.abc import Iterable

from django.conf import settings
from django.db import connection
from django.utils import timezone

from governance.erasure.plan import Plan
from governance.models import Derivation, MadeFrom, Memory, MemoryState, Source
from governance.writing import ref_of, retry_of

# One statement for all of them: a row for each through the ORM took 7 s for 10,000.
RECEIPTS = """
INSERT INTO receipt
    (id, person_id, service_id, run_id, thing, thing_id, ref_hash, expires_at)
SELECT gen_random_uuid(), %(person)s, %(service)s, %(run)s, %(thing)s, t.id, t.hash,
    %(until)s
FROM unnest(%(ids)s::uuid[], %(hashes)s::bytea[]) AS t (id, hash)
ON CONFLICT (person_id, thing_id) DO NOTHING
"""

Hashed = Iterable[tuple[uuid.UUID, bytes | None]]


def take_out_of_use(plan: Plan) -> None:
    """From now on no list, get or search finds a planned memory."""
    Memory.objects.owned_by(plan.person_id).filter(id__any_of=plan.memory_ids).exclude(
        status=MemoryState.FORGOTTEN
    ).update(status=MemoryState.FORGOTTEN)


def raise_barrier(plan: Plan, run_id: uuid.UUID) -> None:
    """Leaves a receipt for every planned memory and source, and for each time that a
    source which stays had told the same."""
    _leave(plan, run_id, "memory", _memories(plan))
    _leave(plan, run_id, "source", _sources(plan))
    _leave(plan, run_id, "telling", _tellings(plan))


def _memories(plan: Plan) -> Hashed:
    """Each with the hash of its source's ref and its text: a client that tries the same
    write again must not bring it back, though the source itself may stay."""
    rows = Memory.objects.owned_by(plan.person_id).filter(id__any_of=plan.memory_ids)
    for memory_id, ref, text_hash in rows.values_list(
        "id", "source__ref", "text_hash"
    ).iterator(chunk_size=5_000):
        yield memory_id, retry_of(ref, bytes(text_hash)) if ref else None


def _sources(plan: Plan) -> Hashed:
    rows = Source.objects.owned_by(plan.person_id).filter(id__any_of=plan.source_ids)
    for source_id, ref in rows.values_list("id", "ref"):
        yield source_id, ref_of(ref) if ref else None


def _tellings(plan: Plan) -> Hashed:
    """Each edge to a source that stays, or that an import named, with the hash of the
    source's ref and of what it said."""
    edges = (
        Derivation.objects.owned_by(plan.person_id)
        .filter(made_id__any_of=plan.memory_ids, origin_kind=MadeFrom.SOURCE)
        .exclude(origin_id__any_of=plan.source_ids, told_hash__isnull=True)
    )
    told = list(edges.values_list("id", "made_id", "origin_id", "told_hash"))
    texts = dict(
        Memory.objects.owned_by(plan.person_id)
        .filter(id__any_of={made for _, made, _, _ in told})
        .values_list("id", "text_hash")
    )
    refs = dict(
        Source.objects.owned_by(plan.person_id)
        .filter(id__any_of={origin for _, _, origin, _ in told})
        .exclude(ref="")
        .values_list("id", "ref")
    )
    for edge_id, made, origin, told_hash in told:
        ref, said = refs.get(origin), told_hash or texts.get(made)
        yield edge_id, retry_of(ref, bytes(said)) if ref and said else None


def _leave(plan: Plan, run_id: uuid.UUID, thing: str, things: Hashed) -> None:
    listed = list(things)
    with connection.cursor() as cursor:
        cursor.execute(
            RECEIPTS,
            {
                "person": plan.person_id,
                "service": plan.service_id,
                "run": run_id,
                "thing": thing,
                "until": timezone.now() + settings.RECEIPT_LIFE,
                "ids": [each for each, _ in listed],
                "hashes": [hashed for _, hashed in listed],
            },
        )
