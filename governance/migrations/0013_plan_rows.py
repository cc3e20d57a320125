"""The plan of an erasure lies in a table, and what is under way is hidden by the database.

Rows of a run that has begun are seen by the run alone (``memoryhub.erasing``): nothing
has to be changed about a million rows before the person is answered. Whoever writes the
same fact again meanwhile pushes the hidden row out of the way (a trigger), for the unique
key of facts does not know what is hidden.
"""

import django.contrib.postgres.indexes
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    PERSONS,
    SERVICE,
    Branches,
    policies,
    seen_anew,
)

MINE = f"person_id = ANY ({PERSONS})"
MINE_AND_SERVICE = f"{MINE} AND service_id = {SERVICE}"
ERASING = "COALESCE((SELECT current_setting('memoryhub.erasing', true)), '') = 'on'"

# Both are asked once for a statement, not for a row: of most persons nothing is under way.
UNDER_WAY = (
    "(SELECT EXISTS (SELECT 1 FROM erasure_run g WHERE g.person_id = ANY "
    f"({PERSONS}) AND g.epoch IS NOT NULL AND g.state NOT IN ('done', 'undone')))"
)
# One look at all that goes and not one for each row: a person may have a million of them.
GOES = (
    "memory.id IN (SELECT i.thing_id FROM erasure_item i JOIN erasure_run g "
    "ON g.person_id = i.person_id AND g.id = i.run_id "
    f"WHERE i.person_id = ANY ({PERSONS}) AND g.epoch IS NOT NULL)"
)
SHOWN = f"({ERASING} OR NOT {UNDER_WAY} OR NOT {GOES})"

MEMORY: Branches = {
    "person": [("S", f"{MINE} AND {SHOWN}")],
    "service_person": [("S", f"{MINE_AND_SERVICE} AND {SHOWN}")],
    "staff_person": [("S", f"{MINE} AND sealed IS NULL AND {SHOWN}")],
    "sweeper": [("S", "expires_at <= now()")],
}
BEFORE: Branches = {
    "person": [("S", MINE)],
    "service_person": [("S", MINE_AND_SERVICE)],
    "staff_person": [("S", f"{MINE} AND sealed IS NULL")],
    "sweeper": [("S", "expires_at <= now()")],
}
ITEM: Branches = {
    "person": [("SIUD", MINE)],
    "service_person": [("SIUD", MINE_AND_SERVICE)],
    "staff_person": [("S", MINE)],
}

MAKE_ROOM = """
CREATE FUNCTION make_room_for_memory() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM erasure_run g WHERE g.person_id = NEW.person_id
            AND g.epoch IS NOT NULL AND g.state NOT IN ('done', 'undone')
    ) THEN
        UPDATE memory m SET status = 'forgotten'
        WHERE m.person_id = NEW.person_id AND m.service_id = NEW.service_id
            AND m.space = NEW.space AND m.key = NEW.key
            AND m.text_hash = NEW.text_hash AND m.trust = NEW.trust
            AND m.id <> NEW.id
            AND m.status IN ('proposed', 'quarantined', 'active', 'paused')
            AND EXISTS (
                SELECT 1 FROM erasure_item i JOIN erasure_run g
                    ON g.person_id = i.person_id AND g.id = i.run_id
                WHERE i.person_id = m.person_id AND i.thing_id = m.id
                    AND g.epoch IS NOT NULL
            );
    END IF;
    RETURN NEW;
END $$
"""
CALL = """
CREATE TRIGGER make_room BEFORE INSERT OR UPDATE OF status, text_hash, key, space, trust
ON memory FOR EACH ROW
WHEN (NEW.status IN ('proposed', 'quarantined', 'active', 'paused'))
EXECUTE FUNCTION make_room_for_memory()
"""

