"""How often one key may call."""

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.throttling import SimpleRateThrottle
from typing_extensions import override

from governance.access import Caller

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.request import Request
    from rest_framework.views import APIView


class KeyThrottle(SimpleRateThrottle):
    """A rate per key; over it 429 with ``Retry-After``."""

    @override
    def get_rate(self) -> str:
        rate: str = settings.API_KEY_RATE
        return rate

    @override
    def get_cache_key(self, request: "Request", view: "APIView") -> str | None:
        caller = request.auth
        return f"calls/{caller.key_id}" if isinstance(caller, Caller) else None
