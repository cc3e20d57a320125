"""What is not to be learnt again, and runs that were asked for at once."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import PERSONS, SERVICE, Branches, policies

MINE = f"person_id = ANY ({PERSONS})"

UNWANTED: Branches = {
    "person": [("SID", MINE)],
    "service_person": [("SID", f"{MINE} AND service_id = {SERVICE}")],
    "staff_person": [("S", MINE)],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in policies("unwanted", UNWANTED):
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0014_hold"),
    ]

    operations = [
        migrations.AddField(
            model_name="erasurerun",
            name="unit",
            field=models.UUIDField(null=True),
        ),
        migrations.CreateModel(
            name="Unwanted",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("run_id", models.UUIDField()),
                ("in_order", models.BinaryField(max_length=32)),
                ("in_any_order", models.BinaryField(max_length=32)),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="governance.person",
                    ),
                ),
                (
                    "service",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="governance.service",
                    ),
                ),
            ],
            options={
                "db_table": "unwanted",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "id"), name="unwanted_person_id"
                    ),
                    models.UniqueConstraint(
                        fields=("person", "in_order"), name="unwanted_person_in_order"
                    ),
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