OPEN_ITEMS = """
INSERT INTO erasure_item (person_id, thing_id, run_id, service_id, thing, before)
SELECT r.person_id, t.id::uuid, r.id, r.service_id, t.thing, COALESCE(b.state, '')
FROM erasure_run r
CROSS JOIN LATERAL (
    SELECT jsonb_array_elements_text(r.plan -> 'memories') AS id, 'memory' AS thing
    UNION ALL SELECT jsonb_array_elements_text(r.plan -> 'sources'), 'source'
) t
LEFT JOIN LATERAL (
    SELECT p.key AS state FROM jsonb_each(r.plan -> 'before') AS p
    WHERE p.value ? t.id LIMIT 1
) b ON true
WHERE r.state NOT IN ('done', 'undone') AND jsonb_typeof(r.plan -> 'memories') = 'array'
ON CONFLICT DO NOTHING
"""
# What was forgotten before an erasure began has to stay nameable as the state it was in.
COUNTED = """
UPDATE erasure_run SET plan = (plan - 'before' - 'roots') || jsonb_build_object(
    'memories', jsonb_array_length(plan -> 'memories'),
    'sources', jsonb_array_length(plan -> 'sources'),
    'rebuilt', COALESCE(plan -> 'rebuilt', '0'::jsonb))
WHERE jsonb_typeof(plan -> 'memories') = 'array'
"""

RECEIPT_KEY = (
    "ALTER TABLE receipt DROP CONSTRAINT receipt_pkey",
    # Not dropped yet: what runs while this is applied still writes it.
    "ALTER TABLE receipt ALTER COLUMN id DROP NOT NULL",
    "ALTER TABLE receipt DROP CONSTRAINT receipt_person_thing",
    "ALTER TABLE receipt ADD PRIMARY KEY (person_id, thing_id)",
)


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Policies, trigger, and the plans of the runs that are open."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *policies("erasure_item", ITEM),
        seen_anew("memory", MEMORY),
        MAKE_ROOM,
        f"REVOKE EXECUTE ON FUNCTION make_room_for_memory() FROM PUBLIC, {runtime}",
        CALL,
        OPEN_ITEMS,
        COUNTED,
    ]:
        editor.execute(statement, None)


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Memories are seen as before."""
    for statement in [
        seen_anew("memory", BEFORE),
        "DROP TRIGGER make_room ON memory",
        "DROP FUNCTION make_room_for_memory()",
    ]:
        editor.execute(statement, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0012_certificate"),
    ]

    operations = [
        migrations.CreateModel(
            name="ErasureItem",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "person_id",
                        "thing_id",
                        "run_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("person_id", models.UUIDField()),
                ("thing_id", models.UUIDField()),
                ("run_id", models.UUIDField()),
                ("service_id", models.UUIDField()),
                ("thing", models.CharField(max_length=20)),
                ("before", models.CharField(blank=True, max_length=20)),
            ],
            options={"db_table": "erasure_item"},
        ),
        migrations.RemoveIndex(model_name="receipt", name="receipt_of_run"),
        migrations.RemoveIndex(model_name="receipt", name="receipt_by_ref"),
        migrations.RemoveIndex(model_name="receipt", name="receipt_by_expiry"),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(each) for each in RECEIPT_KEY],
            state_operations=[
                migrations.RemoveConstraint(
                    model_name="receipt", name="receipt_person_thing"
                ),
                migrations.RemoveField(model_name="receipt", name="id"),
                migrations.AddField(
                    model_name="receipt",
                    name="pk",
                    field=models.CompositePrimaryKey(
                        "person_id",
                        "thing_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="receipt",
            index=models.Index(
                condition=models.Q(("ref_hash__isnull", False)),
                fields=["person_id", "ref_hash"],
                name="receipt_by_ref",
            ),
        ),
        migrations.AddIndex(
            model_name="receipt",
            index=django.contrib.postgres.indexes.BrinIndex(
                fields=["expires_at"], name="receipt_by_expiry"
            ),
        ),
        migrations.AddIndex(
            model_name="erasurerun",
            index=models.Index(
                condition=models.Q(
                    ("epoch__isnull", False),
                    models.Q(("state__in", ["done", "undone"]), _negated=True),
                ),
                fields=["person_id"],
                name="erasure_run_under_way",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(fields=["person", "source"], name="memory_by_source"),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(
                condition=models.Q(("status", "superseded")),
                fields=["person", "key"],
                name="memory_earlier_values",
            ),
        ),
        migrations.RunPython(lay, lift),
    ]
