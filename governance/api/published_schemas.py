"""The schemas of what packages hold: for anybody, without a key."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from governance.requests.packages import SCHEMAS, schema


@cache_control(public=True, max_age=3600)
@require_safe
def published_schema(request: HttpRequest, name: str, version: int) -> HttpResponse:
    """JSON Schema 2020-12, of ``access``, ``memories`` or ``messages``, in the version that is made."""
    if SCHEMAS.get(name) != version:
        raise Http404
    return HttpResponse(schema(name), content_type="application/schema+json")
