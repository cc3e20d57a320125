"""Whoever asks by the public form proves that they read what comes to their address."""

import uuid

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    CREDENTIAL,
    Branches,
    no_statistics,
    policies,
)

PRESENTED = f"encode(token_hash, 'hex') = {CREDENTIAL}"
NAMED = f"encode(reference_hash, 'hex') = {CREDENTIAL}"

CODE: Branches = {
    "staff_person": [("SU", "true")],
    "sweeper": [("SI", "true"), ("D", "expires_at <= now()")],
    "sign_in": [("SU", f"{PRESENTED} OR {NAMED}")],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [
        *policies("identity_code", CODE),
        *no_statistics("identity_code", "hash_key_id"),
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0021_staff_look"),
    ]

    operations = [
        migrations.CreateModel(
            name="IdentityCode",
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
                ("request_id", models.UUIDField()),
                ("token_hash", models.BinaryField(max_length=32)),
                ("reference_hash", models.BinaryField(max_length=32)),
                ("code_hash", models.BinaryField(max_length=32)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "hash_key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "identity_code",
                "indexes": [
                    models.Index(
                        fields=["reference_hash"], name="identity_code_by_reference"
                    ),
                    models.Index(
                        fields=["request_id"], name="identity_code_of_request"
                    ),
                    models.Index(fields=["expires_at"], name="identity_code_by_end"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("token_hash",), name="identity_code_token"
                    )
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
