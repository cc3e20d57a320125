"""Conversations, item by item, and memory files with their versions; who may see which, what
an erasure hides, and the ages of all of them."""

from importlib import import_module

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import governance.models.ids
from governance.migrations._retention import DUE_ROWS
from governance.migrations._told import RULES, counted_with, due_with_files, statements

CATEGORIES = [
    ("health", "health"),
    ("religion", "religion or belief"),
    ("politics", "political opinion"),
    ("union", "trade union"),
    ("sex_life", "sex life or orientation"),
    ("ethnicity", "ethnic origin"),
    ("biometric", "biometric features"),
    ("genetic", "genetic data"),
    ("convictions", "criminal record"),
]

# What retention asked of the database before, to be said with these tables in it.
DUE = import_module("governance.migrations.0035_what_stays_keeps_its_sources").ANEW
REQUESTS = import_module("governance.migrations.0026_request_age")


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays everything that is made by statement, and the rules."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *statements(runtime),
        due_with_files(DUE),
        counted_with(REQUESTS.OF_REQUESTS),
    ]:
        editor.execute(statement, None)
    rules = apps.get_model("governance", "RetentionRule")._default_manager
    for rule in RULES:
        rules.using(editor.connection.alias).create(**rule)


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Retention as it was; the policies go with their tables."""
    again = DUE_ROWS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    for statement in [
        "DROP FUNCTION drop_told(text, integer, integer)",
        # Else the unique keys that they stand on could not go.
        "ALTER TABLE conversation_item "
        "DROP CONSTRAINT conversation_item_conversation_id_of_person",
        "ALTER TABLE file_version DROP CONSTRAINT file_version_file_id_of_person",
        DUE,
        again.replace(REQUESTS.CASE, REQUESTS.CASE + REQUESTS.OF_REQUESTS),
    ]:
        editor.execute(statement, None)
    rules = apps.get_model("governance", "RetentionRule")._default_manager
    names = [rule["name"] for rule in RULES]
    rules.using(editor.connection.alias).filter(name__in=names).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0036_undone_entered"),
    ]

    operations = [
        migrations.CreateModel(
            name="Conversation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=governance.models.ids.new_id,
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
                ("name", models.CharField(max_length=255)),
                ("next_number", models.BigIntegerField(default=1)),
                ("forgotten", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "db_table": "conversation",
            },
        ),
        migrations.CreateModel(
            name="ConversationItem",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=governance.models.ids.new_id,
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
                ("number", models.BigIntegerField()),
                ("body", models.JSONField()),
                ("ref", models.CharField(blank=True, max_length=255)),
                (
                    "categories",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=CATEGORIES,
                            max_length=20,
                        ),
                        db_default=[],
                        default=list,
                        size=None,
                    ),
                ),
                ("forgotten", models.BooleanField(db_default=False, default=False)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "conversation_item",
            },
        ),
        migrations.CreateModel(
            name="FileVersion",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=governance.models.ids.new_id,
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
                ("number", models.PositiveIntegerField()),
                ("path", models.CharField(max_length=1024)),
                ("text", models.TextField(blank=True)),
                ("actor_kind", models.CharField(max_length=20)),
                ("actor_id", models.UUIDField(null=True)),
            ],
            options={
                "db_table": "file_version",
            },
        ),
        migrations.CreateModel(
            name="MemoryFile",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=governance.models.ids.new_id,
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
                ("path", models.CharField(max_length=1024)),
                ("text", models.TextField(blank=True)),
                ("size", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "updated_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                (
                    "categories",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=CATEGORIES,
                            max_length=20,
                        ),
                        db_default=[],
                        default=list,
                        size=None,
                    ),
                ),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                ("forgotten", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "db_table": "memory_file",
            },
        ),
        migrations.RemoveConstraint(
            model_name="retentionrule",
            name="retention_rule_age",
        ),
        migrations.RemoveConstraint(
            model_name="retentionrule",
            name="retention_rule_always_on",
        ),
        migrations.RemoveConstraint(
            model_name="retentionrule",
            name="retention_rule_about_known",
        ),
        migrations.AlterField(
            model_name="read",
            name="kind",
            field=models.CharField(
                choices=[
                    ("get", "looked at one"),
                    ("list", "looked at the list"),
                    ("recall", "recalled"),
                    ("export", "exported"),
                    ("told", "was told in an answer to a write or a search"),
                    ("files", "looked at its notes"),
                    ("items", "looked at a conversation"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="retentionrule",
            name="about",
            field=models.CharField(
                choices=[
                    ("expired", "memories that have come to their own end"),
                    ("chosen", "memories older than their person wants them kept"),
                    ("unused", "memories of little importance that nobody used"),
                    ("memories", "memories of one kind or privacy"),
                    ("proposed", "what waits for its person's yes"),
                    ("quarantined", "what waits for its person's review"),
                    ("reads", "the record of who read what"),
                    ("idempotency", "notes that a write was done already"),
                    ("dashboard_links", "links to a person's pages"),
                    ("export_links", "links to a person's own export"),
                    ("receipt_links", "links to a certificate"),
                    ("receipts", "receipts of what was erased"),
                    ("requests", "requests that were closed, with their letters"),
                    ("files", "notes of an app that nobody opened"),
                    ("file_versions", "earlier versions of notes"),
                    ("items", "messages of conversations"),
                    (
                        "special_items",
                        "messages that tell of something specially protected, without a yes",
                    ),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "about__in",
                        [
                            "expired",
                            "chosen",
                            "unused",
                            "memories",
                            "proposed",
                            "quarantined",
                            "reads",
                            "idempotency",
                            "dashboard_links",
                            "export_links",
                            "receipt_links",
                            "receipts",
                            "requests",
                            "files",
                            "file_versions",
                            "items",
                            "special_items",
                        ],
                    )
                ),
                name="retention_rule_about_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        (
                            "about__in",
                            (
                                "expired",
                                "chosen",
                                "idempotency",
                                "dashboard_links",
                                "export_links",
                                "receipt_links",
                                "receipts",
                                "special_items",
                            ),
                        ),
                        ("days", None),
                    ),
                    models.Q(
                        models.Q(
                            (
                                "about__in",
                                (
                                    "expired",
                                    "chosen",
                                    "idempotency",
                                    "dashboard_links",
                                    "export_links",
                                    "receipt_links",
                                    "receipts",
                                    "special_items",
                                ),
                            ),
                            _negated=True,
                        ),
                        ("days__range", (1, 36500)),
                    ),
                    _connector="OR",
                ),
                name="retention_rule_age",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("enabled", True),
                    models.Q(
                        (
                            "about__in",
                            [
                                "expired",
                                "chosen",
                                "idempotency",
                                "dashboard_links",
                                "export_links",
                                "receipt_links",
                                "receipts",
                                "special_items",
                                "proposed",
                            ],
                        ),
                        _negated=True,
                    ),
                    _connector="OR",
                ),
                name="retention_rule_always_on",
            ),
        ),
        migrations.AddField(
            model_name="conversation",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.person",
            ),
        ),
        migrations.AddField(
            model_name="conversation",
            name="service",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.service",
            ),
        ),
        migrations.AddField(
            model_name="conversationitem",
            name="conversation",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="items",
                to="governance.conversation",
            ),
        ),
        migrations.AddField(
            model_name="conversationitem",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.person",
            ),
        ),
        migrations.AddField(
            model_name="conversationitem",
            name="service",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.service",
            ),
        ),
        migrations.AddField(
            model_name="fileversion",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.person",
            ),
        ),
        migrations.AddField(
            model_name="fileversion",
            name="service",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.service",
            ),
        ),
        migrations.AddField(
            model_name="memoryfile",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.person",
            ),
        ),
        migrations.AddField(
            model_name="memoryfile",
            name="service",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="governance.service",
            ),
        ),
        migrations.AddField(
            model_name="fileversion",
            name="file",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="versions",
                to="governance.memoryfile",
            ),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.UniqueConstraint(
                fields=("person", "id"), name="conversation_person_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("forgotten", False)),
                fields=("person", "service", "name"),
                name="conversation_one_in_use",
            ),
        ),
        migrations.AddIndex(
            model_name="conversationitem",
            index=models.Index(
                condition=models.Q(("expires_at__isnull", False)),
                fields=["expires_at"],
                name="conversation_item_by_expiry",
            ),
        ),
        migrations.AddIndex(
            model_name="conversationitem",
            index=models.Index(fields=["created_at"], name="conversation_item_by_age"),
        ),
        migrations.AddConstraint(
            model_name="conversationitem",
            constraint=models.UniqueConstraint(
                fields=("person", "id"), name="conversation_item_person_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="conversationitem",
            constraint=models.UniqueConstraint(
                fields=("person", "conversation", "number"),
                name="conversation_item_person_conversation_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="memoryfile",
            constraint=models.UniqueConstraint(
                fields=("person", "id"), name="memory_file_person_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="memoryfile",
            constraint=models.UniqueConstraint(
                condition=models.Q(("forgotten", False)),
                fields=("person", "service", "path"),
                name="memory_file_one_in_use",
            ),
        ),
        migrations.AddIndex(
            model_name="fileversion",
            index=models.Index(fields=["created_at"], name="file_version_by_age"),
        ),
        migrations.AddConstraint(
            model_name="fileversion",
            constraint=models.UniqueConstraint(
                fields=("person", "id"), name="file_version_person_id"
            ),
        ),
        migrations.AddConstraint(
            model_name="fileversion",
            constraint=models.UniqueConstraint(
                fields=("person", "file", "number"),
                name="file_version_person_file_number",
            ),
        ),
        migrations.RunPython(lay, lift),
    ]
