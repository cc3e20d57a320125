"""The description of REST, for programs and as a page. Both are open: a developer reads
them before there is a key, and they tell nothing about anybody."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from governance.api.openapi.reference import Reference, reference_of


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document; it is made of code, so each process makes it once."""
    document: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return document


@cache
def _reference() -> Reference:
    return reference_of(described(), address=settings.PUBLIC_URL)


@require_safe
def schema(request: HttpRequest) -> JsonResponse:
    """OpenAPI 3.1."""
    return JsonResponse(described())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The same for people."""
    return render(request, "developers/reference.html", {"reference": _reference()})
