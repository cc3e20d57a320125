"""The write barrier: what began before an erasure cannot write what was erased.

Only what names the erased thing is stale; the same words from a new source are the
person telling it again (design.md, Barrier).
"""

import uuid
from collections.abc import Sequence

from governance.access import hashes, keyed_hash
from governance.models import EraseScope, ErasureRun, Memory, Ready, Receipt
from governance.writing.draft import Draft
from governance.writing.known_by import held_hashes, text_hashes

REF_USE = "source ref"
RETRY_USE = "source ref and text"


class Stale(Exception):
    """The write names something that ``run_id`` erased."""

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__("stale after an erasure")
        self.run_id = run_id


class Lapsed(Exception):
    """What the same write made before has lived its time."""


class UnknownOrigin(Exception):
    """``derived_from`` names a memory that the writer cannot see."""


def ref_of(ref: str) -> bytes:
    """What an erased source leaves behind to know its own name by."""
    return keyed_hash(REF_USE, ref).digest


def retry_of(ref: str, text_hash: bytes) -> bytes:
    """What an erased memory leaves behind to know a retry of its own write by: the keyed
    hash of its source's ref and text together, never of the text alone."""
    return keyed_hash(RETRY_USE, _retry(ref, text_hash)).digest


def refuse_stale(person_id: uuid.UUID, draft: Draft) -> None:
    """Raises :class:`Stale` or :class:`UnknownOrigin`; call it with the person locked."""
    if draft.names:
        _refuse_erased(person_id, draft.names)
    for source in (draft.source, *draft.also_from):
        if source.ref:
            known = _hashes(source.ref, draft)
            _refuse_if(_BY_REF(person_id=person_id, hashes=known))
    if draft.derived_from:
        _refuse_erased(person_id, draft.derived_from)
        _refuse_unknown(person_id, draft.derived_from)


def refuse_erased_ref(person_id: uuid.UUID, ref: str) -> None:
    """Raises :class:`Stale` where what has this name was erased, be it a source or an item
    of a conversation; call it with the person locked."""
    known = hashes(REF_USE, ref)
    _refuse_if(_BY_REF(person_id=person_id, hashes=known))


_BY_REF = Ready[uuid.UUID](
    lambda person_id, hashes: (
        Receipt.objects.owned_by(person_id)
        .filter(ref_hash__in=hashes)
        .order_by()
        .values_list("run_id", flat=True)[:1]
    )
)


def _hashes(ref: str, draft: Draft) -> list[bytes]:
    """By which the source itself is known, and by which a retry of this very write is."""
    known = hashes(REF_USE, ref)
    for told in (*text_hashes(draft.text), *held_hashes(draft)):
        known += hashes(RETRY_USE, _retry(ref, told))
    return known


def refuse_older(person_id: uuid.UUID, service_id: uuid.UUID, epoch: int) -> None:
    """Raises :class:`Stale` for what began in this epoch where all that the service wrote
    was erased since; call it with the person locked."""
    later = (
        ErasureRun.objects.owned_by(person_id)
        .written_by(service_id)
        .filter(scope=EraseScope.SERVICE_PART, epoch__gt=epoch)
    )
    _refuse_if(list(later.values_list("id", flat=True)[:1]))


def _refuse_erased(person_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> None:
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    _refuse_if(list(receipts.values_list("run_id", flat=True)[:1]))


def _refuse_if(runs: Sequence[uuid.UUID]) -> None:
    if runs:
        raise Stale(runs[0])


def _retry(ref: str, text_hash: bytes) -> str:
    return f"{text_hash.hex()} {ref}"


def _refuse_unknown(person_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> None:
    alive = Memory.objects.owned_by(person_id).told_to_services().shown()
    alive = alive.filter(id__in=ids)
    if alive.count() != len(set(ids)):
        raise UnknownOrigin
