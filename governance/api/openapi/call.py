"""How one call is described: its bodies, its answers, its refusals."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework import serializers

from governance.api.openapi.problems import WITH_A_BODY, problems
from governance.api.openapi.schema import response_header

View = TypeVar("View", bound=Callable[..., Any])
Body = type[serializers.Serializer[Any]] | PolymorphicProxySerializer


def call(
    name: str,
    group: str,
    summary: str,
    description: str,
    answers: Mapping[int, tuple[Body | None, str]],
    *,
    takes: Body | None = None,
    example: Mapping[str, Any] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    refuses: Sequence[int] = (),
) -> Callable[[View], View]:
    """One call. ``refuses`` lists the problems that not every call may give."""
    well = {
        status: OpenApiResponse(body, description=said)
        for status, (body, said) in answers.items()
    }
    return extend_schema(
        operation_id=name,
        tags=[group],
        summary=summary,
        description=description,
        request=takes,
        responses={**well, **problems(*refuses, *(WITH_A_BODY if takes else ()))},
        parameters=[*parameters],
        examples=[OpenApiExample("example", example, request_only=True)]
        if example
        else None,
    )


def etag(*statuses: int) -> OpenApiParameter:
    """The header that names the version answered."""
    said = "The version that is answered, for `If-Match`."
    return response_header("ETag", {"type": "string"}, [*statuses], said)
