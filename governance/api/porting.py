"""This service's part of a person's memories as a document, out and in."""

import base64
import binascii
import json
import uuid
from datetime import UTC, datetime
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import Whose
from governance.api.body import LargeJSONParser
from governance.api.callers import caller_of, checked_ref
from governance.api.cursor import invalid_query
from governance.api.import_shapes import ImportIn, ItemIn
from governance.api.openapi import calls
from governance.api.problems import problem_of
from governance.api.reading import reading
from governance.models import KeyScope, ReadKind
from governance.porting import (
    LARGEST_PART,
    Part,
    Taken,
    document_of,
    part_after,
    take_in,
)
from governance.writing import Remembered

NO_PLACE = (ValueError, TypeError, RecursionError, OverflowError, binascii.Error)


class Export(APIView):
    """``GET`` a part of the document; each part is one that an import takes."""

    scopes = {"GET": KeyScope.MEMORIES_READ}

    @calls.export_memories
    def get(self, request: Request, person: str) -> Response:
        """Memories in the order in which they were learned, with all that is theirs."""
        place = _place(request)
        with reading(request, person) as read:
            part = part_after(
                place,
                person_id=read.person_id,
                service_id=read.caller.service_id,
                size=LARGEST_PART,
            )
            read.log(ReadKind.EXPORT, part.memories)
        document = document_of(part, read.whose.id)
        return Response({**document, "next": _next(part, request)})


class Import(APIView):
    """``POST`` such a part; each item goes through the gate, as any write does."""

    scopes = {"POST": KeyScope.MEMORIES_WRITE}
    parser_classes = [LargeJSONParser]

    @calls.import_memories
    def post(self, request: Request, person: str) -> Response:
        """Writes the items in their order and tells for each what became of it."""
        wanted = ImportIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        given = wanted.validated_data
        sources = {each["id"]: each for each in given["sources"]}
        items = [
            ItemIn(data=each, context={"sources": sources})
            for each in given["memories"]
        ]
        good = [each for each in items if each.is_valid()]
        caller = caller_of(request)
        taken = iter(
            take_in(
                [each.item() for each in good],
                epoch=given.get("epoch"),
                of=given.get("person"),
                whose=Whose.of(caller.service_id, checked_ref(person)),
                caller=caller,
            )
        )
        results = [_result(next(taken) if each in good else each) for each in items]
        return Response({"results": results}, status=207)


def _result(done: Taken | ItemIn) -> dict[str, Any]:
    if isinstance(done, ItemIn):
        problem = problem_of(ValidationError(done.errors))
        return {"status": problem.status, "problem": problem.document()}
    if isinstance(done.result, Remembered):
        memory = done.result.memory
        return {
            "id": str(done.id),
            "status": done.result.status,
            "memory": {"id": str(memory.id), "status": memory.status},
        }
    problem = problem_of(done.result)
    return {
        "id": str(done.id),
        "status": problem.status,
        "problem": problem.document(),
    }


def _next(part: Part, request: Request) -> str | None:
    if part.more_after is None:
        return None
    at, last_id = part.more_after
    place = json.dumps([at.isoformat(), str(last_id)]).encode()
    query = request.query_params.copy()
    query["cursor"] = base64.urlsafe_b64encode(place).decode()
    return f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"


def _place(request: Request) -> tuple[datetime, uuid.UUID] | None:
    cursor = request.query_params.get("cursor")
    if not cursor:
        return None
    try:
        at, last_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        return datetime.fromisoformat(at).astimezone(UTC), uuid.UUID(last_id)
    except NO_PLACE:
        raise invalid_query("cursor") from None
