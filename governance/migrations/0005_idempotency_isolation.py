"""Idempotency records under row-level security (docs/isolation.md)."""

from django.db import migrations

from governance.migrations._policies import PERSONS, SERVICE, policies

MINE_AND_SERVICE = f"person_id = ANY ({PERSONS}) AND service_id = {SERVICE}"

STATEMENTS = policies(
    "idempotency_record",
    {
        "service_person": [("SIU", MINE_AND_SERVICE)],
        "sweeper": [("SD", "expires_at <= now()")],
    },
)


class Migration(migrations.Migration):
    dependencies = [("governance", "0004_idempotency_record")]

    operations = [
        migrations.RunSQL(
            ";\n".join(STATEMENTS),
            "ALTER TABLE idempotency_record NO FORCE ROW LEVEL SECURITY",
        )
    ]
