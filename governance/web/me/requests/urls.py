"""The addresses of a person's own requests."""

from django.urls import URLPattern, path

from governance.web.me.requests import pages

urlpatterns: list[URLPattern] = [
    path("me/requests/", pages.requests, name="my-requests"),
    path("me/requests/new/", pages.new, name="new-request"),
    path("me/requests/<uuid:request_id>/", pages.one, name="my-request"),
    path("me/requests/<uuid:request_id>/filed/", pages.filed, name="request-filed"),
    path("me/requests/<uuid:request_id>/say/", pages.say, name="say-to-request"),
    path(
        "me/requests/<uuid:request_id>/withdraw/",
        pages.withdraw,
        name="withdraw-request",
    ),
    path(
        "me/requests/<uuid:request_id>/use-again/",
        pages.use_again,
        name="use-again",
    ),
]
