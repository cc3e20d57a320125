"""A body that is answered again as it came (OpenDSR, 7.3: ``encoded_request``)."""

from typing import IO, Any

from rest_framework.request import Request
from typing_extensions import override

from governance.api.body import BoundedJSONParser


class KeptJSONParser(BoundedJSONParser):
    """Keeps the bytes, for as long as the call lasts."""

    kept = b""

    @override
    def bounded(self, stream: IO[Any], request: Any) -> bytes:
        self.kept = super().bounded(stream, request)
        return self.kept


def kept(request: Request) -> bytes:
    """The body of a call, as it came."""
    parsers = [
        each for each in request.parsers or () if isinstance(each, KeptJSONParser)
    ]
    return parsers[0].kept
