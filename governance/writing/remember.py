"""The verbs behind every new memory.

Asked twice: once before the NLP, which runs outside any transaction, and once more
under the person's lock, so that a switch thrown meanwhile wins (design.md, Locks).
"""

import uuid
from collections.abc import Iterator, Sequence

from django.db import transaction

from governance.access import (
    Caller,
    Refused,
    as_service_with,
    ask_again,
    lock_for_writing,
    note_current_key,
    refuse_if_off,
)
from governance.embedding import EmbeddingFailed, embed
from governance.scrubbing import ScrubFailed
from governance.writing.draft import Draft, Unwritable, scrubbed
from governance.writing.once import Once
from governance.writing.stale import Stale, UnknownOrigin
from governance.writing.store import Remembered, store

REFUSALS = (Refused, Unwritable, Stale, UnknownOrigin, ScrubFailed, EmbeddingFailed)
"""What may become of one write of several, without harm to the others."""


def remember(
    draft: Draft, *, person_id: uuid.UUID, caller: Caller, once: Once | None = None
) -> Remembered:
    """Stores a memory, or refreshes the row that already says the same.

    Raises ``Refused`` (memory is off), ``Unwritable`` (nothing may be stored),
    ``Stale`` (after an erasure), ``ScrubFailed`` or ``EmbeddingFailed`` (the gate fails
    closed: nothing is stored), ``KeyUsedOtherwise`` (Idempotency-Key).
    """
    with as_service_with(caller.service_id, person_id):
        refuse_if_off(person_id)
        note_current_key()
        before = once and once.answered(person_id, caller)
    if before:
        return before
    clean = scrubbed(draft, policy=caller.scrub_policy)
    vector = embed([clean.text])[0]
    with as_service_with(caller.service_id, person_id):
        lock_for_writing(person_id)
        ask_again(person_id, caller)
        # Again, under the lock: a twin of this call may have won.
        before = once and once.answered(person_id, caller)
        if before:
            return before
        done = store(clean, vector, person_id=person_id, caller=caller)
        if once:
            once.keep(done, person_id, caller)
        return done


def remember_many(
    drafts: Sequence[Draft], *, person_id: uuid.UUID, caller: Caller
) -> list[Remembered | Exception]:
    """The same for many, in order, with one pass of the NLP and one transaction.

    Gives for each draft what became of it, or the refusal; raises ``Refused`` where
    memory is off altogether.
    """
    with as_service_with(caller.service_id, person_id):
        refuse_if_off(person_id)
        note_current_key()
    results = [_clean_or_refusal(draft, caller) for draft in drafts]
    vectors = _vectors(results)
    with as_service_with(caller.service_id, person_id):
        lock_for_writing(person_id)
        ask_again(person_id, caller)
        return [
            result
            if isinstance(result, Exception)
            else _store_or_refusal(result, next(vectors), person_id, caller)
            for result in results
        ]


def _clean_or_refusal(draft: Draft, caller: Caller) -> Draft | Exception:
    try:
        return scrubbed(draft, policy=caller.scrub_policy)
    except REFUSALS as refusal:
        return refusal


def _vectors(results: Sequence[Draft | Exception]) -> Iterator[list[float]]:
    texts = [each.text for each in results if isinstance(each, Draft)]
    return iter(embed(texts))


def _store_or_refusal(
    draft: Draft, vector: list[float], person_id: uuid.UUID, caller: Caller
) -> Remembered | Exception:
    try:
        with transaction.atomic():
            return store(draft, vector, person_id=person_id, caller=caller)
    except REFUSALS as refusal:
        return refusal
