"""Memories: write, read, correct, erase."""

from drf_spectacular.utils import PolymorphicProxySerializer

from governance.api.openapi import bodies
from governance.api.openapi.batch import Batch
from governance.api.openapi.call import call, etag
from governance.api.openapi.queries import LIST, PURPOSE
from governance.api.openapi.schema import Parameter
from governance.api.shapes import BatchIn, MemoryIn, MemoryPatch

GROUP = "Memories"
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

WAITING = PolymorphicProxySerializer(
    "WaitingMemory",
    [bodies.WrittenMemory, bodies.HeldMemory],
    resource_type_field_name=None,
)

write_memory = call(
    "writeMemory",
    GROUP,
    "Write a memory",
    "Scrubs, checks and stores one memory. The first write about somebody makes the "
    "person. A new value for a `key` takes the place of the old one, which goes into "
    "history.",
    {
        201: (bodies.WrittenMemory, "It is stored."),
        200: (bodies.RefreshedMemory, "The same was there: that row is refreshed."),
        202: (
            WAITING,
            "It waits, out of use: `quarantined` for review, or `proposed` for the "
            "person's consent; `reason` says why.",
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
    GROUP,
    "List or search memories",
    "Pages of what this service wrote about the person. Each memory is seen exactly "
    "once, whatever is written meanwhile. A parameter that is not listed is refused.",
    {200: (bodies.MemoryPage, "One page.")},
    parameters=LIST,
    refuses=[400, 403, 503],
)

write_batch = call(
    "writeMemories",
    GROUP,
    "Write up to 100 memories",
    "Writes them in order. Each item is checked on its own, and one that is refused "
    "harms no other. With an `Idempotency-Key`, each item is done once: its place in the "
    "batch belongs to the key.",
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
    parameters=[IDEMPOTENCY_KEY],
    refuses=[403, 410, 422, 503],
)

get_memory = call(
    "getMemory",
    GROUP,
    "Read a memory",
    "One memory that this service wrote. The reading is logged.",
    {200: (bodies.Memory, "The memory.")},
    parameters=[PURPOSE, etag(200)],
    refuses=[400, 403, 410],
)

correct_memory = call(
    "correctMemory",
    GROUP,
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
    GROUP,
    "Erase a memory",
    "Takes it out of use at once and erases it, its history and everything made from "
    "it. There is no undo.",
    {202: (bodies.ErasureBegun, "It is out of use, and the erasure goes on.")},
    parameters=[IF_MATCH],
    refuses=[400, 410, 412],
)
