"""How our own fields, bodies and keys stand in OpenAPI. Importing this registers them."""

from typing import TYPE_CHECKING, Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from typing_extensions import override

if TYPE_CHECKING:
    from drf_spectacular.openapi import AutoSchema
    from drf_spectacular.utils import Direction

NO_NUL = r"^[^\u0000]*$"
NOT_BLANK = r"^[^\u0000]*[^\s\u0000][^\u0000]*$"


def scope_of(view: Any, method: str) -> str:
    """The scope that a call needs; each view names one for each of its methods."""
    return str(view.scopes[method])


class ServiceKey(OpenApiAuthenticationExtension):
    """A service key as a bearer token; the scope that a call needs is listed with it."""

    target_class = "governance.api.keys.ServiceKeyAuthentication"
    name = "serviceKey"

    @override
    def get_security_definition(self, auto_schema: "AutoSchema") -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "mh_<prefix>_<secret>",
            "description": "A service's key: `Authorization: Bearer mh_…`. "
            "It carries scopes; each call names the one it needs.",
        }

    @override
    def get_security_requirement(
        self, auto_schema: "AutoSchema"
    ) -> dict[str, list[Any]]:
        return {self.name: [scope_of(auto_schema.view, auto_schema.method)]}


class StrictBody(OpenApiSerializerExtension):
    """A body that refuses members it does not know."""

    target_class = "governance.api.fields.Strict"
    match_subclasses = True

    @override
    def map_serializer(
        self, auto_schema: "AutoSchema", direction: "Direction"
    ) -> dict[str, Any]:
        schema = auto_schema._map_serializer(
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False, **self.target.rules}


class TextField(OpenApiSerializerFieldExtension):
    """Text of a body: no NUL in it and, where it must not be empty, something to see."""

    target_class = "governance.api.fields.Text"

    @override
    def map_serializer_field(
        self, auto_schema: "AutoSchema", direction: "Direction"
    ) -> dict[str, Any]:
        field = self.target
        schema: dict[str, Any] = {"type": "string", "maxLength": field.max_length}
        if field.allow_blank:
            return {**schema, "pattern": NO_NUL}
        pattern = NOT_BLANK if field.trim_whitespace else NO_NUL
        return {**schema, "minLength": 1, "pattern": pattern}


class MailField(OpenApiSerializerFieldExtension):
    """An e-mail address."""

    target_class = "governance.api.request_shapes.MailAddress"

    @override
    def map_serializer_field(
        self, auto_schema: "AutoSchema", direction: "Direction"
    ) -> dict[str, Any]:
        longest = self.target.max_length
        return {
            "type": "string",
            "format": "email",
            "minLength": 1,
            "maxLength": longest,
        }


class MomentField(OpenApiSerializerFieldExtension):
    """An RFC 3339 time."""

    target_class = "governance.api.fields.Moment"

    @override
    def map_serializer_field(
        self, auto_schema: "AutoSchema", direction: "Direction"
    ) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


class MetadataField(OpenApiSerializerFieldExtension):
    """A JSON object of the service's own."""

    target_class = "governance.api.fields.Metadata"
    match_subclasses = True

    @override
    def map_serializer_field(
        self, auto_schema: "AutoSchema", direction: "Direction"
    ) -> dict[str, Any]:
        field = self.target
        return {
            "type": "object",
            "additionalProperties": {},
            "description": "Any JSON object; it is scrubbed too. At most "
            f"{field.most_values:,} names and values, {field.deepest} levels deep.",
        }
