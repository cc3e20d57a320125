"""Conversations and memory files."""

from governance.api.openapi import bodies, told
from governance.api.openapi.call import call
from governance.api.openapi.calls.memories import IDEMPOTENCY_KEY
from governance.api.openapi.queries import PURPOSE, YES, parameter
from governance.api.told_shapes import ItemsIn, MemoryToolIn, ReplaceIn

CONVERSATIONS = "Conversations"
FILES = "Memory files"
LIMIT = parameter(
    "limit",
    {"type": "integer", "minimum": 0, "maximum": 1_000, "default": 100},
    "How many of the newest.",
)

add_items = call(
    "addItems",
    CONVERSATIONS,
    "Add items",
    "Adds items to a conversation, all of them or none; each may be any JSON object. "
    "Every text in them is scrubbed; members such as `id` and `call_id`, by which items "
    "name each other, are kept as given. What tells of a special category without the "
    "person's consent ends after 24 hours.",
    {201: (told.Items, "They are added.")},
    takes=ItemsIn,
    example={"items": [{"role": "user", "content": "A window seat, please."}]},
    parameters=[IDEMPOTENCY_KEY],
    refuses=[403, 410, 422, 503],
)

list_items = call(
    "listItems",
    CONVERSATIONS,
    "Read the newest items",
    "The newest items, in the order in which they were told; none of a conversation that "
    "is not there. The reading is logged.",
    {200: (told.Items, "The items.")},
    parameters=[LIMIT, PURPOSE],
    refuses=[400, 403],
)

replace_items = call(
    "replaceItems",
    CONVERSATIONS,
    "Replace items",
    "Puts items in the place of those that are there, at once: nobody ever reads half of "
    "either. With `upto`, what was added meanwhile stays.",
    {200: (told.Items, "The new items.")},
    takes=ReplaceIn,
    example={"items": [{"role": "assistant", "content": "She wants a window seat."}]},
    refuses=[403, 409, 410, 422, 503],
)

pop_item = call(
    "popItem",
    CONVERSATIONS,
    "Take the last item out",
    "Takes the last item out and answers it, to one of those who ask at once.",
    {200: (told.Popped, "The item, or null where there is none.")},
    parameters=[PURPOSE],
    refuses=[400, 403, 410],
)

clear_conversation = call(
    "clearConversation",
    CONVERSATIONS,
    "Clear a conversation",
    "Takes its items out of use at once and erases them; there is no undo.",
    {202: (bodies.ErasureBegun, "They are out of use, and the erasure goes on.")},
    parameters=[
        parameter("memories", YES, "Whether what was learnt from it goes as well.")
    ],
    refuses=[400, 410],
)

run_memory_tool = call(
    "runMemoryTool",
    FILES,
    "Run a command of the memory tool",
    "One command on the files under `/memories`, answered in the words that the model "
    "expects. Every text is scrubbed, every change keeps what was there before, and "
    "`delete` erases. What cannot be done is answered with `is_error`.",
    {200: (told.ToolResult, "What the model is told.")},
    takes=MemoryToolIn,
    example={"command": "view", "path": "/memories"},
    parameters=[PURPOSE],
    refuses=[400, 403, 410, 422, 503],
)
