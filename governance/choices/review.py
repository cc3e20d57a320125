"""A person looks at what waits and lets it into use: what came from untrusted content or
reads like an instruction, and what needed their consent."""

import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.access import (
    Whose,
    lock_for_writing,
    own_hand,
    refuse_keeping_if_off,
)
from governance.audit import Actor, record
from governance.embedding import embed
from governance.models import (
    Derivation,
    MadeFrom,
    Memory,
    MemoryState,
    SourceType,
    Trust,
)
from governance.provenance import add_edges, was_derived
from governance.writing import Gate, new_text, opened, supersede, twin_of, version_of

Scope = Callable[[], AbstractContextManager[Sequence[uuid.UUID]]]
WAITING = [MemoryState.PROPOSED, MemoryState.QUARANTINED]


class NothingToReview(Exception):
    """There is no such memory of this person's that waits."""


def let_in(
    memory_id: uuid.UUID, *, scope: Scope, actor: Actor, instead: str | None = None
) -> uuid.UUID:
    """The memory is in use from now on; gives its id, or that of one that says the same
    already.

    ``scope`` opens the person's own scope; ``instead`` is the text that the person
    wants kept of one that is sealed, whose own words are then never stored. Raises
    :class:`NothingToReview`, ``Refused`` where memory is off, and with ``instead`` what
    the gate raises: ``Unwritable``, ``ScrubFailed``.
    """
    with scope() as persons:
        waiting = _waiting(memory_id, persons)
        told = _words(waiting)
        hand = own_hand(waiting.service, actor)
        gate = Gate(
            hand, Whose.is_person(waiting.person_id), source=SourceType.USER_EDIT
        )
    words = told if instead is None else _edited(told, instead, gate)
    # Outside the transaction, as every embedding; a held text has none yet.
    vector = embed([words["text"]])[0]
    with scope() as persons:
        memory = _waiting(memory_id, persons)
        lock_for_writing(memory.person_id)
        refuse_keeping_if_off(memory.person_id)
        memory = _waiting(memory_id, persons)
        if _words(memory)["text"] != told["text"]:
            raise NothingToReview  # corrected meanwhile: not what was looked at
        return _admit(memory, words, vector, actor)


def _edited(told: dict[str, Any], text: str, gate: Gate) -> dict[str, Any]:
    """What the person has written themselves is theirs."""
    text, findings = gate.text(text)
    return {
        **told,
        "text": text,
        "findings": findings,
        "categories": gate.special,
        "trust": Trust.USER,
        "inferred": False,
    }


def _admit(
    memory: Memory, words: dict[str, Any], vector: Sequence[float], actor: Actor
) -> uuid.UUID:
    changes = {
        "trust": _vouched(memory),
        **{name: value for name, value in words.items() if name != "text"},
        **new_text(words["text"], vector),
        "status": MemoryState.ACTIVE,
        "status_reason": "",
        "sealed": None,
        "updated_at": Now(),
    }
    memory.key = words.get("key", memory.key)
    twin = twin_of(memory, changes)
    if twin:
        _join(memory, twin, actor)
        return twin.id
    replaced = supersede(memory, memory.person_id, memory.service_id)
    was_sealed = memory.sealed is not None
    Memory.objects.owned_by(memory.person_id).filter(id=memory.id).update(**changes)
    if was_sealed:
        version_of(memory, memory.version, words["text"], actor=actor).save()
    record(
        "memory.let_in",
        actor,
        service_id=memory.service_id,
        person_id=memory.person_id,
        subjects=[memory.id, *replaced],
    )
    return memory.id


def _vouched(memory: Memory) -> Trust:
    """The person has looked at it, which does not mean that they said it."""
    trust = Trust(memory.trust)
    return Trust.TRUSTED if trust == Trust.UNTRUSTED else trust


def _join(memory: Memory, twin: Memory, actor: Actor) -> None:
    """One row says it, and comes from both places; what waited says nothing more and
    goes with the next sweep. Not by an erasure: nobody wants the source refused."""
    edges = Derivation.objects.owned_by(memory.person_id).filter(made_id=memory.id)
    add_edges(
        twin,
        sources=_origins(edges, MadeFrom.SOURCE),
        derived_from=_origins(edges, MadeFrom.MEMORY) if was_derived(twin) else (),
    )
    Memory.objects.owned_by(memory.person_id).filter(id=memory.id).update(
        text="",
        sealed=None,
        embedding=None,
        metadata={},
        findings=[],
        status=MemoryState.FORGOTTEN,
        expires_at=Now(),
    )
    record(
        "memory.let_in",
        actor,
        service_id=memory.service_id,
        person_id=memory.person_id,
        subjects=[twin.id, memory.id],
    )


def _origins(edges: QuerySet[Derivation], kind: MadeFrom) -> list[uuid.UUID]:
    return list(edges.filter(origin_kind=kind).values_list("origin_id", flat=True))


def _words(memory: Memory) -> dict[str, Any]:
    """The columns that were sealed; of a memory that was not, its text alone."""
    return opened(memory) if memory.sealed is not None else {"text": memory.text}


def _waiting(memory_id: uuid.UUID, persons: Sequence[uuid.UUID]) -> Memory:
    mine = Memory.objects.owned_by(*persons).select_related("service")
    rows = mine.unexpired().staying()
    memory = rows.filter(id=memory_id, status__in=WAITING).first()
    if memory is None:
        raise NothingToReview
    return memory
