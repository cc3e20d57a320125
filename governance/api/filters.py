"""The filters of a list of memories: from the query to the rows."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from governance.api.cursor import invalid_query
from governance.api.fields import Moment
from governance.models import Kind, Memory, MemoryQuerySet, MemoryState, Sensitivity
from governance.recall import relevant

PAGING = {"cursor", "page_size", "ordering", "q", "purpose", "source_ref"}
LONGEST = 1_000


def one_of(values: list[str]) -> Callable[[str], str]:
    """A reader that takes one of a closed list."""

    def read(given: str) -> str:
        if given not in values:
            raise ValueError
        return given

    return read


def name(given: str) -> str:
    """A service's own name for something."""
    if "\0" in given or len(given) > LONGEST:
        raise ValueError
    return given


def yes(given: str) -> bool:
    """``true`` or ``false``."""
    return {"true": True, "false": False}[given]


def time(given: str) -> Any:
    """An RFC 3339 time with an offset."""
    return Moment().to_internal_value(given)


TOLD_STATES = [each for each in MemoryState.values if each != MemoryState.FORGOTTEN]
"""What is forgotten is out of every answer, though it may still come back."""

# Parameter → (condition on the row, how to read it).
FILTERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "kind": ("kind", one_of(Kind.values)),
    "key": ("key", name),
    "space": ("space", name),
    "status": ("status", one_of(TOLD_STATES)),
    "sensitivity": ("sensitivity", one_of(Sensitivity.values)),
    "pinned": ("pinned", yes),
    "created_after": ("created_at__gt", time),
    "created_before": ("created_at__lt", time),
    "updated_after": ("updated_at__gt", time),
    "updated_before": ("updated_at__lt", time),
    "used_after": ("last_used_at__gt", time),
    "used_before": ("last_used_at__lt", time),
}


def filtered(rows: MemoryQuerySet, request: Request) -> QuerySet[Memory]:
    """The rows that the query asks for; without ``status``, those in use or waiting."""
    chosen = dict(_conditions(request))
    rows = rows.unexpired().staying() if "status" in chosen else rows.shown()
    query = request.query_params.get("q")
    if query is not None:
        rows = relevant(rows, _searchable(query))
    ref = request.query_params.get("source_ref")
    if ref is not None:
        rows = rows.told_by(ref=_a_name("source_ref", ref))
    return rows.filter(**chosen)


def _a_name(parameter: str, given: str) -> str:
    try:
        return name(given)
    except ValueError:
        raise invalid_query(parameter) from None


def _searchable(query: str) -> str:
    if not query.strip() or "\0" in query or len(query) > LONGEST:
        raise invalid_query("q")
    return query.strip()


def _conditions(request: Request) -> list[tuple[str, Any]]:
    found = []
    for parameter in request.query_params:
        if parameter in PAGING:
            continue
        if parameter not in FILTERS:
            raise invalid_query("query")
        condition, read = FILTERS[parameter]
        try:
            found.append((condition, read(request.query_params[parameter])))
        except (ValueError, KeyError, ValidationError):
            raise invalid_query(parameter) from None
    return found
