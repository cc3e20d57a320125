"""What is pinned stays, and so does what it was made from: the closure of an erasure would
take it along. What is in use counts for what it was made from as well."""

from django.db import migrations

from governance.migrations._retention import DUE

PINNED = "WHEN m.pinned THEN false"
STAYS = f"""{PINNED}
        WHEN of_about IN ('chosen', 'memories', 'unused') AND m.id IN (
            WITH RECURSIVE stays (person_id, id) AS (
                SELECT s.person_id, s.id FROM memory s
                WHERE s.status IN ('active', 'paused') AND (
                    s.pinned OR of_about = 'unused' AND s.last_used_at
                        >= now() + ahead - make_interval(days => of_days)
                )
                UNION
                SELECT d.person_id, d.origin_id FROM stays JOIN derivation d
                    ON d.person_id = stays.person_id AND d.made_id = stays.id
                WHERE d.origin_kind = 'memory'
            )
            SELECT stays.id FROM stays
        ) THEN false"""
AS_BEFORE = DUE.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
ANEW = AS_BEFORE.replace(PINNED, STAYS)


class Migration(migrations.Migration):
    """Says anew what a rule is about."""

    dependencies = (("governance", "0034_ordered_ids"),)

    operations = (migrations.RunSQL(ANEW, AS_BEFORE),)
