"""What walks over the audit chain found, and what staff do with a whole source. And: staff who hand a copy over are among those who have taken it; and what is decided about a
passage goes with the text that it stands in."""

import uuid

import django.contrib.postgres.fields
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    CREDENTIAL,
    added_anew,
    no_statistics,
    policies,
)

OF_LINK = (
    "(SELECT l.package_id FROM package_link l "
    f"WHERE encode(l.token_hash, 'hex') = {CREDENTIAL})"
)
DOWNLOAD = {
    "person": [("SI", f"account_id = {ACCOUNT}")],
    "staff": [("S", "true")],
    "sweeper": [("SD", "at <= now() - interval '1 year'")],
    "sign_in": [("I", f"package_id IN {OF_LINK}")],
}
CHECK = {
    "staff": [("S", "true")],
    "sweeper": [("SI", "true"), ("D", "at <= now() - interval '1 year'")],
}
DEED = {
    "staff": [("SIU", "true")],
    "sweeper": [("SU", "true"), ("D", "ended_at <= now() - interval '30 days'")],
}
NOW = {**DOWNLOAD, "staff": [("SI", "true")]}

# As the owner: neither the staff nor the sweeper sees the texts by which it goes. A memory
# that an erasure has begun to take is gone, though its rows still stand.
STRAYS = """
CREATE FUNCTION drop_stray_redactions() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone bigint;
BEGIN
    IF COALESCE(current_setting('memoryhub.scope', true), '')
        NOT IN ('sweeper', 'staff') THEN
        RETURN 0;
    END IF;
    DELETE FROM package_redaction r WHERE NOT EXISTS (
        SELECT 1 FROM memory_version v
        WHERE v.person_id = r.person_id AND v.memory_id = r.memory_id
          AND v.number = r.version AND v.redacted_at IS NULL
    ) OR EXISTS (
        SELECT 1 FROM erasure_item i JOIN erasure_run u ON u.id = i.run_id
        WHERE i.person_id = r.person_id AND i.thing = 'memory'
          AND i.thing_id = r.memory_id AND u.epoch IS NOT NULL
    );
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END
$$
"""


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies; what was found is changed by nobody."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *policies("chain_check", CHECK),
        *no_statistics("chain_check", "why"),
        *policies("source_deed", DEED),
        *no_statistics("source_deed", "ref", "reason", "kind"),
        *no_statistics("hold", "released_why"),
        f"REVOKE UPDATE ON chain_check FROM {runtime}",
    ]:
        editor.execute(statement, None)


def open_to_staff(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """They enter it; and the function."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        added_anew("package_download", NOW),
        STRAYS,
        "REVOKE EXECUTE ON FUNCTION drop_stray_redactions() FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION drop_stray_redactions() TO {runtime}",
    ]:
        editor.execute(statement, None)


def close_to_staff(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As it was."""
    editor.execute(added_anew("package_download", DOWNLOAD), None)
    editor.execute("DROP FUNCTION drop_stray_redactions()", None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0031_answers"),
    ]

    operations = [
        migrations.RunPython(open_to_staff, close_to_staff),
        migrations.CreateModel(
            name="ChainCheck",
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
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("hash", models.BinaryField(max_length=32, null=True)),
                ("why", models.CharField(blank=True, max_length=80)),
                ("unsealed", models.PositiveIntegerField(default=0)),
                ("asked_by", models.UUIDField(null=True)),
            ],
            options={
                "db_table": "chain_check",
                "indexes": [models.Index(fields=["at"], name="chain_check_by_age")],
            },
        ),
        migrations.CreateModel(
            name="SourceDeed",
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
                    "kind",
                    models.CharField(
                        choices=[("drop", "dropped"), ("release", "let into use")],
                        max_length=10,
                    ),
                ),
                ("service_id", models.UUIDField()),
                ("ref", models.CharField(blank=True, max_length=255)),
                ("reason", models.TextField()),
                ("asked_by", models.UUIDField()),
                (
                    "persons",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), size=None
                    ),
                ),
                (
                    "done",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                (
                    "failed",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("fence", models.BigIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "source_deed",
                "indexes": [
                    models.Index(fields=["created_at"], name="source_deed_by_age")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["drop", "release"])),
                        name="source_deed_kind_known",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("service_id", "ref"),
                        name="source_deed_one_at_a_time",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="hold",
            name="released_why",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
