"""Links to a person's own export, seen by the account that made them alone."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import ACCOUNT, Branches, no_statistics, policies

EXPORT_LINK: Branches = {
    "person": [("SIU", f"account_id = {ACCOUNT}")],
    "sweeper": [("SD", "expires_at <= now()")],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [
        *policies("export_link", EXPORT_LINK),
        *no_statistics("export_link", "format", "hash_key_id"),
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0008_forget_by_age"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExportLink",
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
                ("token_hash", models.BinaryField(max_length=32)),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("html", "a page to read"),
                            ("json", "JSON, for programs"),
                            ("csv", "CSV, for a spreadsheet"),
                        ],
                        max_length=10,
                    ),
                ),
                ("downloads", models.PositiveIntegerField(default=0)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hash_key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "export_link",
                "indexes": [
                    models.Index(fields=["expires_at"], name="export_link_by_expiry")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("token_hash",), name="export_link_token"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("format__in", ["html", "json", "csv"])),
                        name="export_link_format_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
