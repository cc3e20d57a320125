"""A draft's sources: the rows that are known by their ref already, or new ones."""

import uuid
from collections.abc import Sequence

from governance.access import Caller
from governance.models import Ready, Source
from governance.writing.draft import SourceDraft


def sources_of(
    given: Sequence[SourceDraft], person_id: uuid.UUID, caller: Caller
) -> list[Source]:
    """Where a draft comes from, as rows, in order; new ones are not stored yet. Call it
    with the person locked."""
    found: dict[SourceDraft, Source] = {}
    for each in given:
        if each not in found:
            found[each] = _known(each, person_id, caller) or Source(
                person_id=person_id,
                service_id=caller.service_id,
                ref=each.ref,
                said_at=each.said_at,
                **_facts(each),
            )
    return [found[each] for each in given]


def new_ones(sources: Sequence[Source]) -> list[Source]:
    """Those that are not stored yet, each once."""
    return list({each.id: each for each in sources if each._state.adding}.values())


def _known(given: SourceDraft, person_id: uuid.UUID, caller: Caller) -> Source | None:
    if not given.ref:
        return None
    found = _BY_REF(
        person_id=person_id,
        service_id=caller.service_id,
        ref=given.ref,
        **{name: str(value) for name, value in _facts(given).items()},
    )
    return found[0] if found else None


_BY_REF = Ready[Source](
    lambda person_id, service_id, **facts: (
        Source.objects.owned_by(person_id)
        .written_by(service_id)
        .filter(**facts)
        .order_by("created_at")[:1]
    )
)


def _facts(given: SourceDraft) -> dict[str, object]:
    return {
        "type": given.type,
        "trust": given.trust,
        "conversation": given.conversation,
        "url": given.url,
    }
