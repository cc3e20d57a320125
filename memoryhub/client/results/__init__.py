"""What comes back. Members that a newer server adds are passed over; times have an offset.

Values out of closed lists (``status``, ``kind``) are plain text here, for a newer server
may know more of them.
"""

from memoryhub.client.results.documents import (
    ExportPart,
    Imported,
    ImportedMemory,
)
from memoryhub.client.results.erasures import (
    Candidates,
    Certificate,
    Erasure,
    ErasurePlan,
    Recipient,
)
from memoryhub.client.results.lineage import (
    Actor,
    Edge,
    MemoryInGraph,
    Provenance,
    SourceInGraph,
    Version,
)
from memoryhub.client.results.memories import (
    Corrected,
    Finding,
    Memory,
    MemoryFacts,
    Remembered,
    StoredSource,
)
from memoryhub.client.results.pages import (
    Page,
    Paged,
)
from memoryhub.client.results.people import (
    Consent,
    Link,
    Person,
    Settings,
)
from memoryhub.client.results.requests import Request
from memoryhub.client.results.told import ConversationItem, ToolResult
from memoryhub.client.results.webhooks import (
    Delivery,
    NewWebhook,
    Told,
    Webhook,
)

__all__ = [
    "Actor",
    "Candidates",
    "Certificate",
    "Consent",
    "ConversationItem",
    "Corrected",
    "Delivery",
    "Edge",
    "Erasure",
    "ErasurePlan",
    "ExportPart",
    "Finding",
    "Imported",
    "ImportedMemory",
    "Link",
    "Memory",
    "MemoryFacts",
    "MemoryInGraph",
    "NewWebhook",
    "Page",
    "Paged",
    "Person",
    "Provenance",
    "Recipient",
    "Remembered",
    "Request",
    "Settings",
    "SourceInGraph",
    "StoredSource",
    "Told",
    "ToolResult",
    "Version",
    "Webhook",
]
