"""Row-level security for consents; what is sealed for its person is not for staff."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    PERSONS,
    SERVICE,
    Branches,
    no_statistics,
    policies,
    seen_anew,
)

MINE = f"person_id = ANY ({PERSONS})"
MINE_AND_SERVICE = f"{MINE} AND service_id = {SERVICE}"

CONSENT: Branches = {
    "person": [("SIU", MINE)],
    "service_person": [("SIU", MINE_AND_SERVICE)],
    "staff_person": [("S", MINE)],
}

MEMORY: Branches = {
    "person": [("S", MINE)],
    "service_person": [("S", MINE_AND_SERVICE)],
    "staff_person": [("S", f"{MINE} AND sealed IS NULL")],
    "sweeper": [("S", "expires_at <= now()")],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [
        *policies("consent", CONSENT),
        seen_anew("memory", MEMORY),
        *no_statistics("consent", "category", "given_by"),
        *no_statistics("memory", "categories", "sealed"),
    ]:
        editor.execute(statement, None)


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """A correction may turn a paused memory into one that waits for review."""
    StateMove = apps.get_model("governance", "StateMove")
    StateMove.objects.using(editor.connection.alias).create(
        thing="memory", old="paused", new="quarantined"
    )


def forbid(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes the move out again."""
    StateMove = apps.get_model("governance", "StateMove")
    StateMove.objects.using(editor.connection.alias).filter(
        thing="memory", old="paused", new="quarantined"
    ).delete()


class Migration(migrations.Migration):
    dependencies = [("governance", "0004_consent")]

    operations = [
        migrations.RunPython(isolate, migrations.RunPython.noop),
        migrations.RunPython(allow, forbid),
    ]
