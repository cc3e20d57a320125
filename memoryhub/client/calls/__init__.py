"""Every call of the API, once: its endpoint, its typed parameters, its result."""

from memoryhub.client.calls.documents import export, import_part
from memoryhub.client.calls.erasures import (
    acknowledge,
    certificate,
    erasure,
    find_to_forget,
    forget,
    plan_forget,
    undo,
)
from memoryhub.client.calls.lineage import history, provenance, redact_version
from memoryhub.client.calls.memories import (
    correct,
    erase,
    memories,
    memory,
    remember,
    remember_batch,
)
from memoryhub.client.calls.people import (
    dashboard_link,
    erase_person,
    give_consent,
    person,
    settings,
    withdraw_consent,
)
from memoryhub.client.calls.requests import (
    answer_request,
    file_request,
    request,
    requests,
    withdraw_request,
)
from memoryhub.client.calls.told import (
    add_items,
    clear_conversation,
    items,
    memory_tool,
    pop_item,
    replace_items,
)
from memoryhub.client.calls.webhooks import (
    delete_webhook,
    deliveries,
    make_webhook,
    rotate_webhook_secret,
    send_test,
    webhook,
    webhooks,
)

__all__ = [
    "acknowledge",
    "add_items",
    "answer_request",
    "certificate",
    "clear_conversation",
    "correct",
    "dashboard_link",
    "delete_webhook",
    "deliveries",
    "erase",
    "erase_person",
    "erasure",
    "export",
    "file_request",
    "find_to_forget",
    "forget",
    "give_consent",
    "history",
    "import_part",
    "items",
    "make_webhook",
    "memories",
    "memory",
    "memory_tool",
    "person",
    "plan_forget",
    "pop_item",
    "provenance",
    "redact_version",
    "remember",
    "remember_batch",
    "replace_items",
    "request",
    "requests",
    "rotate_webhook_secret",
    "send_test",
    "settings",
    "undo",
    "webhook",
    "webhooks",
    "withdraw_consent",
    "withdraw_request",
]
