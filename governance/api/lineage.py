"""A memory's versions, and the graph around it: where from, and what was made from it."""

import uuid
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import as_service_with, lock_for_writing
from governance.api.callers import caller_of, known_person
from governance.api.memories import alive, told
from governance.api.openapi import calls
from governance.api.reading import reading
from governance.api.shapes import VersionIn
from governance.audit import record
from governance.models import KeyScope, Memory, MemoryVersion, ReadKind
from governance.porting import source_out, version_out
from governance.provenance import Graph, graph_around
from governance.writing import redact_version


class History(APIView):
    """Every version of one memory, oldest first."""

    scopes = {"GET": KeyScope.MEMORIES_READ}

    @calls.get_history
    def get(self, request: Request, person: str, memory_id: uuid.UUID) -> Response:
        """Versions with actor and time; a redacted one has no text."""
        with reading(request, person) as read:
            memory = told(alive(read.person_id, read.caller, memory_id))
            versions = MemoryVersion.objects.owned_by(read.person_id).filter(
                memory_id=memory.id
            )
            answer = [version_out(each) for each in versions.order_by("number")]
            read.log(ReadKind.GET, [memory])
        return Response({"versions": answer})


class RedactVersion(APIView):
    """``POST`` takes the text out of one earlier version."""

    scopes = {"POST": KeyScope.MEMORIES_WRITE}

    @calls.redact_version
    def post(self, request: Request, person: str, memory_id: uuid.UUID) -> Response:
        """Content gone, who and when kept; the same again changes nothing."""
        wanted = VersionIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            lock_for_writing(whose.id)
            memory = told(alive(whose.id, caller, memory_id))
            if not redact_version(memory, wanted.validated_data["number"]):
                raise Http404
            record(
                "version.redacted",
                caller.actor,
                service_id=caller.service_id,
                person_id=whose.id,
                subjects=[memory.id],
                counts=wanted.validated_data,
            )
            version = MemoryVersion.objects.owned_by(whose.id).get(
                memory_id=memory.id, number=wanted.validated_data["number"]
            )
        return Response(version_out(version))


class Provenance(APIView):
    """The graph around one memory."""

    scopes = {"GET": KeyScope.MEMORIES_READ}

    @calls.get_provenance
    def get(self, request: Request, person: str, memory_id: uuid.UUID) -> Response:
        """Up to its sources, down to what was made from it."""
        with reading(request, person) as read:
            memory = told(alive(read.person_id, read.caller, memory_id))
            graph = graph_around(memory)
            read.log(ReadKind.GET, graph.memories)
        return Response(_graph_out(memory, graph))


def _graph_out(memory: Memory, graph: Graph) -> dict[str, Any]:
    return {
        "memory": str(memory.id),
        "memories": [
            {"id": str(each.id), "text": each.text, "status": each.status}
            for each in graph.memories
        ],
        "sources": [source_out(each) for each in graph.sources],
        "edges": [
            {"made": str(edge.made_id), "from": str(edge.origin_id)}
            for edge in graph.edges
        ],
        "more": graph.more,
    }
