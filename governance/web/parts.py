"""A page and its parts: htmx asks for the very part that the whole page would show."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and not the browser itself."""
    return request.headers.get("HX-Request") == "true"


def varying(response: HttpResponse) -> HttpResponse:
    """Says that the same address answers htmx otherwise."""
    patch_vary_headers(response, ["HX-Request"])
    return response
