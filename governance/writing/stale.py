"""The write barrier: what began before an erasure cannot write what was erased.

Only what names the erased thing is stale; the same words from a new source are the
person telling it again (design.md, Barrier).
"""

import uuid
from collections.abc import Sequence

from governance.access import hashes, keyed_hash
from governance.models import Memory, Receipt

REF_USE = "source ref"
RETRY_USE = "source ref and text"


class Stale(Exception):
    """The write names something that ``run_id`` erased."""

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__("stale after an erasure")
        self.run_id = run_id


class UnknownOrigin(Exception):
    """``derived_from`` names a memory that the writer cannot see."""


def ref_of(ref: str) -> bytes:
    """What an erased source leaves behind to know its own name by."""
    return keyed_hash(REF_USE, ref).digest


def retry_of(ref: str, text_hash: bytes) -> bytes:
    """What an erased memory leaves behind to know a retry of its own write by: the keyed
    hash of its source's ref and text together, never of the text alone."""
    return keyed_hash(RETRY_USE, _retry(ref, text_hash)).digest


def refuse_stale(
    person_id: uuid.UUID,
    *,
    ref: str,
    text_hash: bytes,
    derived_from: Sequence[uuid.UUID],
) -> None:
    """Raises :class:`Stale`; call it with the person locked."""
    receipts = Receipt.objects.owned_by(person_id)
    if ref:
        known = hashes(REF_USE, ref) + hashes(RETRY_USE, _retry(ref, text_hash))
        erased = receipts.filter(ref_hash__in=known).first()
        if erased:
            raise Stale(erased.run_id)
    if derived_from:
        erased = receipts.filter(thing_id__in=derived_from).first()
        if erased:
            raise Stale(erased.run_id)
        _refuse_unknown(person_id, derived_from)


def _retry(ref: str, text_hash: bytes) -> str:
    return f"{text_hash.hex()} {ref}"


def _refuse_unknown(person_id: uuid.UUID, ids: Sequence[uuid.UUID]) -> None:
    alive = Memory.objects.owned_by(person_id).shown().filter(id__in=ids)
    if alive.count() != len(set(ids)):
        raise UnknownOrigin
