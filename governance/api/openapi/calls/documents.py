"""A service's part of a person as a document, out and in."""

from governance.api.openapi import documents
from governance.api.openapi.call import call
from governance.api.openapi.queries import PURPOSE, parameter

GROUP = "Import and export"

export_memories = call(
    "exportMemories",
    GROUP,
    "Export memories, sources and history",
    "A part of the document: up to 500 memories in the order in which they were learned, "
    "with their sources, versions and derivations. Follow `next` until it is null; each "
    "part is one that an import takes. What waits for consent, and what is forgotten, is "
    "not in it. It is about memories only: conversations and memory files have calls of "
    "their own, and a person's copy of all that is kept (Art. 15 GDPR) is made on their "
    "own pages or as the answer to a request. The reading is logged.",
    {200: (documents.Document, "A part of the document.")},
    parameters=[
        PURPOSE,
        parameter("cursor", {"type": "string"}, "Where a part begins; follow `next`."),
    ],
    refuses=[400, 403],
)

import_memories = call(
    "importMemories",
    GROUP,
    "Import memories, sources and history",
    "Takes a part of the document, in order, each item through the same gate as any "
    "write: what has to wait waits, and trust is never raised. Sent twice, it makes "
    "nothing twice. What was erased since the document was made is refused with 410. "
    "It is about memories only: conversations and memory files are not taken in.",
    {207: (documents.Import, "What became of each item, in their order.")},
    takes=documents.DocumentIn,
    example={
        "format": "memoryhub.memories/1",
        "sources": [
            {
                "id": "0a4c1b8e-7d5b-4b1c-9d3e-2f6a7b8c9d0e",
                "type": "user_message",
                "trust": "user",
                "ref": "message-17",
                "said_at": "2026-05-04T09:30:00Z",
            }
        ],
        "memories": [
            {
                "id": "5f0d7c52-3c0e-4c57-8a5c-1f1f4a1f7c11",
                "source": "0a4c1b8e-7d5b-4b1c-9d3e-2f6a7b8c9d0e",
                "text": "Prefers trains to planes.",
                "kind": "preference",
                "key": "preference:transport",
            }
        ],
    },
    refuses=[403, 410, 503],
)
