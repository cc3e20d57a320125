"""Closed requests have an age of their own: three years, unless staff say otherwise."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._retention import DUE_ROWS

CASE = """        WHEN 'receipts' THEN (SELECT count(*) FROM receipt
            WHERE expires_at <= now() + ahead)
"""
OF_REQUESTS = """        WHEN 'requests' THEN (SELECT count(*) FROM subject_request
            WHERE closed_at < now() + ahead - make_interval(days => of_days))
"""
THREE_YEARS = 3 * 365


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """The rule, and what it would take."""
    again = DUE_ROWS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    editor.execute(again.replace(CASE, CASE + OF_REQUESTS), None)
    rules = apps.get_model("governance", "RetentionRule")._default_manager
    rules.using(editor.connection.alias).create(
        name="requests", about="requests", days=THREE_YEARS, schedule="nightly"
    )


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    again = DUE_ROWS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    editor.execute(again, None)
    rules = apps.get_model("governance", "RetentionRule")._default_manager
    rules.using(editor.connection.alias).filter(about="requests").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0025_hidden_at_once"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="retentionrule",
            name="retention_rule_about_known",
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
                    models.Q(("about", "requests"), _negated=True),
                    ("days__gte", 30),
                    _connector="OR",
                ),
                name="retention_rule_requests_kept",
            ),
        ),
        migrations.RunPython(lay, lift),
    ]
