"""A receiver of what webhooks are sent, as the tests of telling have it, and the staff of
the tests of requests."""

from tests.requests.conftest import office
from tests.telling.conftest import hook, nearby, receiver

__all__ = ["hook", "nearby", "office", "receiver"]
