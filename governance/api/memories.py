"""Memories of one person, as one service sees them."""

import uuid
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import (
    Caller,
    Whose,
    as_service_with,
    lock_for_writing,
)
from governance.api.answers import etag, memory_out, written_out
from governance.api.callers import caller_of, checked_ref, known_person
from governance.api.cursor import Page, order_of
from governance.api.filters import filtered
from governance.api.once import key_of, once_of
from governance.api.openapi import calls
from governance.api.problems import Problem, gone, problem_of
from governance.api.reading import log_told_back, reading
from governance.api.shapes import BatchIn, MemoryIn, MemoryPatch
from governance.correcting import correct
from governance.erasure import erase_memories, erased_by
from governance.models import (
    KeyScope,
    Memory,
    MemoryState,
    ReadKind,
)
from governance.writing import Once, Remembered, remember, remember_many


class Memories(APIView):
    """``POST`` one, ``GET`` the list."""

    scopes = {"GET": KeyScope.MEMORIES_READ, "POST": KeyScope.MEMORIES_WRITE}

    @calls.write_memory
    def post(self, request: Request, person: str) -> Response:
        """Writes one memory."""
        wanted = MemoryIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller = caller_of(request)
        done = remember(
            wanted.draft(),
            whose=Whose.of(caller.service_id, checked_ref(person)),
            caller=caller,
            once=once_of(request),
        )
        _log_duplicates([done], caller)
        headers = {"ETag": etag(done.memory)}
        return Response(written_out(done), status=done.status, headers=headers)

    @calls.list_memories
    def get(self, request: Request, person: str) -> Response:
        """Lists memories, newest first."""
        order = order_of(request)
        with reading(request, person) as read:
            found = filtered(read.rows().select_related("source"), request)
            page = Page(found, request, order)
            asked = request.query_params.get("q", "")
            read.log(ReadKind.LIST, page.rows, query=asked)
        return Response(
            {
                "count": page.count,
                "next": page.next,
                "previous": page.previous,
                "results": [memory_out(each) for each in page.rows],
            }
        )


class OneMemory(APIView):
    """``GET``, ``PATCH`` or ``DELETE`` one."""

    scopes = {
        "GET": KeyScope.MEMORIES_READ,
        "PATCH": KeyScope.MEMORIES_WRITE,
        "DELETE": KeyScope.ERASURE,
    }

    @calls.get_memory
    def get(self, request: Request, person: str, memory_id: uuid.UUID) -> Response:
        """One memory with its ETag."""
        with reading(request, person) as read:
            memory = told(alive(read.person_id, read.caller, memory_id))
            read.log(ReadKind.GET, [memory])
        return Response(memory_out(memory), headers={"ETag": etag(memory)})

    @calls.correct_memory
    def patch(self, request: Request, person: str, memory_id: uuid.UUID) -> Response:
        """Corrects it; what was derived from its old text goes."""
        wanted = MemoryPatch(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            told(alive(whose.id, caller, memory_id))
        done = correct(
            memory_id,
            wanted.validated_data,
            person_id=whose.id,
            caller=caller,
            fits=lambda memory: refuse_other_version(request, memory),
        )
        log_told_back(caller, whose.id, [done.memory])
        body = memory_out(done.memory)
        body["erasure"] = str(done.erasure_id) if done.erasure_id else None
        return Response(body, headers={"ETag": etag(done.memory)})

    @calls.erase_memory
    def delete(self, request: Request, person: str, memory_id: uuid.UUID) -> Response:
        """Erases it now, with everything made from it."""
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            lock_for_writing(whose.id)
            refuse_other_version(request, alive(whose.id, caller, memory_id))
            run = erase_memories(
                [memory_id],
                person_id=whose.id,
                service_id=caller.service_id,
                actor=caller.actor,
            )
        return Response({"erasure": str(run.id)}, status=202)


class Batch(APIView):
    """``POST`` up to 100 at once; one bad item harms no other."""

    scopes = {"POST": KeyScope.MEMORIES_WRITE}

    @calls.write_batch
    def post(self, request: Request, person: str) -> Response:
        """Writes them in order and tells for each what became of it."""
        wanted = BatchIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        items = [MemoryIn(data=item) for item in wanted.validated_data["items"]]
        good = [item for item in items if item.is_valid()]
        caller, key = caller_of(request), key_of(request)
        done = remember_many(
            [item.draft() for item in good],
            once=[
                Once(f"{key}/{number}", item.initial_data)
                for number, item in enumerate(items)
                if key is not None and item in good
            ],
            whose=Whose.of(caller.service_id, checked_ref(person)),
            caller=caller,
        )
        _log_duplicates(done, caller)
        parts = iter(done)
        results = [_item_out(next(parts) if each in good else each) for each in items]
        return Response({"results": results}, status=207)


def _log_duplicates(done: Sequence[Remembered | Exception], caller: Caller) -> None:
    found = [
        each.memory
        for each in done
        if isinstance(each, Remembered) and each.status == HTTPStatus.OK
    ]
    if found:
        log_told_back(caller, found[0].person_id, found)


def _item_out(result: Remembered | Exception | MemoryIn) -> dict[str, Any]:
    if isinstance(result, Remembered):
        return {"status": result.status, "memory": written_out(result)}
    if isinstance(result, MemoryIn):
        result = ValidationError(result.errors)
    problem = problem_of(result)
    return {"status": problem.status, "problem": problem.document()}


def alive(person_id: uuid.UUID, caller: Caller, memory_id: uuid.UUID) -> Memory:
    """The memory; 410 while an erased one's receipt lasts, else 404."""
    run_id = erased_by(person_id, memory_id)
    if run_id:
        raise gone(run_id)
    rows = Memory.objects.owned_by(person_id).written_by(caller.service_id).unexpired()
    memory = rows.filter(id=memory_id).select_related("source").first()
    if memory is None:
        raise Http404
    return memory


def told(memory: Memory) -> Memory:
    """The same, unless it is between the person and their pages, kept by law only, or
    forgotten, though it may still come back: 404."""
    forgotten = memory.status == MemoryState.FORGOTTEN
    if memory.sealed is not None or memory.held or forgotten:
        raise Http404
    return memory


def refuse_other_version(request: Request, memory: Memory) -> None:
    wanted = request.headers.get("If-Match", "*")
    if wanted.strip() != "*" and etag(memory) not in wanted:
        raise Problem(412, "precondition-failed", "Fetch it again and decide anew.")
