"""Correct a memory: a new version, and everything derived from the old text goes.

It stands above ``writing`` and ``erasure`` because it is both in one transaction: the old
value must not be found in a text that was made from it, not for a moment (design.md,
Correct). The run that erases them leaves them in the queue to be derived again, from the
new text (``condensing``).
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from governance.access import (
    Caller,
    Whose,
    as_service_with,
    ask_again,
    lock_for_writing,
    note_current_key,
)
from governance.audit import SYSTEM, record
from governance.embedding import embed
from governance.erasure import NO_UNDO, ask, not_yet_erased
from governance.models import (
    EventKind,
    Memory,
    MemoryState,
    Sensitivity,
    SourceType,
    Trust,
)
from governance.provenance import made_from
from governance.telling import About, tell
from governance.writing import (
    Gate,
    current,
    first_state,
    new_text,
    refuse_unless_consented,
    refuse_unwanted,
    revise,
)


class NothingToCorrect(Exception):
    """There is no such memory in use."""


@dataclass(frozen=True)
class Corrected:
    """The memory as it stands now, and the run that takes derived texts away."""

    memory: Memory
    erasure_id: uuid.UUID | None = None


def correct(
    memory_id: uuid.UUID,
    wanted: Mapping[str, Any],
    *,
    person_id: uuid.UUID,
    caller: Caller,
    fits: Callable[[Memory], None] = lambda memory: None,
) -> Corrected:
    """Changes what is given and keeps the old text in history.

    ``fits`` may refuse the version it is shown (If-Match), under the lock. Raises
    :class:`NothingToCorrect`, ``Refused`` (also for words that the person had erased
    and does not want learnt again), ``Unwritable``, ``ScrubFailed``.
    """
    with as_service_with(caller.service_id, person_id):
        ask_again(person_id, caller)
        note_current_key()
        source = _found(person_id, memory_id).source
        whose = Whose.is_person(person_id)
    # Who corrects with their own hand says it, wherever the first text came from.
    origin = (
        (SourceType.USER_EDIT, None) if caller.hand else (source.type, source.trust)
    )
    gate = Gate(caller, whose, source=origin[0], trust=origin[1])
    changes = _clean(wanted, gate)
    with as_service_with(caller.service_id, person_id):
        lock_for_writing(person_id)
        ask_again(person_id, caller)
        memory = _found(person_id, memory_id)
        fits(memory)
        if "text" in changes and not caller.hand:
            refuse_unwanted(person_id, changes["text"])
        refuse_unless_consented(
            _asked_about(memory, gate, caller), person_id=person_id, caller=caller
        )
        changes |= _categories(memory, gate)
        changes |= _standing(memory, changes, caller)
        revise(memory, changes, actor=caller.actor, freely=caller.hand is not None)
        record(
            "memory.corrected",
            caller.actor,
            service_id=caller.service_id,
            person_id=person_id,
            subjects=[memory_id],
        )
        _tell(memory, caller)
        run_id = _drop_derived(memory, caller) if "text" in changes else None
        return Corrected(_found(person_id, memory_id), run_id)


def _clean(wanted: Mapping[str, Any], gate: Gate) -> dict[str, Any]:
    changes = dict(wanted)
    if "metadata" in changes:
        changes["metadata"] = gate.json(changes["metadata"])
    if "text" in changes:
        text, findings = gate.text(changes["text"])
        changes |= {"findings": findings, **new_text(text, embed([text])[0])}
    return changes


def _asked_about(memory: Memory, gate: Gate, caller: Caller) -> list[str]:
    """A person who has let a memory in need not say yes again to what it tells of."""
    known = set(memory.categories) if caller.hand else set()
    return sorted(set(gate.special) - known)


def _standing(
    memory: Memory, changes: Mapping[str, Any], caller: Caller
) -> dict[str, Any]:
    """What the person has written themselves is theirs, and waits for nobody."""
    if not caller.hand:
        return _state(memory, changes)
    if "text" not in changes:
        return {}
    waits = memory.status == MemoryState.QUARANTINED
    state = {"status": MemoryState.ACTIVE, "status_reason": ""} if waits else {}
    return {"trust": Trust.USER, "inferred": False, **state}


def _categories(memory: Memory, gate: Gate) -> dict[str, Any]:
    """What the new words tell of is added; what the old ones told of stands in history."""
    if not gate.special:
        return {}
    return {
        "categories": sorted({*memory.categories, *gate.special}),
        "sensitivity": Sensitivity.SENSITIVE,
    }


def _state(memory: Memory, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Tightened trust, or words that read like an instruction, wait for review."""
    if not {"text", "trust"} & changes.keys():
        return {}
    trust, text = changes.get("trust", memory.trust), changes.get("text", memory.text)
    status, reason = first_state(trust, text)
    return {"status": status, "status_reason": reason} if reason else {}


def _drop_derived(memory: Memory, caller: Caller) -> uuid.UUID | None:
    reached = made_from(memory.person_id, [memory.id]) - {memory.id}
    derived = not_yet_erased(memory.person_id, reached)
    if not derived:
        return None
    run = ask(
        derived,
        person_id=memory.person_id,
        service_id=caller.service_id,
        actor=SYSTEM,
        undo=NO_UNDO,
        with_history=False,
        wanted_back=True,
    )
    return run.id


def _tell(memory: Memory, caller: Caller) -> None:
    """Who wrote it is told, unless it was they who corrected it."""
    if caller.hand:
        about = About(memory.person_id, memory.service_id, [memory.id])
        tell(EventKind.MEMORY_CORRECTED, about)


def _found(person_id: uuid.UUID, memory_id: uuid.UUID) -> Memory:
    memory = current(person_id, memory_id)
    if memory is None:
        raise NothingToCorrect
    return memory
