"""Request bodies: JSON of bounded size, read into memory and nowhere else."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from typing_extensions import override

from governance.api.problems import Problem


class BoundedJSONParser(BaseParser):
    """Strict JSON of at most ``API_BODY_LIMIT`` bytes; 413 above it."""

    media_type = "application/json"

    @property
    def limit(self) -> int:
        """In bytes."""
        return int(settings.API_BODY_LIMIT)

    @override
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = self.bounded(stream, (parser_context or {})["request"])
        try:
            return json.loads(body, parse_constant=_refuse)
        except (ValueError, RecursionError):
            # The parser's own message would quote the body.
            raise ParseError from None

    def bounded(self, stream: IO[Any], request: Any) -> bytes:
        """The bytes of the body, within the limit."""
        limit = self.limit
        stated = request.headers.get("content-length", "")
        if stated.isdecimal() and int(stated) > limit:
            raise too_large(limit)
        body: bytes = _source(stream, request).read(limit + 1)
        if len(body) > limit:
            raise too_large(limit)
        return body


class LargeJSONParser(BoundedJSONParser):
    """The same for whole documents: at most ``API_IMPORT_LIMIT`` bytes."""

    @property
    @override
    def limit(self) -> int:
        """In bytes."""
        return int(settings.API_IMPORT_LIMIT)


def _source(stream: IO[Any], request: Any) -> IO[Any]:
    """Django takes a body without Content-Length for an empty one; a chunked body ends
    by itself where the server says so (``wsgi.input_terminated``)."""
    unsized = not request.headers.get("content-length")
    if unsized and request.META.get("wsgi.input_terminated"):
        chunked: IO[Any] = request.META["wsgi.input"]
        return chunked
    return stream


def too_large(limit: int) -> Problem:
    """The body is over the limit."""
    return Problem(413, "too-large", f"A body may have {limit:,} bytes at most.")


def _refuse(constant: str) -> NoReturn:
    raise ValueError("NaN and Infinity are not JSON")
