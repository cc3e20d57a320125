"""The pages of packages."""

from django.urls import URLPattern, path

from governance.web.packages import by_link, own

urlpatterns: list[URLPattern] = [
    path(
        "me/requests/package/<uuid:package_id>/",
        own.package,
        name="package",
    ),
    path("requests/package/<str:token>/", by_link.package, name="package-link"),
]
