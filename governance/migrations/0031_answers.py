"""Answers that there were not: that nothing is held, which is done at once; and that a
restriction ends."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Q

KINDS = [
    ("receipt", "receipt"),
    ("identity", "question who it is"),
    ("clarification", "question what is meant"),
    ("extension", "more time"),
    ("done", "done"),
    ("partly_done", "partly done"),
    ("refusal", "refusal"),
    ("lifted", "end of a restriction"),
]
KNOWN = Q(kind__in=[kind for kind, _ in KINDS])
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
    dependencies = [("governance", "0030_alarm")]

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
        migrations.RemoveConstraint("letter", "letter_kind_known"),
        migrations.RemoveConstraint("lettertemplate", "letter_template_kind_known"),
        migrations.AlterField(
            "letter", "kind", models.CharField(choices=KINDS, max_length=20)
        ),
        migrations.AlterField(
            "lettertemplate", "kind", models.CharField(choices=KINDS, max_length=20)
        ),
        migrations.AddConstraint(
            "letter", models.CheckConstraint(condition=KNOWN, name="letter_kind_known")
        ),
        migrations.AddConstraint(
            "lettertemplate",
            models.CheckConstraint(condition=KNOWN, name="letter_template_kind_known"),
        ),
    ]
