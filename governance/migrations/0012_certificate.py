"""Certificates of erasures: seen by whom they are about and by whose part it was, changed
by nobody. Links that open one are seen by whoever presents their token."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    CREDENTIAL,
    PERSONS,
    SERVICE,
    Branches,
    composite_key,
    no_statistics,
    policies,
)

MINE = f"person_id = ANY ({PERSONS})"
OWN_SERVICE = f"service_id = {SERVICE}"
MINE_AND_SERVICE = f"{MINE} AND {OWN_SERVICE}"

CERTIFICATE: Branches = {
    "person": [("S", MINE)],
    "service_person": [("SI", MINE_AND_SERVICE)],
    "service": [("S", OWN_SERVICE)],
    "staff": [("S", "true")],
    "staff_person": [("S", MINE)],
}
RECEIPT_LINK: Branches = {
    "person": [("SI", MINE)],
    "service_person": [("SI", MINE_AND_SERVICE)],
    "sign_in": [("S", f"encode(token_hash, 'hex') = {CREDENTIAL}")],
    "sweeper": [("SD", "expires_at <= now()")],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [
        *policies("certificate", CERTIFICATE),
        *policies("receipt_link", RECEIPT_LINK),
        *no_statistics("certificate", "signed"),
        *no_statistics("receipt_link", "hash_key_id"),
        composite_key("certificate", "run_id", "erasure_run"),
        composite_key("receipt_link", "run_id", "erasure_run"),
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0011_own_scrub_policy"),
    ]

    operations = [
        migrations.AddField(
            model_name="erasurerun",
            name="certified_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="erasurerun",
            index=models.Index(
                condition=models.Q(("certified_at", None), ("state", "done")),
                fields=["finished_at"],
                name="erasure_run_uncertified",
            ),
        ),
        migrations.CreateModel(
            name="Certificate",
            fields=[
                ("run_id", models.UUIDField(primary_key=True, serialize=False)),
                ("person_id", models.UUIDField()),
                ("service_id", models.UUIDField()),
                ("signed", models.TextField()),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
            ],
            options={
                "db_table": "certificate",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person_id", "run_id"), name="certificate_person_run"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReceiptLink",
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
                ("person_id", models.UUIDField()),
                ("service_id", models.UUIDField()),
                ("run_id", models.UUIDField()),
                ("token_hash", models.BinaryField(max_length=32)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                (
                    "hash_key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "receipt_link",
                "indexes": [
                    models.Index(fields=["expires_at"], name="receipt_link_by_expiry")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("token_hash",), name="receipt_link_token"
                    )
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
