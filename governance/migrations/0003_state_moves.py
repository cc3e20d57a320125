"""The table of allowed moves, as it stands in governance/models/states.py today."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MOVES = {
    "memory": {
        "proposed": ["active", "forgotten"],
        "quarantined": ["active", "forgotten"],
        "active": ["paused", "superseded", "forgotten", "quarantined"],
        "paused": ["active", "superseded", "forgotten"],
        "superseded": ["forgotten"],
        "forgotten": ["proposed", "quarantined", "active", "paused", "superseded"],
    },
    "erasure_run": {
        "waiting": ["running", "undone"],
        "running": ["verifying", "needs_attention"],
        "verifying": ["running", "done", "needs_attention"],
        "needs_attention": ["running"],
    },
}


def fill(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Enters every allowed move."""
    StateMove = apps.get_model("governance", "StateMove")
    StateMove.objects.using(editor.connection.alias).bulk_create(
        StateMove(thing=thing, old=old, new=new)
        for thing, moves in MOVES.items()
        for old, allowed in moves.items()
        for new in allowed
    )


def clear(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes them out again."""
    StateMove = apps.get_model("governance", "StateMove")
    StateMove.objects.using(editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("governance", "0002_isolation")]

    operations = [migrations.RunPython(fill, clear)]
