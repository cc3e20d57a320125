"""The new row of a text that was derived afresh; call it with the person locked."""

import uuid
from collections.abc import Sequence

from django.db.models import Q

from governance.access import note_current_key
from governance.audit import SYSTEM, entry_of
from governance.models import (
    LIVE_STATES,
    Kind,
    Memory,
    MemoryState,
    Rebuild,
    Sensitivity,
    Source,
    SourceType,
    Trust,
    insert_together,
)
from governance.provenance import edges_of
from governance.writing import (
    Draft,
    SourceDraft,
    first_state,
    new_text,
    version_of,
)
from governance.writing.inherit import inheriting
from governance.writing.known_by import text_hashes
from governance.writing.trust import at_least, trust_of


def write(
    row: Rebuild, text: str, vector: Sequence[float], origins: Sequence[Memory]
) -> uuid.UUID | None:
    """Inserts the text with an edge to each of its origins; None where a memory in use
    says just this already."""
    note_current_key()
    draft = inheriting(_draft(row, text, origins), row.person_id)
    if _is_said(row, draft):
        return None
    source = Source(
        person_id=row.person_id,
        service_id=row.service_id,
        type=draft.source.type,
        trust=draft.trust,
        said_at=draft.source.said_at,
    )
    memory = _memory(row, draft, vector, source)
    insert_together(
        [
            source,
            memory,
            *edges_of(memory, sources=[source.id], derived_from=draft.derived_from),
            version_of(memory, memory.version, text, actor=SYSTEM),
            entry_of(
                "memory.derived_again",
                SYSTEM,
                service_id=row.service_id,
                person_id=row.person_id,
                subjects=[memory.id],
            ),
        ]
    )
    return memory.id


def _draft(row: Rebuild, text: str, origins: Sequence[Memory]) -> Draft:
    """As a service would write it, of its own accord: no better than what it stands for
    was, and what its origins impose comes on top."""
    categories = {each for origin in origins for each in origin.categories}
    return Draft(
        text=text,
        source=SourceDraft(
            type=SourceType.SERVICE,
            said_at=max(each.said_at for each in origins),
            trust=trust_of(SourceType.SERVICE, Trust(row.trust)),
        ),
        kind=Kind(row.kind),
        space=row.space,
        importance=row.importance,
        sensitivity=Sensitivity(row.sensitivity),
        derived_from=[each.id for each in origins],
        expires_at=row.expires_at,
        inferred=True,
        special=sorted(categories),
    )


def _is_said(row: Rebuild, draft: Draft) -> bool:
    """Whether it would be said twice: by a memory that is kept, or that waits and is
    trusted as far. Else an untrusted page that says it first could keep it out."""
    mine = Memory.objects.owned_by(row.person_id)
    mine.retire_expired()
    kept = Q(status__in=[MemoryState.ACTIVE, MemoryState.PAUSED])
    alike = mine.written_by(row.service_id).filter(
        space=row.space, text_hash__in=text_hashes(draft.text), status__in=LIVE_STATES
    )
    return alike.filter(kept | Q(trust__in=at_least(draft.trust))).exists()


def _memory(
    row: Rebuild, draft: Draft, vector: Sequence[float], source: Source
) -> Memory:
    status, reason = first_state(draft.trust, draft.text)
    if status == MemoryState.ACTIVE and row.was == MemoryState.PAUSED:
        status = MemoryState.PAUSED
    return Memory(
        **new_text(draft.text, vector),
        person_id=row.person_id,
        service_id=row.service_id,
        source=source,
        kind=draft.kind,
        space=draft.space,
        importance=draft.importance,
        sensitivity=draft.sensitivity,
        categories=list(draft.special),
        status=status,
        status_reason=reason,
        trust=draft.trust,
        inferred=draft.inferred,
        said_at=draft.source.said_at,
        expires_at=draft.expires_at,
    )
