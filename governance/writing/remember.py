"""The verbs behind every new memory.

Asked twice: once before the NLP, which runs outside any transaction, and once more
under the person's lock, so that a switch thrown meanwhile wins (design.md, Locks).
"""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import zip_longest

from governance.access import (
    Caller,
    Refused,
    Whose,
    as_service_with,
    refuse_if,
    writing_about,
)
from governance.embedding import EmbeddingFailed, embed
from governance.scrubbing import ScrubFailed
from governance.writing.draft import Draft, scrubbed, scrubbed_many
from governance.writing.gate import Unwritable
from governance.writing.held import hold
from governance.writing.once import KeyUsedOtherwise, Once
from governance.writing.sensitive import must_be_held
from governance.writing.stale import Lapsed, Stale, UnknownOrigin, refuse_older
from governance.writing.store import Remembered, store
from governance.writing.unwanted import refuse_unwanted

REFUSALS = (
    Refused,
    Unwritable,
    Stale,
    UnknownOrigin,
    ScrubFailed,
    EmbeddingFailed,
    KeyUsedOtherwise,
    Lapsed,
)
"""What may become of one write of several, without harm to the others."""


@dataclass(frozen=True)
class Prepared:
    """A scrubbed draft with its embedding; without one it has to be held."""

    draft: Draft
    vector: Sequence[float] | None


def remember(
    draft: Draft, *, whose: Whose, caller: Caller, once: Once | None = None
) -> Remembered:
    """Stores a memory, or refreshes the row that already says the same.

    Raises ``Refused`` (memory is off, or consent is needed), ``Unwritable`` (nothing may
    be stored), ``Stale`` (after an erasure), ``ScrubFailed`` or ``EmbeddingFailed`` (the
    gate fails closed: nothing is stored), ``KeyUsedOtherwise`` (Idempotency-Key).
    """
    before = _ask(whose, caller, once)
    if before:
        return before
    [prepared] = _prepared([scrubbed(draft, caller, whose)], whose, caller)
    if isinstance(prepared, Exception):
        raise prepared
    with writing_about(whose, caller) as person_id:
        return _keep_once(prepared, person_id, caller, once)


def remember_many(
    drafts: Sequence[Draft],
    *,
    whose: Whose,
    caller: Caller,
    once: Sequence[Once | None] = (),
    since: int | None = None,
) -> list[Remembered | Exception]:
    """The same for many, in order, with one pass of the NLP and one transaction.

    Gives for each draft what became of it, or the refusal; raises ``Refused`` where
    memory is off altogether. ``once`` has a key for each draft, or is empty;
    ``since`` is the epoch of the person in which all this began (``Stale``).
    """
    _ask(whose, caller, None)
    results = _prepared(scrubbed_many(drafts, caller, whose), whose, caller)
    if all(isinstance(each, Exception) for each in results):
        return [each for each in results if isinstance(each, Exception)]
    with writing_about(whose, caller) as person_id:
        if since is not None:
            refuse_older(person_id, caller.service_id, since)
        return [
            each if isinstance(each, Exception) else _kept(each, person_id, caller, key)
            for each, key in zip_longest(results, once)
        ]


def _scope(whose: Whose, caller: Caller) -> AbstractContextManager[None]:
    if whose.known_id is None:
        return nullcontext()  # there is nobody to ask about
    return as_service_with(caller.service_id, whose.known_id)


def _ask(whose: Whose, caller: Caller, once: Once | None) -> Remembered | None:
    """Raises where nothing may be written; what this call did already, if it did."""
    if whose.known_id is None:
        return None
    refuse_if(whose.why_not)
    if once is None:
        return None
    with _scope(whose, caller):
        return once.answered(whose.known_id, caller)


def _prepared(
    results: Sequence[Draft | Exception], whose: Whose, caller: Caller
) -> list[Prepared | Exception]:
    """Each draft with its embedding, unless it has to be held or is refused."""
    asked = _held_or_refusals(results, whose, caller)
    open_texts = [
        each.text
        for each, held in zip(results, asked, strict=True)
        if isinstance(each, Draft) and held is False
    ]
    vectors = iter(embed(open_texts))
    return [_joined(*each, vectors) for each in zip(results, asked, strict=True)]


def _held_or_refusals(
    results: Sequence[Draft | Exception], whose: Whose, caller: Caller
) -> list[bool | Exception]:
    if not any(isinstance(each, Draft) and each.special for each in results):
        # As most often there is nothing to ask anybody.
        return [each if isinstance(each, Exception) else False for each in results]
    with _scope(whose, caller):
        return [_held_or_refusal(each, whose, caller) for each in results]


def _held_or_refusal(
    result: Draft | Exception, whose: Whose, caller: Caller
) -> bool | Exception:
    if isinstance(result, Exception):
        return result
    try:
        return must_be_held(result.special, person_id=whose.known_id, caller=caller)
    except Refused as refusal:
        return refusal


def _joined(
    result: Draft | Exception,
    held: bool | Exception,
    vectors: Iterator[list[float]],
) -> Prepared | Exception:
    if isinstance(result, Exception):
        return result
    if isinstance(held, Exception):
        return held
    return Prepared(result, None if held else next(vectors))


def _keep(prepared: Prepared, person_id: uuid.UUID, caller: Caller) -> Remembered:
    """Asks about consent once more: it may have been withdrawn meanwhile."""
    draft, vector = prepared.draft, prepared.vector
    if caller.hand is None:  # who tells it with their own hand wants it
        refuse_unwanted(person_id, draft.text)
    held = must_be_held(draft.special, person_id=person_id, caller=caller)
    if held or vector is None:
        return hold(draft, person_id=person_id, caller=caller)
    return store(draft, vector, person_id=person_id, caller=caller)


def _keep_once(
    prepared: Prepared, person_id: uuid.UUID, caller: Caller, once: Once | None
) -> Remembered:
    """Asks again under the lock: a twin of this call may have won."""
    before = once and once.answered(person_id, caller)
    if before:
        return before
    done = _keep(prepared, person_id, caller)
    if once:
        once.keep(done, person_id, caller)
    return done


def _kept(
    prepared: Prepared, person_id: uuid.UUID, caller: Caller, once: Once | None
) -> Remembered | Exception:
    """A refusal is raised before anything of the item is written, so that the others
    need no savepoint."""
    try:
        return _keep_once(prepared, person_id, caller, once)
    except REFUSALS as refusal:
        return refusal
