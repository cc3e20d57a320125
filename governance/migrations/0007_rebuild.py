"""The queue of texts to be derived again, under row-level security from the start."""

import uuid

import django.contrib.postgres.fields
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
MINE_AND_SERVICE = f"{MINE} AND service_id = {SERVICE}"

REBUILD: Branches = {
    # Who asks for an erasure leaves rows here; a job of the service's takes them up.
    "person": [("SI", MINE)],
    "service_person": [("SIUD", MINE_AND_SERVICE)],
    "sweeper": [("SU", "true")],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    texts = ("kind", "space", "trust", "sensitivity", "was", "trouble")
    for statement in [
        *policies("rebuild", REBUILD),
        *no_statistics("rebuild", *texts),
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0006_person_choices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rebuild",
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
                ("instead_of", models.UUIDField()),
                ("run_id", models.UUIDField(null=True)),
                (
                    "origin_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), size=None
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fact", "fact"),
                            ("preference", "preference"),
                            ("decision", "decision"),
                            ("event", "event"),
                            ("procedure", "how to do something"),
                            ("summary", "summary"),
                            ("reflection", "reflection"),
                        ],
                        max_length=20,
                    ),
                ),
                ("space", models.CharField(blank=True, max_length=120)),
                ("importance", models.PositiveSmallIntegerField()),
                (
                    "trust",
                    models.CharField(
                        choices=[
                            ("user", "said by the person"),
                            ("trusted", "trusted"),
                            ("untrusted", "not trusted"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "sensitivity",
                    models.CharField(
                        choices=[
                            ("normal", "normal"),
                            ("personal", "personal"),
                            ("sensitive", "sensitive"),
                        ],
                        max_length=10,
                    ),
                ),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "was",
                    models.CharField(
                        choices=[
                            ("proposed", "waits for your yes"),
                            ("quarantined", "waits for review"),
                            ("active", "in use"),
                            ("paused", "kept, not used"),
                            ("superseded", "earlier value"),
                            ("forgotten", "out of use, undo possible"),
                        ],
                        max_length=20,
                    ),
                ),
                ("fence", models.BigIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("trouble", models.CharField(blank=True, max_length=120)),
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
                "db_table": "rebuild",
                "indexes": [
                    models.Index(fields=["created_at"], name="rebuild_oldest_first")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "id"), name="rebuild_person_id"
                    ),
                    models.UniqueConstraint(
                        fields=("person", "instead_of"),
                        name="rebuild_person_instead_of",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "fact",
                                    "preference",
                                    "decision",
                                    "event",
                                    "procedure",
                                    "summary",
                                    "reflection",
                                ],
                            )
                        ),
                        name="rebuild_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("importance__range", (1, 10))),
                        name="rebuild_importance_range",
                    ),
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
