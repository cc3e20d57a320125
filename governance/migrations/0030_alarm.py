"""Who of the staff was told of what. Staff set a stopped erasure going again; the letter
about one, and the link in it to its certificate, are one transaction."""

import uuid

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    Branches,
    no_statistics,
    policies,
    scoped,
)

ALARM: Branches = {"sweeper": [("SIU", "true"), ("D", "expires_at <= now()")]}
# From stopped to running, and nothing else: USING is the row as it was, CHECK as it will be.
STOPPED = scoped("staff", "state = 'needs_attention'")
RUNNING = scoped("staff", "state = 'running'")
RETRY = (
    "CREATE POLICY staff_may_retry ON erasure_run FOR UPDATE "
    f"USING ({STOPPED}) WITH CHECK ({RUNNING})"
)
STAFF = scoped("staff")
# Read as well, for a row that is written is read back; it holds hashes alone.
LINK_MADE = (
    f"CREATE POLICY staff_may_link ON receipt_link FOR INSERT WITH CHECK ({STAFF})"
)
LINK_SEEN = f"CREATE POLICY staff_may_see ON receipt_link FOR SELECT USING ({STAFF})"
LAID = (
    *policies("staff_alarm", ALARM),
    *no_statistics("staff_alarm", "step"),
    RETRY,
    LINK_MADE,
    LINK_SEEN,
)
LIFTED = (
    "DROP POLICY staff_may_retry ON erasure_run",
    "DROP POLICY staff_may_link ON receipt_link",
    "DROP POLICY staff_may_see ON receipt_link",
)


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in LAID:
        editor.execute(statement, None)


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes them away again."""
    for statement in LIFTED:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [("governance", "0029_run_kept")]

    operations = [
        migrations.CreateModel(
            name="StaffAlarm",
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
                ("account_id", models.UUIDField()),
                ("subject_id", models.UUIDField()),
                ("step", models.CharField(max_length=120)),
                ("unsure", models.BooleanField(default=False)),
                ("told_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "db_table": "staff_alarm",
                "indexes": [
                    models.Index(fields=["expires_at"], name="staff_alarm_by_end")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("subject_id", "step", "account_id"),
                        name="staff_alarm_once",
                    )
                ],
            },
        ),
        migrations.RunPython(lay, lift),
    ]
