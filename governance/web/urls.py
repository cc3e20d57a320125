"""Every page."""

from django.urls import URLPattern, path

from governance.web import (
    asking,
    compliance,
    home,
    links,
    policies,
    receipts,
    styleguide,
)
from governance.web.letters.urls import urlpatterns as letter_pages
from governance.web.me import activity, apps, dials, export
from governance.web.me.requests.urls import urlpatterns as own_request_pages
from governance.web.me.settings_urls import urlpatterns as settings_pages
from governance.web.me.urls import urlpatterns as memory_pages
from governance.web.packages.urls import urlpatterns as package_pages
from governance.web.requests.urls import urlpatterns as request_pages
from governance.web.staff.urls import urlpatterns as staff_pages

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("how-memory-works/", home.how_it_works, name="how-it-works"),
    path("link/<str:token>/", links.open_link_page, name="open-link"),
    path("receipts/<str:token>/", receipts.receipt, name="receipt"),
    path(
        "receipts/<str:token>/certificate.json",
        receipts.receipt_file,
        name="receipt-file",
    ),
    path(
        "receipts/<str:token>/certificate.pdf", receipts.receipt_pdf, name="receipt-pdf"
    ),
    *memory_pages,
    *settings_pages,
    *package_pages,
    path("me/on-off/", dials.dials, name="dials"),
    path("me/on-off/memory/", dials.switch_all, name="switch-all"),
    path("me/on-off/temporary/", dials.temporary, name="temporary"),
    path(
        "me/on-off/<uuid:person_id>/kinds/<str:category>/",
        dials.consent,
        name="consent",
    ),
    path("me/activity/", activity.activity, name="activity"),
    path("me/activity/<uuid:row_id>/", activity.one_deed, name="deed"),
    path("me/apps/", apps.apps, name="apps"),
    path("me/apps/<uuid:person_id>/", apps.app, name="app"),
    path("me/apps/<uuid:person_id>/may/", apps.app_may, name="app-may"),
    path(
        "me/apps/<uuid:person_id>/disconnect/",
        apps.disconnect_app,
        name="disconnect-app",
    ),
    path("me/apps/<uuid:person_id>/connect/", apps.connect, name="connect-app"),
    path("me/apps/<uuid:person_id>/let-go/", apps.let_go_of_app, name="let-go-of-app"),
    path("me/export/", export.export, name="export"),
    path("me/export/link/", export.make_link, name="make-export"),
    path("me/export/<str:token>/", export.open_export, name="export-link"),
    path("compliance/", compliance.compliance_home, name="compliance"),
    path("compliance/policies/", policies.policies, name="policies"),
    path("compliance/policies/new/", policies.new_policy, name="new-policy"),
    path("compliance/policies/<uuid:rule_id>/", policies.policy, name="policy"),
    path(
        "compliance/policies/<uuid:rule_id>/change/",
        policies.change_policy,
        name="change-policy",
    ),
    path("requests/", asking.ask, name="ask"),
    path("requests/asked/", asking.asked, name="asked"),
    path("requests/confirm/", asking.confirm_by_code, name="confirm-by-code"),
    path("requests/confirm/<str:token>/", asking.confirm, name="confirm-request"),
    *own_request_pages,
    *request_pages,
    *staff_pages,
    *letter_pages,
    path("styleguide/", styleguide.styleguide, name="styleguide"),
]
