"""When the ledger took it that a forget was undone. Those of before are entered once more,
which changes nothing: whether they were is not to be seen here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0032_chain_check"),
    ]

    operations = [
        migrations.AddField(
            model_name="erasurerun",
            name="undone_entered_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="erasurerun",
            index=models.Index(
                condition=models.Q(
                    models.Q(
                        ("ledger_at", None),
                        models.Q(("state__in", ["done", "undone"]), _negated=True),
                    ),
                    models.Q(("state", "undone"), ("undone_entered_at", None)),
                    _connector="OR",
                ),
                fields=["created_at"],
                name="erasure_run_unentered",
            ),
        ),
    ]
