"""Memories: write, read, correct, erase."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint, once
from memoryhub.client.errors import MemoryhubError
from memoryhub.client.given import (
    Id,
    Kind,
    MemoryState,
    NewMemory,
    Ordering,
    Sensitivity,
    Source,
    Trust,
    given,
)
from memoryhub.client.results import Corrected, Memory, Page, Remembered

ALL = "people/{person}/memories"
ONE = "people/{person}/memories/{memory_id}"

WRITE = Endpoint(
    "writeMemory", "POST", ALL, read.reader(Remembered), repeatable=True
)  # by its Idempotency-Key
WRITE_BATCH = Endpoint(
    "writeMemories", "POST", f"{ALL}/batch", read.batch, repeatable=True
)  # likewise, item by item
LIST = Endpoint("listMemories", "GET", ALL, read.page, repeatable=True)
GET = Endpoint("getMemory", "GET", ONE, read.reader(Memory), repeatable=True)
CORRECT = Endpoint("correctMemory", "PATCH", ONE, read.reader(Corrected))
ERASE = Endpoint(
    "eraseMemory",
    "DELETE",
    ONE,
    read.erasure_id,
    repeatable=True,
    done_before=lambda problem: problem.erasure,
)


def remember(
    person: str,
    text: str,
    *,
    source: Source,
    kind: Kind = "fact",
    key: str = "",
    space: str = "",
    importance: int = 5,
    sensitivity: Sensitivity = "normal",
    derived_from: Sequence[Id] = (),
    expires_at: datetime | None = None,
    ttl_seconds: int | None = None,
    pinned: bool = False,
    inferred: bool = False,
    metadata: Mapping[str, Any] | None = None,
    idempotency_key: str | None = None,
) -> Call[Remembered]:
    """Writes one memory (see :class:`NewMemory` for its members).

    It carries an Idempotency-Key, yours or a new one, and so is sent again without harm
    when its answer is lost. Give your own, 1 to 255 characters, to try again from another
    process within a day.
    """
    memory = NewMemory(
        text=text,
        source=source,
        kind=kind,
        key=key,
        space=space,
        importance=importance,
        sensitivity=sensitivity,
        derived_from=derived_from,
        expires_at=expires_at,
        ttl_seconds=ttl_seconds,
        pinned=pinned,
        inferred=inferred,
        metadata=metadata,
    )
    return WRITE.call(
        {"person": person},
        headers=once(idempotency_key),
        body=memory.members(),
    )


def remember_batch(
    person: str, items: Iterable[NewMemory], *, idempotency_key: str | None = None
) -> Call[tuple[Remembered | MemoryhubError, ...]]:
    """Writes up to 100 memories in one call and gives, in order, what became of each: the
    memory, or the error that it alone got. What refuses the whole call is raised.

    It carries an Idempotency-Key, yours or a new one, and each item is done once for its
    place in the batch; so it is sent again without harm when its answer is lost.
    """
    return WRITE_BATCH.call(
        {"person": person},
        headers=once(idempotency_key),
        body={"items": [each.members() for each in items]},
    )


def memories(
    person: str,
    *,
    purpose: str | None = None,
    q: str | None = None,
    kind: Kind | None = None,
    key: str | None = None,
    space: str | None = None,
    status: MemoryState | None = None,
    source_ref: str | None = None,
    sensitivity: Sensitivity | None = None,
    pinned: bool | None = None,
    created_after: datetime | None = None,
    created_before: datetime | None = None,
    updated_after: datetime | None = None,
    updated_before: datetime | None = None,
    used_after: datetime | None = None,
    used_before: datetime | None = None,
    ordering: Ordering | None = None,
    page_size: int | None = None,
    cursor: str | None = None,
) -> Call[Page[Memory]]:
    """What this service wrote about the person: newest first, a search (``q``) by
    relevance. Without ``status``, forgotten and superseded memories are left out.

    ``memories`` goes through all pages, asking for one when it comes to it;
    ``memories_page`` gives one page with the count of all. ``purpose`` is what you read
    for, one that the service declares; the person sees it.
    """
    query = {
        "purpose": purpose,
        "q": q,
        "kind": kind,
        "key": key,
        "space": space,
        "status": status,
        "source_ref": source_ref,
        "sensitivity": sensitivity,
        "pinned": pinned,
        "created_after": created_after,
        "created_before": created_before,
        "updated_after": updated_after,
        "updated_before": updated_before,
        "used_after": used_after,
        "used_before": used_before,
        "ordering": ordering,
        "page_size": page_size,
        "cursor": cursor,
    }
    return LIST.call({"person": person}, query=query)


def memory(person: str, memory_id: Id, *, purpose: str | None = None) -> Call[Memory]:
    """One memory. The reading is logged with its purpose, and the person sees it."""
    places = {"person": person, "memory_id": memory_id}
    return GET.call(places, query={"purpose": purpose})


def correct(
    person: str,
    memory_id: Id,
    *,
    text: str | None = None,
    kind: Kind | None = None,
    importance: int | None = None,
    sensitivity: Sensitivity | None = None,
    trust: Trust | None = None,
    expires_at: datetime | Literal["never"] | None = None,
    ttl_seconds: int | None = None,
    pinned: bool | None = None,
    metadata: Mapping[str, Any] | None = None,
    if_match: str | None = None,
) -> Call[Corrected]:
    """Changes what is given and keeps the old text in history; what was derived from it
    is erased. With ``if_match``, the ``etag`` of the version that you mean, a memory that
    was changed meanwhile raises :class:`Changed`."""
    body = given(
        text=text,
        kind=kind,
        importance=importance,
        sensitivity=sensitivity,
        trust=trust,
        expires_at=expires_at,
        ttl_seconds=ttl_seconds,
        pinned=pinned,
        metadata=metadata,
    )
    if expires_at == "never":
        body["expires_at"] = None
    return CORRECT.call(
        {"person": person, "memory_id": memory_id},
        headers={"If-Match": if_match},
        body=body,
    )


def erase(person: str, memory_id: Id, *, if_match: str | None = None) -> Call[UUID]:
    """Erases it now, with its history and everything made from it; there is no undo.
    Gives the erasure's id."""
    return ERASE.call(
        {"person": person, "memory_id": memory_id}, headers={"If-Match": if_match}
    )
