"""Every page."""

from django.urls import URLPattern, path

from governance.web import compliance, home, links, styleguide
from governance.web.me import dials, erasing, memories, reviewing

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("how-memory-works/", home.how_it_works, name="how-it-works"),
    path("link/<str:token>/", links.open_link_page, name="open-link"),
    path("me/", memories.remembered, name="me"),
    path("me/memories/<uuid:memory_id>/", memories.one_memory, name="memory"),
    path(
        "me/memories/<uuid:memory_id>/erase/", erasing.erase_memory, name="erase-memory"
    ),
    path(
        "me/memories/<uuid:memory_id>/let-in/",
        reviewing.let_memory_in,
        name="let-in",
    ),
    path("me/on-off/", dials.dials, name="dials"),
    path("me/on-off/<uuid:person_id>/memory/", dials.switch, name="switch"),
    path("me/on-off/<uuid:person_id>/temporary/", dials.temporary, name="temporary"),
    path(
        "me/on-off/<uuid:person_id>/consents/<str:category>/",
        dials.consent,
        name="consent",
    ),
    path("me/erasures/<uuid:run_id>/", erasing.erasure, name="erasure"),
    path("compliance/", compliance.compliance_home, name="compliance"),
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
