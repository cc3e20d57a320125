"""How far this database knows the ledger: one row, which nobody but the product's own
writer of entries moves; and what a replay must know of a run."""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """The row, and no other: it is moved and never added or taken away."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in (
        "INSERT INTO ledger_seen (id) VALUES (1)",
        f"REVOKE INSERT, DELETE ON ledger_seen FROM {runtime}",
    ):
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0017_retention"),
    ]

    operations = [
        migrations.CreateModel(
            name="LedgerSeen",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(
                        default=1, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.BigIntegerField(db_default=0, default=0)),
                (
                    "hash",
                    models.CharField(
                        db_default="0" * 64, default="0" * 64, max_length=64
                    ),
                ),
                ("replay_since", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "ledger_seen",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("id", 1)), name="ledger_seen_one_row"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="erasurerun",
            name="with_history",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name="erasurerun",
            name="wanted_back",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(lay, migrations.RunPython.noop),
    ]
