"""Rules of retention, each a row; what the sweeper may see and delete for them."""

import uuid

import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._retention import RULES, statements, undone


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays policies and functions, and the rules of the first day."""
    for statement in statements(_runtime(editor)):
        editor.execute(statement, None)
    Rule = apps.get_model("governance", "RetentionRule")
    using = editor.connection.alias
    Rule._default_manager.using(using).bulk_create(Rule(**each) for each in RULES)


def take_away(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Without them."""
    for statement in undone(_runtime(editor)):
        editor.execute(statement, None)


def _runtime(editor: BaseDatabaseSchemaEditor) -> str:
    return editor.quote_name(settings.DATABASES["default"]["USER"])


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0016_webhook"),
    ]

    operations = [
        migrations.CreateModel(
            name="RetentionRule",
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
                ("name", models.SlugField(db_index=False, max_length=60)),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("expired", "memories that have come to their own end"),
                            (
                                "chosen",
                                "memories older than their person wants them kept",
                            ),
                            (
                                "unused",
                                "memories of little importance that nobody used",
                            ),
                            ("memories", "memories of one kind or privacy"),
                            ("proposed", "what waits for its person's yes"),
                            ("quarantined", "what waits for its person's review"),
                            ("reads", "the record of who read what"),
                            ("idempotency", "notes that a write was done already"),
                            ("dashboard_links", "links to a person's pages"),
                            ("export_links", "links to a person's own export"),
                            ("receipt_links", "links to a certificate"),
                            ("receipts", "receipts of what was erased"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("fact", "fact"),
                            ("preference", "preference"),
                            ("decision", "decision"),
                            ("event", "event"),
                            ("procedure", "how to do something"),
                            ("summary", "summary"),
                            ("reflection", "reflection"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                (
                    "sensitivity",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("normal", "normal"),
                            ("personal", "personal"),
                            ("sensitive", "sensitive"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                (
                    "importance_below",
                    models.PositiveSmallIntegerField(blank=True, null=True),
                ),
                ("days", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "schedule",
                    models.CharField(
                        choices=[
                            ("each_run", "each minute"),
                            ("nightly", "each night"),
                            ("weekly", "each week"),
                        ],
                        max_length=10,
                    ),
                ),
                ("enabled", models.BooleanField(default=True)),
                ("changed_by", models.UUIDField(blank=True, null=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
            ],
            options={
                "db_table": "retention_rule",
            },
        ),
        migrations.AddField(
            model_name="person",
            name="keep_unused",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(
                condition=models.Q(("person_id", None)),
                fields=["verb", "created_at"],
                name="audit_of_house",
            ),
        ),
        migrations.AddIndex(
            model_name="read",
            index=models.Index(fields=["created_at"], name="read_by_age"),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.UniqueConstraint(
                fields=("name",), name="retention_rule_name"
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
                        ],
                    )
                ),
                name="retention_rule_about_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(("schedule__in", ["each_run", "nightly", "weekly"])),
                name="retention_rule_schedule_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "",
                            "fact",
                            "preference",
                            "decision",
                            "event",
                            "procedure",
                            "summary",
                            "reflection",
                        ],
                    ),
                    ("sensitivity__in", ["", "normal", "personal", "sensitive"]),
                ),
                name="retention_rule_kind_known",
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
                    models.Q(("about", "reads"), _negated=True),
                    ("days__gte", 30),
                    _connector="OR",
                ),
                name="retention_rule_reads_kept",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("about", "proposed"), _negated=True),
                    ("days__lte", 14),
                    _connector="OR",
                ),
                name="retention_rule_proposed_end",
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
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("about", "memories"), _negated=True),
                    models.Q(("kind", ""), ("sensitivity", ""), _negated=True),
                    _connector="OR",
                ),
                name="retention_rule_narrowed",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("importance_below", None),
                    models.Q(("about", "unused"), ("importance_below__range", (1, 11))),
                    _connector="OR",
                ),
                name="retention_rule_importance_range",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("expires_at__isnull", False)),
                fields=["person", "expires_at"],
                name="memory_own_expiry",
            ),
        ),
        migrations.RunPython(lay, take_away),
    ]
