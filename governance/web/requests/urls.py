"""The addresses of the requests."""

from django.urls import URLPattern, path

from governance.web.requests import (
    calendar,
    copy,
    deciding,
    deeds,
    entering,
    one,
    passages,
    proof,
    queue,
    reporting,
    taking_up,
)

urlpatterns: list[URLPattern] = [
    path("compliance/requests/", queue.queue, name="requests"),
    path(
        "compliance/requests/requests.csv", reporting.queue_file, name="requests-file"
    ),
    path("compliance/calendar/", calendar.calendar, name="calendar"),
    path(
        "compliance/calendar/<uuid:account_id>/<str:token>.ics",
        calendar.feed,
        name="calendar-feed",
    ),
    path("compliance/report/", reporting.the_report, name="request-report"),
    path("compliance/requests/new/", entering.enter, name="enter-request"),
    path("compliance/requests/many/", taking_up.bulk, name="requests-bulk"),
    path("compliance/requests/<uuid:request_id>/", one.one, name="request"),
    path(
        "compliance/requests/<uuid:request_id>/scope/",
        deciding.scope,
        name="request-scope",
    ),
    path(
        "compliance/requests/<uuid:request_id>/decision/",
        deciding.decide,
        name="decide-request",
    ),
    path(
        "compliance/requests/<uuid:request_id>/agreement/",
        deciding.agree,
        name="agree-request",
    ),
    path(
        "compliance/requests/<uuid:request_id>/records/",
        entering.name_records,
        name="request-records",
    ),
    path(
        "compliance/requests/<uuid:request_id>/look/",
        one.look_at,
        name="request-look",
    ),
    path(
        "compliance/requests/<uuid:request_id>/passages/",
        passages.passages,
        name="request-passages",
    ),
    path(
        "compliance/requests/<uuid:request_id>/copy/",
        copy.take,
        name="request-copy",
    ),
    path(
        "compliance/requests/<uuid:request_id>/case.zip",
        proof.pack,
        name="request-pack",
    ),
    path(
        "compliance/requests/<uuid:request_id>/certificates/<uuid:run_id>/",
        proof.certificate,
        name="request-certificate",
    ),
    path(
        "compliance/requests/<uuid:request_id>/certificates/<uuid:run_id>.<str:kind>",
        proof.certificate_file,
        name="request-certificate-file",
    ),
    path(
        "compliance/requests/<uuid:request_id>/do/<slug:name>/",
        deeds.deed,
        name="request-deed",
    ),
]
