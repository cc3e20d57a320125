"""What every call has in common: its person, its scope, and the headers of refusals."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from typing_extensions import override

from governance.api.callers import LONGEST_REF
from governance.api.fields import Text
from governance.api.openapi import extensions
from governance.models import SpecialCategory

Parameter = OpenApiParameter
SAMPLE_ID = "018f6f2e-4a57-7c11-9d5e-3b7d1c0a9e42"


def path_parameter(
    name: str, schema: dict[str, Any], example: str, description: str
) -> OpenApiParameter:
    """A part of the path, with an example."""
    return Parameter(
        name,
        schema,
        Parameter.PATH,
        required=True,
        description=description,
        examples=[OpenApiExample("example", example)],
    )


def response_header(
    name: str, schema: dict[str, Any], statuses: list[int], description: str
) -> OpenApiParameter:
    """A header that every answer of these statuses has."""
    return Parameter(
        name,
        schema,
        Parameter.HEADER,
        required=True,
        response=[*statuses],
        description=description,
    )


IN_PATH = [
    path_parameter(
        "person",
        {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_REF,
            "pattern": extensions.NO_NUL,
        },
        "anna",
        "The person, by your own id for them: any Unicode, percent-encoded; "
        "a slash is `%2F`.",
    ),
    path_parameter(
        "conversation",
        {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_REF,
            "pattern": extensions.NO_NUL,
        },
        "vienna",
        "The conversation, by your own name for it: any Unicode, percent-encoded; "
        "a slash is `%2F`.",
    ),
    path_parameter(
        "memory_id", {"type": "string", "format": "uuid"}, SAMPLE_ID, "The memory."
    ),
    path_parameter(
        "run_id", {"type": "string", "format": "uuid"}, SAMPLE_ID, "The erasure."
    ),
    path_parameter(
        "request_id", {"type": "string", "format": "uuid"}, SAMPLE_ID, "The request."
    ),
    path_parameter(
        "webhook_id", {"type": "string", "format": "uuid"}, SAMPLE_ID, "The webhook."
    ),
    path_parameter(
        "category",
        {"type": "string", "enum": SpecialCategory.values},
        "health",
        "A special category (Art. 9 and 10 GDPR).",
    ),
]

OF_REFUSALS = [
    response_header(
        "WWW-Authenticate", {"type": "string"}, [401], "The scheme that is asked for."
    ),
    response_header(
        "Retry-After", {"type": "integer", "minimum": 1}, [429], "Seconds to wait."
    ),
]


class DescribedSchema(AutoSchema):
    """DRF's ``DEFAULT_SCHEMA_CLASS``."""

    @override
    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        scope = extensions.scope_of(self.view, self.method)
        operation["description"] += f"\n\nScope: `{scope}`."
        if "requestBody" in operation:
            # A call that takes a body needs one, also where each member may be left out.
            operation["requestBody"]["required"] = True
        return operation

    @override
    def _insert_field_validators(self, field: Any, schema: dict[str, Any]) -> None:
        # Our text says all of it already; the usual way would offer "" a second time.
        if not isinstance(field, Text):
            # drf-spectacular gives no types here.
            super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]

    @override
    def get_override_parameters(self) -> list[Any]:
        here = [each for each in IN_PATH if f"{{{each.name}}}" in self.path]
        return [*here, *OF_REFUSALS]
