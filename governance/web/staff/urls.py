"""The addresses of the other pages of the staff."""

from django.urls import URLPattern, path

from governance.web.staff import (
    audit,
    chain,
    correcting,
    erasures,
    holds,
    letting_go,
    people,
    quarantine,
    source,
)

urlpatterns: list[URLPattern] = [
    path("compliance/people/", people.people, name="people"),
    path(
        "compliance/people/<uuid:person_id>/",
        people.one,
        name="person-of-staff",
    ),
    path("compliance/people/<uuid:person_id>/hold/", holds.hold, name="hold"),
    path(
        "compliance/people/<uuid:person_id>/correct/<uuid:memory_id>/",
        correcting.correct_one,
        name="correct-for",
    ),
    path("compliance/holds/", holds.holds, name="holds"),
    path("compliance/holds/<uuid:hold_id>/release/", letting_go.let_go, name="let-go"),
    path("compliance/quarantine/", quarantine.quarantine, name="quarantine"),
    path("compliance/texts/again/", erasures.derive_again, name="derive-again"),
    path(
        "compliance/erasures/<uuid:run_id>/again/",
        erasures.try_erasure_again,
        name="erasure-again",
    ),
    path(
        "compliance/quarantine/<slug:kind>/", source.about_source, name="about-source"
    ),
    path(
        "compliance/quarantine/deeds/<uuid:deed_id>/",
        source.source_deed,
        name="source-deed",
    ),
    path(
        "compliance/quarantine/deeds/<uuid:deed_id>/again/",
        source.once_more,
        name="source-again",
    ),
    path("compliance/audit/", audit.audit, name="audit"),
    path("compliance/audit/check/", chain.check, name="audit-check"),
    path("compliance/audit/entries.csv", audit.audit_file, name="audit-file"),
]
