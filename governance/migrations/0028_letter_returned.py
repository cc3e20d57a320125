"""A letter that was sent may come back."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MOVE = {"thing": "letter", "old": "sent", "new": "failed"}


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Enters the move."""
    moves = apps.get_model("governance", "StateMove")._default_manager
    moves.using(editor.connection.alias).create(**MOVE)


def forbid(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes it out again."""
    moves = apps.get_model("governance", "StateMove")._default_manager
    moves.using(editor.connection.alias).filter(**MOVE).delete()


class Migration(migrations.Migration):
    dependencies = [("governance", "0027_opendsr")]

    operations = [migrations.RunPython(allow, forbid)]
