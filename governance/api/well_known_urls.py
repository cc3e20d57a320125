"""Well-known addresses (RFC 8615), outside /api/v1 so that nobody needs a key."""

from django.urls import path

from governance.api.published_keys import published_keys
from governance.api.published_schemas import published_schema

urlpatterns = [
    path("memoryhub-keys.json", published_keys, name="published-keys"),
    path(
        "memoryhub-<slug:name>-<int:version>.schema.json",
        published_schema,
        name="published-schema",
    ),
]
