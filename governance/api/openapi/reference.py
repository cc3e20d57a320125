"""The OpenAPI document, arranged for a page."""

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

from django.utils.safestring import SafeString

from governance.api.openapi.words import (
    Schema,
    Shapes,
    anchor,
    named,
    paragraphs,
    prose,
)

# Writing comes first: without it there is nothing to read.
METHODS = ("post", "put", "get", "patch", "delete")
# Fewer members in common are a coincidence, not the same thing with more to it.
WORTH_NAMING = 4


@dataclass(frozen=True)
class Member:
    """A member of a body, or a parameter of a call."""

    name: str
    note: str
    kind: SafeString
    limits: str
    values: list[Any]
    description: SafeString


@dataclass(frozen=True)
class Shape:
    """A named object; ``base`` is another one whose members it has all of."""

    name: str
    anchor: str
    description: SafeString
    base: str
    base_anchor: str
    members: list[Member]


@dataclass(frozen=True)
class Answer:
    """What a call may give for one status."""

    status: str
    phrase: str
    description: SafeString
    kind: SafeString | None
    headers: list[str]


@dataclass(frozen=True)
class Call:
    """One operation."""

    anchor: str
    method: str
    path: str
    summary: str
    description: list[SafeString]
    parameters: list[tuple[str, list[Member]]]
    body: Shape | None
    curl: str
    answers: list[Answer]
    problems: list[Answer]


@dataclass(frozen=True)
class Group:
    """Calls about one thing."""

    name: str
    anchor: str
    description: SafeString
    calls: list[Call]


@dataclass(frozen=True)
class Reference:
    """The page."""

    about: list[SafeString]
    address: str
    groups: list[Group]
    shapes: list[Shape]


def reference_of(document: dict[str, Any], *, address: str) -> Reference:
    """The page of a document; ``address`` is where the examples call."""
    return Arranging(document, address).reference()


@dataclass(frozen=True)
class Arranging:
    """One document on its way to a page."""

    document: dict[str, Any]
    address: str

    @cached_property
    def shapes(self) -> Shapes:
        """The named schemas."""
        return Shapes(self.document["components"]["schemas"])

    def reference(self) -> Reference:
        """All of it."""
        groups = [self._group(tag) for tag in self.document["tags"]]
        calls = [call for group in groups for call in group.calls]
        shown = {call.body.name for call in calls if call.body}
        return Reference(
            about=paragraphs(self.document["info"]["description"]),
            address=self.address,
            groups=[group for group in groups if group.calls],
            shapes=[
                self._shape(name)
                for name in self.shapes.schemas
                if self.shapes.is_object(name) and name not in shown
            ],
        )

    def _group(self, tag: dict[str, str]) -> Group:
        calls = [
            self._call(path, method, operation)
            for path, method, operation in self._operations()
            if tag["name"] in operation["tags"]
        ]
        name = tag["name"]
        slug = "-".join(name.lower().split())
        return Group(name, slug, prose(tag["description"]), calls)

    def _operations(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield path, method, item[method]

    def _call(self, path: str, method: str, operation: dict[str, Any]) -> Call:
        answers = [
            self._answer(status, answer)
            for status, answer in sorted(operation["responses"].items())
        ]
        body = named(_content(operation.get("requestBody", {})))
        return Call(
            anchor=operation["operationId"],
            method=method.upper(),
            path=path,
            summary=operation["summary"],
            description=paragraphs(operation["description"]),
            parameters=list(self._parameters(operation.get("parameters", []))),
            body=self._shape(body) if body else None,
            curl=curl(self.address + path, method, operation),
            answers=[each for each in answers if each.status < "400"],
            problems=[each for each in answers if each.status >= "400"],
        )

    def _parameters(
        self, given: list[dict[str, Any]]
    ) -> Iterator[tuple[str, list[Member]]]:
        for place, title in (
            ("path", "In the path"),
            ("query", "In the query"),
            ("header", "In the header"),
        ):
            here = [each for each in given if each["in"] == place]
            if here:
                yield title, [self._parameter(each) for each in here]

    def _parameter(self, given: dict[str, Any]) -> Member:
        note = "required" if given.get("required") else ""
        said = given.get("description", "")
        return self._member(given["name"], given["schema"], note, said)

    def _shape(self, name: str) -> Shape:
        schema = self.shapes.schemas[name]
        base = self._base(name)
        inherited = self.shapes.schemas[base]["properties"] if base else {}
        return Shape(
            name=name,
            anchor=anchor(name),
            description=prose(schema.get("description", "")),
            base=base,
            base_anchor=anchor(base),
            members=[
                self._member(key, each, _note(key, schema))
                for key, each in schema["properties"].items()
                if key not in inherited
            ],
        )

    def _base(self, name: str) -> str:
        """The largest other shape that is a part of this one."""
        mine = self.shapes.schemas[name]["properties"]
        parts = {
            other: len(schema["properties"])
            for other, schema in self.shapes.schemas.items()
            if WORTH_NAMING <= len(schema.get("properties", {})) < len(mine)
            and all(mine.get(key) == each for key, each in schema["properties"].items())
        }
        return max(parts, key=lambda each: parts[each], default="")

    def _member(
        self, name: str, schema: Schema, note: str, description: str = ""
    ) -> Member:
        return Member(
            name=name,
            note=note,
            kind=self.shapes.kind(schema),
            limits=self.shapes.limits(schema),
            values=self.shapes.values(schema),
            description=prose(description or schema.get("description", "")),
        )

    def _answer(self, status: str, given: dict[str, Any]) -> Answer:
        schema = _content(given)
        return Answer(
            status=status,
            phrase=HTTPStatus(int(status)).phrase,
            description=prose(given["description"]),
            kind=self.shapes.kind(schema) if schema else None,
            headers=list(given.get("headers", {})),
        )


def curl(url: str, method: str, operation: dict[str, Any]) -> str:
    """A call to be copied into a shell where ``KEY`` holds the service's key."""
    lines = [
        f"curl -X {method.upper()} {shlex.quote(_filled(url, operation))}",
        '-H "Authorization: Bearer $KEY"',
    ]
    body = _example(next(iter(_media(operation.get("requestBody", {}))), {}))
    if body is not None:
        text = json.dumps(body, indent=2, ensure_ascii=False)
        lines += ['-H "Content-Type: application/json"', f"-d {shlex.quote(text)}"]
    return " \\\n  ".join(lines)


def _filled(url: str, operation: dict[str, Any]) -> str:
    query = {}
    for each in operation.get("parameters", []):
        example = _example(each)
        if example is not None and each["in"] == "path":
            url = url.replace(f"{{{each['name']}}}", quote(example, safe=""))
        elif example is not None and each["in"] == "query":
            query[each["name"]] = example
    return f"{url}?{urlencode(query)}" if query else url


def _example(described: dict[str, Any]) -> Any:
    return next(
        (each["value"] for each in described.get("examples", {}).values()), None
    )


def _note(name: str, schema: Schema) -> str:
    """What is left out of an answer is the exception; what is needed in a body, too."""
    required = name in schema.get("required", [])
    if schema.get("additionalProperties") is False:
        return "required" if required else ""
    return "" if required else "not always"


def _media(described: dict[str, Any]) -> list[dict[str, Any]]:
    return list(described.get("content", {}).values())


def _content(described: dict[str, Any]) -> Schema:
    return next((each["schema"] for each in _media(described)), {})
