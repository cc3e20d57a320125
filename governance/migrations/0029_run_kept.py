"""What holds kept of an erasure, as its certificate will say."""

from django.db import migrations, models

from governance.migrations._policies import no_statistics


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0028_letter_returned"),
    ]

    operations = [
        migrations.AddField(
            model_name="erasurerun",
            name="kept",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()), default=list
            ),
        ),
        migrations.RunSQL(
            ";".join(no_statistics("erasure_run", "kept")), migrations.RunSQL.noop
        ),
    ]
