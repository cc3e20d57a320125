"""System checks: what must hold before anything is served."""

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.checks import CheckMessage, Error, Warning, register
from django.db.models import Field, Model, UUIDField

from governance.erasure.stores import KEPT, OF_PERSON, STORES
from governance.models import Account, Person
from governance.requests.clock import Refused
from governance.requests.office import office
from governance.requests.opendsr import stamp
from governance.retention import BY_SET


def without_store() -> list[type[Model]]:
    """Models with a person in them that no store answers for and nobody excused."""
    covered = {model for store in STORES for model in store.models} | set(KEPT)
    covered |= {store.model for store in OF_PERSON}
    return [model for model in personal_models() if model not in covered]


def personal_models() -> list[type[Model]]:
    """Models with a person or an account in them, or a way to one; of every app, and the
    tables that stand between two of them."""
    every = apps.get_models(include_auto_created=True)
    return [model for model in every if _has_person(model)]


@register()
def every_personal_table_has_a_store(
    app_configs: Sequence[Any] | None, **kwargs: object
) -> list[CheckMessage]:
    """An erasure that misses a table is the worst bug there is: refuse to start."""
    return [
        Error(
            f"{model.__name__} has a person in it and no store in erasure/stores/.",
            hint="Add a store, or name it in KEPT with the reason why it stays.",
            id="governance.E001",
        )
        for model in without_store()
    ]


@register()
def expiry_by_set_knows_every_store(
    app_configs: Sequence[Any] | None, **kwargs: object
) -> list[CheckMessage]:
    """What expires goes by a function of its own, which must miss no table either."""
    return [
        Error(
            f"{type(store).__name__} is not known to the function by which memories "
            "expire.",
            hint="Teach it to expire_memories in a migration, then name it in BY_SET "
            "(retention/by_set.py).",
            id="governance.E002",
        )
        for store in STORES
        if store.of_memories and not isinstance(store, BY_SET)
    ]


@register()
def the_office_has_a_place(
    app_configs: Sequence[Any] | None, **kwargs: object
) -> list[CheckMessage]:
    """Due dates go by it: a wrong one must not be found out with the first request."""
    try:
        office()
    except Refused as reason:
        return [
            Error(
                str(reason),
                hint="Set MEMORYHUB_JURISDICTION, MEMORYHUB_REGION and MEMORYHUB_ZONE.",
                id="governance.E003",
            )
        ]
    return []


@register()
def interchange_can_be_signed(
    app_configs: Sequence[Any] | None, **kwargs: object
) -> list[CheckMessage]:
    """A controller that cannot check a signature is to believe nothing (OpenDSR, 4)."""
    if not settings.OPENDSR:
        return []
    trouble = stamp.trouble()
    if trouble:
        hint = "Set both, or MEMORYHUB_OPENDSR=0."
        return [Error(trouble, hint=hint, id="governance.E004")]
    if stamp.self_signed():
        said = "OpenDSR (4.1) wants a certificate that a trusted authority has issued."
        return [Warning(said, id="governance.W001")]
    return []


ABOUT = {
    "person_id",
    "person_ids",
    "account_id",
    "memory_id",
    "memory_ids",
    "request_id",
    "package_id",
}
"""Columns that name somebody, or what is somebody's, without a foreign key."""


def _has_person(
    model: type[Model], on_the_way: frozenset[type[Model]] = frozenset()
) -> bool:
    """Whether a path leads from it to a person or an account, by keys or by such a
    column; however long it is."""
    if model in {Person, Account}:
        return True
    fields = [*model._meta.concrete_fields, *model._meta.many_to_many]
    if any(_names_somebody(field) for field in fields):
        return True
    targets = {field.related_model for field in fields if field.is_relation}
    walked = on_the_way | {model}
    return any(
        _has_person(target, walked)
        for target in targets
        if isinstance(target, type) and target not in walked
    )


def _names_somebody(field: "Field[Any, Any]") -> bool:
    """A list of ids may be one of people, whatever it is called."""
    return field.attname in ABOUT or (
        isinstance(field, ArrayField) and isinstance(field.base_field, UUIDField)
    )
