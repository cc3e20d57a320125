"""The header Idempotency-Key, as calls that write something take it."""

from rest_framework.request import Request

from governance.api.problems import Problem
from governance.scrubbing import hard_identifier
from governance.writing import Once, Unwritable

LONGEST_KEY = 255


def once_of(request: Request) -> Once | None:
    """The key of the call, with the body that it stands for."""
    key = key_of(request)
    return None if key is None else Once(key, request.data)


def key_of(request: Request) -> str | None:
    """The key as it is given; a problem for one that cannot be one."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        said = {"Idempotency-Key": ["must have 1 to 255 printable characters"]}
        raise Problem(400, "invalid", "See errors.", errors=said)
    if hard_identifier(key):
        raise Unwritable("Idempotency-Key", "hard_identifier")
    return key
