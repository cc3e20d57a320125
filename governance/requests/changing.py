"""Change a request: one at a time, and only as it was when it was looked at."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from governance.models import SubjectRequest
from governance.requests.refusals import NoSuchRequest, Stale

IN_NOBODYS_WAY = frozenset({"looked", "reminded"})
"""Events of which a decision of somebody else's does not hang: they leave the version as it
is (``quiet``)."""


@contextmanager
def changing(
    request_id: uuid.UUID, *, version: int | None = None, quiet: bool = False
) -> Iterator[SubjectRequest]:
    """The row, locked until the transaction ends and saved afterwards; inside a scope.

    ``version`` is the one that whoever decides has seen. Raises :class:`Stale` where it
    is another one by now, and :class:`NoSuchRequest`. What is ``quiet`` makes no other
    version: somebody looked, or was reminded.
    """
    row = SubjectRequest.objects.select_for_update().filter(id=request_id).first()
    if row is None:
        raise NoSuchRequest
    if version is not None and row.version != version:
        raise Stale
    yield row
    if not quiet:
        row.version += 1
    row.save(force_update=True)
