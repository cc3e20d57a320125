"""Every call of REST, described; a view wears the description as a decorator."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework import serializers

from governance.api.openapi import bodies
from governance.api.openapi.batch import Batch
from governance.api.openapi.problems import WITH_A_BODY, problems
from governance.api.openapi.queries import LIST
from governance.api.openapi.schema import Parameter, response_header
from governance.api.shapes import BatchIn, ForgetIn, MemoryIn, MemoryPatch, VersionIn

View = TypeVar("View", bound=Callable[..., Any])
Body = type[serializers.Serializer[Any]] | PolymorphicProxySerializer

MEMORIES = "Memories"
LINEAGE = "History and provenance"
ERASURES = "Erasures"
PEOPLE = "People"

FORGET_LOOKED = PolymorphicProxySerializer(
    component_name="ForgetLooked",
    serializers=[bodies.ForgetPlan, bodies.ForgetSearch],
    resource_type_field_name=None,
)
IF_MATCH = Parameter(
    "If-Match",
    {"type": "string"},
    Parameter.HEADER,
    description="The ETag of the version that you mean; `*`, or nothing, for any.",
)
IDEMPOTENCY_KEY = Parameter(
    "Idempotency-Key",
    {
        "type": "string",
        "minLength": 1,
        "maxLength": 255,
        "pattern": "^[!-~]([ -~]*[!-~])?$",
    },
    Parameter.HEADER,
    description="Makes a second try safe for a day: the same key with the same body "
    "is answered as the first time, with another body 422.",
)


def call(
    name: str,
    group: str,
    summary: str,
    description: str,
    answers: Mapping[int, tuple[Body, str]],
    *,
    takes: Body | None = None,
    example: Mapping[str, Any] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    refuses: Sequence[int] = (),
) -> Callable[[View], View]:
    """One call. ``refuses`` lists the problems that not every call may give."""
    well = {
        status: OpenApiResponse(body, description=said)
        for status, (body, said) in answers.items()
    }
    return extend_schema(
        operation_id=name,
        tags=[group],
        summary=summary,
        description=description,
        request=takes,
        responses={**well, **problems(*refuses, *(WITH_A_BODY if takes else ()))},
        parameters=[*parameters],
        examples=[OpenApiExample("example", example, request_only=True)]
        if example
        else None,
    )


def etag(*statuses: int) -> OpenApiParameter:
    """The header that names the version answered."""
    said = "The version that is answered, for `If-Match`."
    return response_header("ETag", {"type": "string"}, [*statuses], said)


write_memory = call(
    "writeMemory",
    MEMORIES,
    "Write a memory",
    "Scrubs, checks and stores one memory. The first write about somebody makes the "
    "person. A new value for a `key` takes the place of the old one, which goes into "
    "history.",
    {
        201: (bodies.WrittenMemory, "It is stored."),
        200: (bodies.RefreshedMemory, "The same was there: that row is refreshed."),
        202: (
            bodies.WrittenMemory,
            "It is stored and waits for review, out of use; `reason` says why.",
        ),
    },
    takes=MemoryIn,
    example={
        "text": "Prefers trains to planes.",
        "kind": "preference",
        "key": "preference:transport",
        "source": {"type": "user_message", "conversation": "vienna"},
    },
    parameters=[IDEMPOTENCY_KEY, etag(200, 201, 202)],
    refuses=[403, 410, 422, 503],
)

list_memories = call(
    "listMemories",
    MEMORIES,
    "List or search memories",
    "Pages of what this service wrote about the person. Each memory is seen exactly "
    "once, whatever is written meanwhile. A parameter that is not listed is refused.",
    {200: (bodies.MemoryPage, "One page.")},
    parameters=LIST,
    refuses=[400, 403, 503],
)

write_batch = call(
    "writeMemories",
    MEMORIES,
    "Write up to 100 memories",
    "Writes them in order. Each item is checked on its own, and one that is refused "
    "harms no other.",
    {207: (Batch, "What became of each item, in their order.")},
    takes=BatchIn,
    example={
        "items": [
            {
                "text": "Prefers trains to planes.",
                "source": {"type": "user_message", "ref": "message-17"},
            },
            {
                "text": "Travels to Vienna in May.",
                "kind": "event",
                "source": {"type": "user_message", "ref": "message-18"},
            },
        ]
    },
    refuses=[403, 503],
)

get_memory = call(
    "getMemory",
    MEMORIES,
    "Read a memory",
    "One memory that this service wrote. The reading is logged.",
    {200: (bodies.Memory, "The memory.")},
    parameters=[etag(200)],
    refuses=[400, 403, 410],
)

correct_memory = call(
    "correctMemory",
    MEMORIES,
    "Correct a memory",
    "Changes what is given and keeps the old text in history. A new text is scrubbed "
    "again, and what was derived from the old one is erased. Trust and sensitivity "
    "can only be tightened.",
    {200: (bodies.CorrectedMemory, "The memory as it stands now.")},
    takes=MemoryPatch,
    example={"text": "Prefers night trains to planes."},
    parameters=[IF_MATCH, etag(200)],
    refuses=[403, 410, 412, 422, 503],
)

erase_memory = call(
    "eraseMemory",
    MEMORIES,
    "Erase a memory",
    "Takes it out of use at once and erases it, its history and everything made from "
    "it. There is no undo.",
    {202: (bodies.ErasureBegun, "It is out of use, and the erasure goes on.")},
    parameters=[IF_MATCH],
    refuses=[400, 410, 412],
)

get_history = call(
    "getHistory",
    LINEAGE,
    "Read a memory's versions",
    "Every version with who made it and when, oldest first.",
    {200: (bodies.Versions, "The versions.")},
    refuses=[400, 403, 410],
)

get_provenance = call(
    "getProvenance",
    LINEAGE,
    "Read where a memory is from",
    "The graph up to its sources and down to what was made from it.",
    {200: (bodies.Graph, "The graph.")},
    refuses=[400, 403, 410],
)

redact_version = call(
    "redactVersion",
    LINEAGE,
    "Redact an old version",
    "Takes the text out of one earlier version; who wrote it and when stay. Doing it "
    "again changes nothing. The current version is corrected instead.",
    {200: (bodies.Version, "The version, without its text.")},
    takes=VersionIn,
    example={"number": 1},
    refuses=[410],
)

forget = call(
    "forget",
    ERASURES,
    "Forget",
    "Takes memories, and what was made from them, out of use at once, and erases them "
    "when the time for undo is over. A dry run tells what it would reach; by `query` it "
    "looks for memories, and the real call names them by id.",
    {
        200: (FORGET_LOOKED, "A dry run: nothing has changed."),
        202: (bodies.ErasureBegun, "They are out of use."),
    },
    takes=ForgetIn,
    example={"query": "where she lives", "dry_run": True},
    refuses=[410, 503],
)

undo_forget = call(
    "undoForget",
    ERASURES,
    "Undo a forget",
    "Takes a forget back while its time lasts: everything returns to what it was.",
    {200: (bodies.Erasure, "It is undone.")},
    refuses=[410],
)

get_erasure = call(
    "getErasure",
    ERASURES,
    "Follow an erasure",
    "How far an erasure of this service is, and what its check of every store found.",
    {200: (bodies.Erasure, "The erasure.")},
)

make_dashboard_link = call(
    "makeDashboardLink",
    PEOPLE,
    "Make a link to the person's pages",
    "A link that opens this service's part of the person's pages, once, within ten "
    "minutes. Hand it to the person alone.",
    {201: (bodies.Link, "The link; it cannot be shown again.")},
    refuses=[400],
)
