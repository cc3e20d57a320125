"""REST: who reads, checks and answers a call, and what its description says first."""

from typing import Any

ABOUT = """\
Memoryhub keeps what AI agents remember about people: scrubbed before it is stored, with \
a where-from, and erased everywhere when it is erased.

A service calls with its key, `Authorization: Bearer mh_…`, and names a person by its own \
id for them. The key carries scopes, and each call names the one it needs.

Times are RFC 3339 with an offset, between 1900 and 2200; a time without one is refused. Ids are UUIDs. Lists \
come in pages: follow `next`.

Errors are problem documents (RFC 9457) and never repeat what was sent. Where the id is of \
another person or another service, the answer is 404, as if it were not there.

For probes there are `/health/live` and `/health/ready`, which need no key.
"""

OPENAPI: dict[str, Any] = {
    "TITLE": "Memoryhub",
    "DESCRIPTION": ABOUT,
    "VERSION": "1",
    "LICENSE": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    "OAS_VERSION": "3.1.0",
    "TAGS": [
        {"name": "Memories", "description": "Write, read, correct and erase them."},
        {
            "name": "History and provenance",
            "description": "What a memory said before, and where it is from.",
        },
        {
            "name": "Conversations",
            "description": "What was said, item by item: add, read, replace, clear.",
        },
        {
            "name": "Memory files",
            "description": "The memory tool of an agent, on files of its own.",
        },
        {
            "name": "Import and export",
            "description": "A person's part as a document, out and in.",
        },
        {"name": "Erasures", "description": "How far they are, and what was checked."},
        {
            "name": "Requests",
            "description": "People exercise their rights, and somebody answers in time.",
        },
        {
            "name": "Webhooks",
            "description": "Where a service is told of what becomes of its memories.",
        },
        {"name": "People", "description": "The persons themselves, and their pages."},
    ],
    # As they are declared: what matters comes first.
    "SORT_OPERATION_PARAMETERS": False,
    "COMPONENT_SPLIT_PATCH": False,
    # Our fields say themselves what they take.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_SUFFIX": "",
    "ENUM_NAME_OVERRIDES": {
        "Kind": "governance.models.Kind.values",
        "Sensitivity": "governance.models.Sensitivity.values",
        "SourceType": "governance.models.SourceType.values",
        "Trust": "governance.models.Trust.values",
        "MemoryStatus": "governance.models.MemoryState.values",
        "ErasureState": "governance.models.RunState.values",
        "ErasureScope": "governance.models.EraseScope.values",
        "SpecialCategory": "governance.models.SpecialCategory.values",
        "ActorKind": ["service", "account", "link", "staff", "system"],
        "Held": ["proposed"],
        "StatusOfImported": ["active", "paused", "quarantined", "superseded"],
        "StatusOfRefused": [(each, each) for each in (400, 403, 404, 410, 422, 503)],
        "DeliveryState": "governance.models.DeliveryState.values",
        "Right": "governance.models.Right.values",
        "RequestState": "governance.models.RequestState.values",
        "Channel": "governance.models.Channel.values",
        "Language": ["en", "de"],
        "Event": "governance.telling.ALL_EVENTS",
        "MessageType": "governance.models.EventKind.values",
        "Scope": "governance.models.KeyScope.values",
    },
    "SERVE_INCLUDE_SCHEMA": False,
}

REST: dict[str, Any] = {
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_AUTHENTICATION_CLASSES": ["governance.api.keys.ServiceKeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["governance.api.keys.HasScope"],
    "DEFAULT_PARSER_CLASSES": ["governance.api.body.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["governance.api.throttle.KeyThrottle"],
    "DEFAULT_SCHEMA_CLASS": "governance.api.openapi.schema.DescribedSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "governance.api.problems.as_problem",
    "UNAUTHENTICATED_USER": None,
}
