"""A receiver of what webhooks are sent, as the tests of telling have it."""

from tests.telling.conftest import hook, nearby, receiver

__all__ = ["hook", "nearby", "receiver"]
