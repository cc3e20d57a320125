"""Staff look at one person at a time, with a reason that is kept; and see from which sources
suspicious memories came, in counts and ids."""

import uuid

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    PERSONS,
    Branches,
    no_statistics,
    policies,
)

MINE = f"person_id = ANY ({PERSONS})"
LOOK: Branches = {
    "person": [("S", MINE)],
    "staff": [("S", "true")],
    "staff_person": [("SI", MINE)],
    "sweeper": [("SD", "expires_at <= now()")],
}

# Counts, ids, and the service's own name for the source; no text, and for staff alone.
SOURCES = """
CREATE FUNCTION quarantined_sources() RETURNS TABLE (
    service_id uuid, type text, ref text, memories bigint, persons uuid[],
    newest timestamptz
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.service_id, s.type::text, s.ref::text, count(*),
        array_agg(DISTINCT m.person_id), max(m.created_at)
    FROM memory m JOIN source s ON s.person_id = m.person_id AND s.id = m.source_id
    WHERE m.status = 'quarantined'
      -- What has a receipt is on its way out already.
      AND NOT EXISTS (
        SELECT 1 FROM receipt r
        WHERE r.person_id = m.person_id AND r.thing_id = m.id
      )
      AND COALESCE(current_setting('memoryhub.scope', true), '') = 'staff'
    GROUP BY m.service_id, s.type, s.ref
$$
"""


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies, and makes the function."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *policies("staff_look", LOOK),
        *no_statistics("staff_look", "reason"),
        SOURCES,
        "REVOKE EXECUTE ON FUNCTION quarantined_sources() FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION quarantined_sources() TO {runtime}",
        f"REVOKE UPDATE ON staff_look FROM {runtime}",
    ]:
        editor.execute(statement, None)


def undo(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    editor.execute("DROP FUNCTION quarantined_sources()", None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0020_subject_request"),
    ]

    operations = [
        migrations.CreateModel(
            name="StaffLook",
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
                ("account_id", models.UUIDField()),
                ("request_id", models.UUIDField(null=True)),
                ("reason", models.CharField(max_length=500)),
                ("created_at", models.DateTimeField()),
                ("open_until", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "db_table": "staff_look",
                "indexes": [
                    models.Index(
                        fields=["person_id", "account_id", "open_until"],
                        name="staff_look_open",
                    ),
                    models.Index(fields=["expires_at"], name="staff_look_by_end"),
                ],
            },
        ),
        migrations.RunPython(isolate, undo),
    ]
