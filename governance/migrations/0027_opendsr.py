"""Requests as other controllers call them, and where they want to be told of them."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    SERVICE,
    Branches,
    no_statistics,
    policies,
)

OWN = f"service_id = {SERVICE}"
OLD = "created_at <= now() - interval '400 days'"

REQUEST: Branches = {
    "service": [("SIU", OWN)],
    "sweeper": [("S", "true"), ("D", OLD)],
}
CALLBACK: Branches = {
    "service": [("SI", OWN)],
    "sweeper": [("SU", "true"), ("D", OLD)],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [
        *policies("controller_request", REQUEST),
        *policies("controller_callback", CALLBACK),
        *no_statistics("controller_callback", "url_sealed", "url_sealed_by_id"),
        *no_statistics("controller_callback", "told", "trying"),
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0026_request_age"),
    ]

    operations = [
        migrations.CreateModel(
            name="ControllerRequest",
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
                ("service_id", models.UUIDField()),
                ("subject_request_id", models.UUIDField()),
                ("request_id", models.UUIDField(null=True)),
                ("results_count", models.PositiveIntegerField(default=0)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("cancelled_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "controller_request",
                "indexes": [
                    models.Index(
                        fields=["request_id"], name="controller_request_of_request"
                    ),
                    models.Index(
                        fields=["created_at"], name="controller_request_by_age"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("service_id", "subject_request_id"),
                        name="controller_request_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ControllerCallback",
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
                ("service_id", models.UUIDField()),
                ("url_sealed", models.BinaryField()),
                ("told", models.CharField(blank=True, max_length=20)),
                ("trying", models.CharField(blank=True, max_length=20)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "next_at",
                    models.DateTimeField(
                        null=True, db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("fence", models.PositiveIntegerField(default=0)),
                ("lease_until", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                (
                    "url_sealed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to="governance.controllerrequest",
                    ),
                ),
            ],
            options={
                "db_table": "controller_callback",
                "indexes": [
                    models.Index(fields=["next_at"], name="controller_callback_by_turn")
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
