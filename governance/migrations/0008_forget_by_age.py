"""The nightly job may see who wants old memories to go by themselves, and nobody else."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    PERSONS,
    SERVICE,
    Branches,
    seen_anew,
)

OWN_SERVICE = f"service_id = {SERVICE}"

BEFORE: Branches = {
    "person": [("S", f"account_id = {ACCOUNT}")],
    "service_person": [("S", f"id = ANY ({PERSONS}) AND {OWN_SERVICE}")],
    "service": [("S", OWN_SERVICE)],
    "staff_person": [("S", f"id = ANY ({PERSONS})")],
}
AFTER: Branches = {**BEFORE, "sweeper": [("S", "forget_after_months IS NOT NULL")]}


def widen(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """With the sweeper's branch."""
    editor.execute(seen_anew("person", AFTER), None)


def narrow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Without it."""
    editor.execute(seen_anew("person", BEFORE), None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0007_rebuild"),
    ]

    operations = [migrations.RunPython(widen, narrow)]
