"""Pages by cursor: each row of a list is seen exactly once, whatever is added meanwhile."""

import base64
import binascii
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from governance.api.problems import Problem

Row = TypeVar("Row", bound=Model)

# What reading a made-up cursor may raise.
NO_CURSOR = (
    ValueError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
    binascii.Error,
)
DEFAULT_SIZE = 50
LARGEST = 100


@dataclass(frozen=True)
class Order:
    """A column to sort by, the id breaking ties: rows of one transaction have equal
    times, and the position in a list must tell them apart."""

    column: str
    descending: bool
    parse: Callable[[Any], Any]

    def sort(self, rows: QuerySet[Row], *, back: bool) -> QuerySet[Row]:
        """Rows in this order, or in its reverse."""
        sign = "-" if self.descending != back else ""
        return rows.order_by(f"{sign}{self.column}", f"{sign}id")

    def beyond(self, position: "Position", *, back: bool) -> Q:
        """The rows that follow a position, or that precede it."""
        way = "lt" if self.descending != back else "gt"
        tie = Q(**{self.column: position.value, f"id__{way}": position.id})
        return Q(**{f"{self.column}__{way}": position.value}) | tie


@dataclass(frozen=True)
class Position:
    """A place in a list: the sorted value and the id of one row."""

    value: Any
    id: uuid.UUID


def moment(value: Any) -> datetime:
    """A cursor's time; ``ValueError`` for a naive one."""
    parsed = datetime.fromisoformat(value)
    if parsed.tzinfo is None:
        raise ValueError
    # PostgreSQL takes offsets up to 15:59 only.
    return parsed.astimezone(UTC)


ORDERS: dict[str, Callable[[Any], Any]] = {
    "created_at": moment,
    "updated_at": moment,
    "said_at": moment,
    "importance": int,
    "relevance": float,
}
NEWEST_FIRST = Order("created_at", descending=True, parse=moment)


class Page(Generic[Row]):
    """One page of rows in an order."""

    def __init__(
        self, rows: QuerySet[Row], request: Request, order: Order = NEWEST_FIRST
    ) -> None:
        self._request = request
        self._order = order
        back, position = _read(request.query_params.get("cursor", ""), order)
        self.count = rows.count()
        self.rows = self._take(rows, position, _size(request), back=back)
        self.next = self._link(rows, back=False)
        self.previous = self._link(rows, back=True)

    def _take(
        self,
        rows: QuerySet[Row],
        position: Position | None,
        size: int,
        *,
        back: bool,
    ) -> list[Row]:
        if position:
            rows = rows.filter(self._order.beyond(position, back=back))
        taken = list(self._order.sort(rows, back=back)[:size])
        return taken[::-1] if back else taken

    def _link(self, rows: QuerySet[Row], *, back: bool) -> str | None:
        if not self.rows:
            return None
        edge = self.rows[0] if back else self.rows[-1]
        position = Position(getattr(edge, self._order.column), edge.pk)
        if not self._take(rows, position, 1, back=back):
            return None
        url = self._request.build_absolute_uri(self._request.path)
        query = self._request.query_params.copy()
        query["cursor"] = _write(position, back=back)
        return f"{url}?{query.urlencode()}"


def order_of(request: Request) -> Order:
    """What ``ordering`` asks for: a column, with ``-`` for the largest first. A search is
    sorted by relevance unless told otherwise."""
    searching = "q" in request.query_params
    usual = "-relevance" if searching else "-created_at"
    given = request.query_params.get("ordering", usual)
    column = given.removeprefix("-")
    if column not in ORDERS or (column == "relevance" and not searching):
        raise invalid_query("ordering")
    return Order(column, descending=given.startswith("-"), parse=ORDERS[column])


def _size(request: Request) -> int:
    given = request.query_params.get("page_size", str(DEFAULT_SIZE))
    plain = given.isascii() and given.isdecimal() and len(given) <= len(str(LARGEST))
    if not plain or not 1 <= int(given) <= LARGEST:
        raise invalid_query("page_size")
    return int(given)


def _write(position: Position, *, back: bool) -> str:
    value = position.value
    plain = [
        back,
        value.isoformat() if isinstance(value, datetime) else value,
        str(position.id),
    ]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode()


def _read(cursor: str, order: Order) -> tuple[bool, Position | None]:
    if not cursor:
        return False, None
    try:
        back, value, row_id = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        return bool(back), Position(order.parse(value), uuid.UUID(row_id))
    except NO_CURSOR:
        raise invalid_query("cursor") from None


def invalid_query(name: str) -> Problem:
    """A parameter of the query is not valid; it is named, never repeated."""
    said: dict[str, Any] = {name: ["is not valid"]}
    return Problem(400, "invalid", "See errors for each parameter.", errors=said)
