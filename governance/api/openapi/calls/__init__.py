"""Every call of REST, described; a view wears the description as a decorator."""

from governance.api.openapi.calls.documents import export_memories, import_memories
from governance.api.openapi.calls.erasures import (
    acknowledge_erasure,
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
from governance.api.openapi.calls.requests import (
    answer_request,
    file_request,
    get_request,
    list_requests,
    withdraw_request,
)
from governance.api.openapi.calls.told import (
    add_items,
    clear_conversation,
    list_items,
    pop_item,
    replace_items,
    run_memory_tool,
)
from governance.api.openapi.calls.webhooks import (
    delete_webhook,
    get_webhook,
    list_deliveries,
    list_webhooks,
    make_webhook,
    rotate_webhook_secret,
    test_webhook,
)

__all__ = [
    "acknowledge_erasure",
    "add_items",
    "answer_request",
    "clear_conversation",
    "correct_memory",
    "delete_webhook",
    "erase_memory",
    "erase_person",
    "export_memories",
    "file_request",
    "forget",
    "get_certificate",
    "get_erasure",
    "get_history",
    "get_memory",
    "get_person",
    "get_provenance",
    "get_request",
    "get_settings",
    "get_webhook",
    "give_consent",
    "import_memories",
    "list_deliveries",
    "list_items",
    "list_memories",
    "list_requests",
    "list_webhooks",
    "make_dashboard_link",
    "make_webhook",
    "pop_item",
    "redact_version",
    "replace_items",
    "rotate_webhook_secret",
    "run_memory_tool",
    "test_webhook",
    "undo_forget",
    "withdraw_consent",
    "withdraw_request",
    "write_batch",
    "write_memory",
]
