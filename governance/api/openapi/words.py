"""What a JSON schema says, in words and with links to the shapes it names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

Schema = dict[str, Any]
FORMATS = {"date-time": "time", "uuid": "UUID", "uri": "URL"}
TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
}


@dataclass(frozen=True)
class Shapes:
    """The named schemas of a document."""

    schemas: dict[str, Schema]

    def at(self, schema: Schema) -> Schema:
        """The schema itself, with a reference followed; what stands beside it wins."""
        name = named(schema)
        beside = {key: each for key, each in schema.items() if key not in REFERRING}
        return {**self.schemas[name], **beside} if name else schema

    def is_object(self, name: str) -> bool:
        """Whether it has members to be listed under a heading of its own."""
        return "properties" in self.schemas[name]

    def kind(self, schema: Schema) -> SafeString:
        """``list of Memory``, ``text or null``, ``true or false``."""
        name = named(schema)
        if name and self.is_object(name):
            return format_html('<a href="#{}">{}</a>', anchor(name), name)
        inner = self.at(schema)
        if "oneOf" in inner:
            kinds = ((self.kind(each),) for each in inner["oneOf"])
            return format_html_join(" or ", "{}", kinds)
        return self._plain(inner)

    def _plain(self, schema: Schema) -> SafeString:
        types = schema.get("type", "object")
        given = types if isinstance(types, list) else [types]
        return format_html_join(" or ", "{}", ((self._word(t, schema),) for t in given))

    def _word(self, json_type: str, schema: Schema) -> str:
        if len(schema.get("enum", [])) > 1:
            return "one of"
        if json_type == "array":
            return format_html("list of {}", self.kind(schema["items"]))
        if json_type == "string":
            return FORMATS.get(schema.get("format", ""), TYPES["string"])
        return TYPES[json_type]

    def values(self, schema: Schema) -> list[Any]:
        """The closed list that it is out of, if there is one."""
        found: list[Any] = self.at(schema).get("enum", [])
        return found

    def limits(self, schema: Schema) -> str:
        """Its limits and its default, joined by commas."""
        return ", ".join(_limits(self.at(schema)))


REFERRING = {"$ref", "allOf"}


def named(schema: Schema) -> str:
    """The name of the shape that a schema refers to, or nothing."""
    inner = schema["allOf"][0] if "allOf" in schema else schema
    return str(inner.get("$ref", "")).rpartition("/")[2]


def anchor(name: str) -> str:
    """The id of a shape's heading."""
    return f"shape-{name}"


def prose(text: str) -> SafeString:
    """A description with its ``code`` marked."""
    parts = re.split(r"`([^`]+)`", text)
    marked = (
        format_html("<code>{}</code>", part) if number % 2 else conditional_escape(part)
        for number, part in enumerate(parts)
    )
    return mark_safe("".join(marked))  # noqa: S308  each part is escaped above


def paragraphs(text: str) -> list[SafeString]:
    """The same for a text of several paragraphs."""
    return [prose(each) for each in text.strip().split("\n\n")]


def _limits(schema: Schema) -> Iterator[str]:
    for low, high, unit in (
        ("minLength", "maxLength", " characters"),
        ("minimum", "maximum", ""),
        ("minItems", "maxItems", " of them"),
    ):
        if high in schema:
            yield f"{_from(schema.get(low), schema[high])}{unit}"
        elif schema.get(low):
            yield f"at least {schema[low]:,}{unit}"
    if schema.get("default") not in (None, "", {}, []):
        yield f"usually {_as_json(schema['default'])}"


def _from(low: int | None, high: int) -> str:
    return f"up to {high:,}" if low is None else f"{low:,} to {high:,}"


def _as_json(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
