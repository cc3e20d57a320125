"""Holds: one memory is kept by law and restricted meanwhile."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    PERSONS,
    SERVICE,
    Branches,
    no_statistics,
    policies,
)

MINE = f"person_id = ANY ({PERSONS})"

HOLD: Branches = {
    "person": [("S", MINE)],
    "service_person": [("SIU", f"{MINE} AND service_id = {SERVICE}")],
    "staff": [("S", "true")],
    "staff_person": [("S", MINE)],
    "sweeper": [("S", "until <= now()")],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [*policies("hold", HOLD), *no_statistics("hold", "reason")]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [("governance", "0013_plan_rows")]

    operations = [
        migrations.AddField(
            model_name="memory",
            name="held",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Hold",
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
                ("memory_id", models.UUIDField()),
                (
                    "law",
                    models.CharField(
                        choices=[
                            (
                                "17-3-a",
                                "freedom of expression and information (Art. 17(3)(a))",
                            ),
                            (
                                "17-3-b",
                                "a legal obligation or public task (Art. 17(3)(b))",
                            ),
                            ("17-3-c", "public health (Art. 17(3)(c))"),
                            (
                                "17-3-d",
                                "archives, research or statistics (Art. 17(3)(d))",
                            ),
                            ("17-3-e", "legal claims (Art. 17(3)(e))"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("until", models.DateTimeField()),
                ("placed_by", models.UUIDField(null=True)),
                ("released_at", models.DateTimeField(blank=True, null=True)),
                ("released_by", models.UUIDField(null=True)),
                ("wanted_by", models.UUIDField(null=True)),
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
                "db_table": "hold",
                "indexes": [
                    models.Index(
                        condition=models.Q(("released_at__isnull", True)),
                        fields=["until"],
                        name="hold_by_end",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "id"), name="hold_person_id"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("released_at__isnull", True)),
                        fields=("person", "memory_id"),
                        name="hold_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "law__in",
                                ["17-3-a", "17-3-b", "17-3-c", "17-3-d", "17-3-e"],
                            )
                        ),
                        name="hold_law_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
