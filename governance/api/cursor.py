"""Pages by cursor: each row of a list is seen exactly once, whatever is added meanwhile."""

import base64
import binascii
import json
import uuid
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework.request import Request

from governance.api.problems import Problem
from governance.models import Memory

Position = tuple[datetime, uuid.UUID]
DEFAULT_SIZE = 50
LARGEST = 100


class Page:
    """One page of memories, newest first. The position is the last row's time and id,
    so equal times (rows of one transaction) are no trouble."""

    def __init__(self, rows: QuerySet[Memory], request: Request) -> None:
        self.request = request
        self.size = _size(request)
        back, position = _read(request.query_params.get("cursor", ""))
        self.count = rows.count()
        self.rows = (
            _older(rows, position, self.size)
            if not back
            else (_newer(rows, position, self.size))
        )
        self.next = self._link(rows, back=False)
        self.previous = self._link(rows, back=True)

    def _link(self, rows: QuerySet[Memory], *, back: bool) -> str | None:
        if not self.rows:
            return None
        edge = self.rows[0] if back else self.rows[-1]
        position = (edge.created_at, edge.id)
        beyond = _newer if back else _older
        if not beyond(rows, position, 1):
            return None
        url = self.request.build_absolute_uri(self.request.path)
        query = self.request.query_params.copy()
        query["cursor"] = _write(position, back=back)
        return f"{url}?{query.urlencode()}"


def _older(
    rows: QuerySet[Memory], position: Position | None, size: int
) -> list[Memory]:
    if position:
        at, row_id = position
        rows = rows.filter(Q(created_at__lt=at) | Q(created_at=at, id__lt=row_id))
    return list(rows.order_by("-created_at", "-id")[:size])


def _newer(
    rows: QuerySet[Memory], position: Position | None, size: int
) -> list[Memory]:
    if position:
        at, row_id = position
        rows = rows.filter(Q(created_at__gt=at) | Q(created_at=at, id__gt=row_id))
    return list(rows.order_by("created_at", "id")[:size])[::-1]


def _size(request: Request) -> int:
    given = request.query_params.get("page_size", str(DEFAULT_SIZE))
    if (
        not given.isascii()
        or not given.isdecimal()
        or not 1 <= int(given[:4]) <= LARGEST
    ):
        raise invalid_query("page_size")
    return int(given)


def _write(position: Position, *, back: bool) -> str:
    at, row_id = position
    plain = json.dumps([back, at.isoformat(), str(row_id)])
    return base64.urlsafe_b64encode(plain.encode()).decode()


def _read(cursor: str) -> tuple[bool, Position | None]:
    if not cursor:
        return False, None
    try:
        back, at, row_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        return bool(back), (datetime.fromisoformat(at), uuid.UUID(row_id))
    except (ValueError, TypeError, AttributeError, binascii.Error):
        raise invalid_query("cursor") from None


def invalid_query(name: str) -> Problem:
    """A parameter of the query is not valid; it is named, never repeated."""
    said: dict[str, Any] = {name: ["is not valid"]}
    return Problem(400, "invalid", "See errors for each parameter.", errors=said)
