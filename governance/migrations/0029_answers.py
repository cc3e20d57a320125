"""Answers that there were not: that nothing is held, which is done at once."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

MOVE = {"thing": "subject_request", "old": "in_review", "new": "done"}


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Enters the move."""
    moves = apps.get_model("governance", "StateMove")._default_manager
    moves.using(editor.connection.alias).create(**MOVE)


def forbid(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes it out again."""
    moves = apps.get_model("governance", "StateMove")._default_manager
    moves.using(editor.connection.alias).filter(**MOVE).delete()


class Migration(migrations.Migration):
    dependencies = [("governance", "0028_letter_returned")]

    operations = [
        migrations.RunPython(allow, forbid),
        migrations.AlterField(
            model_name="subjectrequest",
            name="decision",
            field=models.CharField(
                blank=True,
                choices=[
                    ("fulfil", "do it"),
                    ("partly", "do it, but for what has to be kept"),
                    ("refuse", "refuse"),
                    ("nothing", "we looked, and hold nothing about them"),
                ],
                max_length=10,
            ),
        ),
    ]
