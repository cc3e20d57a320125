"""The public keys by which certificates are checked: for anybody, without a key."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from governance.erasure import verifying_keys
from governance.signing import as_key_set


@cache_control(public=True, max_age=3600)
@require_safe
def published_keys(request: HttpRequest) -> JsonResponse:
    """A JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037)."""
    return JsonResponse(
        as_key_set(verifying_keys()), content_type="application/jwk-set+json"
    )
