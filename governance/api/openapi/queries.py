"""The parameters of a list of memories, as ``filters`` and ``cursor`` read them."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from governance.api.cursor import DEFAULT_SIZE, LARGEST, ORDERS
from governance.api.filters import LONGEST, TOLD_STATES
from governance.api.openapi.extensions import NO_NUL, NOT_BLANK
from governance.models import Kind, Sensitivity

NAME = {"type": "string", "maxLength": LONGEST, "pattern": NO_NUL}
TIME = {"type": "string", "format": "date-time"}
YES = {"type": "boolean"}
PAGE_SIZE = {
    "type": "integer",
    "minimum": 1,
    "maximum": LARGEST,
    "default": DEFAULT_SIZE,
}
SEARCH = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": NOT_BLANK}


def one_of(values: list[str]) -> dict[str, Any]:
    """One of a closed list."""
    return {"type": "string", "enum": values}


def parameter(
    name: str, schema: dict[str, Any], description: str, *, example: str = ""
) -> OpenApiParameter:
    """A parameter of the query."""
    return OpenApiParameter(
        name,
        schema,
        OpenApiParameter.QUERY,
        description=description,
        examples=[OpenApiExample("example", example)] if example else None,
    )


PURPOSE = parameter(
    "purpose",
    {"type": "string", "maxLength": 40},
    "What you read for: one of the purposes that the service declares, by default the "
    "first. The person sees it.",
)

PAGES = [
    parameter("page_size", PAGE_SIZE, "How many on one page."),
    parameter(
        "cursor",
        {"type": "string"},
        "Where a page begins; follow `next` and `previous` instead of making one up.",
    ),
]

LIST = [
    PURPOSE,
    parameter(
        "q",
        SEARCH,
        "Words or a meaning to look for, within this person.",
        example="how does she travel",
    ),
    parameter("kind", one_of(Kind.values), "What sort of thing it says."),
    parameter("key", NAME, "The key it was written with."),
    parameter("space", NAME, "The space it was written to."),
    parameter(
        "status",
        one_of(TOLD_STATES),
        "Where it stands. Without it, superseded ones are left out.",
    ),
    parameter("source_ref", NAME, "The `ref` of its source."),
    parameter("sensitivity", one_of(Sensitivity.values), "How private it is."),
    parameter("pinned", YES, "Pinned, or not."),
    parameter("created_after", TIME, "Made after this time."),
    parameter("created_before", TIME, "Made before this time."),
    parameter("updated_after", TIME, "Changed after this time."),
    parameter("updated_before", TIME, "Changed before this time."),
    parameter("used_after", TIME, "Last used after this time."),
    parameter("used_before", TIME, "Last used before this time."),
    parameter(
        "ordering",
        one_of([f"{sign}{column}" for column in ORDERS for sign in ("", "-")]),
        "What to sort by, `-` for the largest first. Usually `-created_at`; with `q` "
        "it is `-relevance`, which is there with `q` alone.",
    ),
    *PAGES,
]
