"""Packages: the files that answer requests, who took them, what is left out of them, and the
links that open one.

A package is seen by its account, by whom it is about, and by whoever presents a link to it.
Whoever erases may withdraw it, and change nothing else of it.
"""

import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    CREDENTIAL,
    PERSONS,
    SERVICE,
    Branches,
    no_statistics,
    policies,
    scoped,
)

ABOUT = f"person_ids && {PERSONS}"
MINE = f"person_id = ANY ({PERSONS})"
PRESENTED = f"encode(token_hash, 'hex') = {CREDENTIAL}"
OF_LINK = f"(SELECT l.package_id FROM package_link l WHERE encode(l.token_hash, 'hex') = {CREDENTIAL})"
OVER = "ended_at <= now() - interval '1 year'"

PACKAGE: Branches = {
    "person": [("S", f"account_id = {ACCOUNT} OR {ABOUT}")],
    "service_person": [("S", ABOUT)],
    "staff": [("SIU", "true")],
    "staff_person": [("S", ABOUT)],
    "sweeper": [("SU", "true"), ("D", OVER)],
    "sign_in": [("S", f"id IN {OF_LINK}")],
}
DOWNLOAD: Branches = {
    "person": [("SI", f"account_id = {ACCOUNT}")],
    "staff": [("S", "true")],
    "sweeper": [("SD", "at <= now() - interval '1 year'")],
    "sign_in": [("I", f"package_id IN {OF_LINK}")],
}
REDACTION: Branches = {
    "person": [("S", MINE)],
    "service_person": [("SIUD", f"{MINE} AND service_id = {SERVICE}")],
    "staff": [("SU", "true")],
    "staff_person": [("SU", MINE)],
    "sweeper": [("S", "true"), ("D", "expires_at <= now()")],
}
LINK: Branches = {
    "staff": [("SI", "true")],
    "sweeper": [("SD", "expires_at <= now()")],
    "sign_in": [("SU", PRESENTED)],
}

WITHDRAWN = f"{ABOUT} AND state = 'withdrawn' AND key_sealed IS NULL"
BESIDE = [
    f"CREATE POLICY withdrawn_{scope} ON package FOR UPDATE "
    f"USING ({scoped(scope, ABOUT)}) WITH CHECK ({scoped(scope, WITHDRAWN)})"
    for scope in ("person", "service_person")
]


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    for statement in [
        *policies("package_link", LINK),
        *policies("package", PACKAGE),
        *policies("package_download", DOWNLOAD),
        *policies("package_redaction", REDACTION),
        *BESIDE,
        *no_statistics(
            "package",
            "kind",
            "state",
            "language",
            "counts",
            "trouble",
            "key_sealed_by_id",
        ),
        *no_statistics("package_redaction", "entity", "state"),
        *no_statistics("package_link", "hash_key_id", "code_key_id"),
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0023_letter"),
    ]

    operations = [
        migrations.CreateModel(
            name="PackageDownload",
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
                ("package_id", models.UUIDField()),
                ("account_id", models.UUIDField(null=True)),
                ("link_id", models.UUIDField(null=True)),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "package_download",
                "indexes": [
                    models.Index(fields=["package_id"], name="package_download_of"),
                    models.Index(fields=["at"], name="package_download_by_age"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("account_id__isnull", False),
                            ("link_id__isnull", False),
                            _connector="XOR",
                        ),
                        name="package_download_by_one",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Package",
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
                ("account_id", models.UUIDField(null=True)),
                (
                    "person_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), size=None
                    ),
                ),
                (
                    "service_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), size=None
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("access", "access (Art. 15 GDPR)"),
                            ("portability", "portability (Art. 20 GDPR)"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("building", "being made"),
                            ("ready", "ready"),
                            ("failed", "could not be made"),
                            ("withdrawn", "withdrawn"),
                            ("expired", "its time is over"),
                        ],
                        default="building",
                        max_length=20,
                    ),
                ),
                ("language", models.CharField(max_length=10)),
                ("key_sealed", models.BinaryField(null=True)),
                ("size", models.BigIntegerField(null=True)),
                ("sha256", models.BinaryField(max_length=32, null=True)),
                ("counts", models.JSONField(default=dict)),
                ("looked_at", models.DateTimeField(blank=True, null=True)),
                ("fence", models.BigIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("trouble", models.CharField(blank=True, max_length=40)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("made_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "key_sealed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "package",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "building")),
                        fields=["created_at"],
                        name="package_to_build",
                    ),
                    models.Index(
                        condition=models.Q(("state", "ready")),
                        fields=["expires_at"],
                        name="package_by_expiry",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        condition=models.Q(("state__in", ["building", "ready"])),
                        fields=["person_ids"],
                        name="package_of_person",
                    ),
                    models.Index(fields=["request_id"], name="package_of_request"),
                    models.Index(fields=["account_id"], name="package_of_account"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["building", "ready"])),
                        fields=("request_id", "kind"),
                        name="package_one_live",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["access", "portability"])),
                        name="package_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                ["building", "ready", "failed", "withdrawn", "expired"],
                            )
                        ),
                        name="package_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "ready"), ("key_sealed", None), _connector="OR"
                        ),
                        name="package_key_while_ready",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "ready"), _negated=True),
                            models.Q(
                                ("expires_at__isnull", False),
                                ("key_sealed__isnull", False),
                                ("key_sealed_by__isnull", False),
                                ("made_at__isnull", False),
                                ("size__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="package_ready_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PackageLink",
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
                ("package_id", models.UUIDField()),
                ("token_hash", models.BinaryField(max_length=32)),
                ("address_sealed", models.BinaryField()),
                ("code_hash", models.BinaryField(max_length=32, null=True)),
                ("code_until", models.DateTimeField(blank=True, null=True)),
                ("codes_sent", models.PositiveSmallIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                (
                    "code_key",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
                (
                    "hash_key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "package_link",
                "indexes": [
                    models.Index(fields=["package_id"], name="package_link_of"),
                    models.Index(fields=["expires_at"], name="package_link_by_expiry"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("token_hash",), name="package_link_token"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PackageRedaction",
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
                ("request_id", models.UUIDField()),
                ("memory_id", models.UUIDField()),
                ("version", models.PositiveIntegerField()),
                ("start", models.PositiveIntegerField()),
                ("end", models.PositiveIntegerField()),
                ("entity", models.CharField(max_length=20)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "to be decided"),
                            ("confirmed", "left out"),
                            ("kept", "stays in"),
                        ],
                        default="proposed",
                        max_length=10,
                    ),
                ),
                ("decided_by", models.UUIDField(null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField()),
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
                "db_table": "package_redaction",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "proposed")),
                        fields=["request_id"],
                        name="package_redaction_undecided",
                    ),
                    models.Index(
                        fields=["expires_at"], name="package_redaction_by_end"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "id"), name="package_redaction_person_id"
                    ),
                    models.UniqueConstraint(
                        fields=(
                            "person",
                            "request_id",
                            "memory_id",
                            "version",
                            "start",
                        ),
                        name="package_redaction_person_request_id_memory_id_version_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["proposed", "confirmed", "kept"])
                        ),
                        name="package_redaction_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("end__gt", models.F("start"))),
                        name="package_redaction_of_something",
                    ),
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
    ]
