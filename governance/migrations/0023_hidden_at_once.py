"""What an erasure hides is hidden faster: by one comparison where it reaches all there is,
and otherwise looked up once for a statement and not once for each scope that there is.

A run that reaches every memory of its person notes when the newest was made
(``hides_upto``): whatever is not newer is hidden, and an index finds what is.
"""

from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import PERSONS, SERVICE, scoped

MINE = f"person_id = ANY ({PERSONS})"
ERASING = "COALESCE((SELECT current_setting('memoryhub.erasing', true)), '') = 'on'"
OF_RUNS = (
    f"FROM erasure_run g WHERE g.person_id = ANY ({PERSONS}) AND g.epoch IS NOT NULL "
    "AND g.state NOT IN ('done', 'undone')"
)
# Of several persons at once one's time says nothing about the rows of another.
OF_ONE = f"cardinality({PERSONS}) = 1"
BY_ROW = f"{OF_RUNS} AND (g.hides_upto IS NULL OR NOT {OF_ONE})"

UNDER_WAY = f"(SELECT EXISTS (SELECT 1 {BY_ROW}))"
GOES = (
    "memory.id IN (SELECT i.thing_id FROM erasure_item i "
    f"WHERE i.person_id = ANY ({PERSONS}) AND i.thing = 'memory' "
    f"AND i.run_id = ANY ((SELECT ARRAY(SELECT g.id {BY_ROW}))::uuid[]))"
)
SHOWN = f"({ERASING} OR NOT {UNDER_WAY} OR NOT {GOES})"

OWN = " OR ".join(
    [
        scoped("person", MINE),
        scoped("service_person", f"{MINE} AND service_id = {SERVICE}"),
        scoped("staff_person", f"{MINE} AND sealed IS NULL"),
    ]
)
EXPIRED = scoped("sweeper", "expires_at <= now()")
SEEN = f"ALTER POLICY may_select ON memory USING ((({OWN}) AND {SHOWN}) OR {EXPIRED})"
# Restrictive, so that it stands beside all others and an index can answer it.
NEWER = (
    f"(created_at > (SELECT CASE WHEN {ERASING} OR NOT {OF_ONE} "
    "THEN '-infinity'::timestamptz ELSE COALESCE("
    f"(SELECT max(g.hides_upto) {OF_RUNS}), '-infinity'::timestamptz) END))"
)


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays both."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    editor.execute(SEEN, None)
    editor.execute(
        "CREATE POLICY newer_than_hidden ON memory AS RESTRICTIVE "
        f"FOR SELECT TO {runtime} USING {NEWER}",
        None,
    )


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """The policy of before is the stricter one and does without the new column."""
    editor.execute("DROP POLICY newer_than_hidden ON memory", None)
    editor.execute(SEEN.replace(BY_ROW, OF_RUNS), None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0019_whole_person"),
    ]

    operations = [
        migrations.AddField(
            model_name="erasurerun",
            name="hides_upto",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(lay, lift),
    ]
