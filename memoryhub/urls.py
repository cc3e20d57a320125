"""Every address: REST, pages, sign-in, public keys, health."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("governance.api.urls")),
    path("accounts/", include("governance.web.sign_in_urls")),
    path("", include("governance.web.urls")),
    path(".well-known/", include("governance.api.well_known_urls")),
    path("health/", include("governance.api.health_urls")),
]

if settings.OPENDSR:
    # The specification wants the version in front; ours is the only one.
    urlpatterns += [
        path("opendsr/", include("governance.api.opendsr.urls")),
        path("opendsr/v2/", include("governance.api.opendsr.urls")),
    ]

handler400 = "governance.web.errors.bad_request"
handler403 = "governance.web.errors.forbidden"
handler404 = "governance.web.errors.not_found"
handler500 = "governance.web.errors.broken"
