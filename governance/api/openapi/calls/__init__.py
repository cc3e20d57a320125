"""Every call of REST, described; a view wears the description as a decorator."""

from governance.api.openapi.calls.documents import export_memories, import_memories
from governance.api.openapi.calls.erasures import (
    forget,
    get_certificate,
    get_erasure,
    undo_forget,
)
from governance.api.openapi.calls.lineage import (
    get_history,
    get_provenance,
    redact_version,
)
from governance.api.openapi.calls.memories import (
    correct_memory,
    erase_memory,
    get_memory,
    list_memories,
    write_batch,
    write_memory,
)
from governance.api.openapi.calls.people import (
    erase_person,
    get_person,
    get_settings,
    give_consent,
    make_dashboard_link,
    withdraw_consent,
)

__all__ = [
    "correct_memory",
    "erase_memory",
    "erase_person",
    "export_memories",
    "forget",
    "get_certificate",
    "get_erasure",
    "get_history",
    "get_memory",
    "get_person",
    "get_provenance",
    "get_settings",
    "give_consent",
    "import_memories",
    "list_memories",
    "make_dashboard_link",
    "redact_version",
    "undo_forget",
    "withdraw_consent",
    "write_batch",
    "write_memory",
]
