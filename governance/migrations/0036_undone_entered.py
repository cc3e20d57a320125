"""When the ledger took it that a forget was undone, and what was loosened and it does not
know of yet. Forgets that were undone before are entered once more, which changes nothing:
whether they were is not to be seen here."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    PERSONS,
    SERVICE,
    Branches,
    no_statistics,
    seen_anew,
)

OWN_SERVICE = f"service_id = {SERVICE}"
AGEING = "forget_after_months IS NOT NULL"

BEFORE: Branches = {
    "person": [("S", f"account_id = {ACCOUNT}")],
    "service_person": [("S", f"id = ANY ({PERSONS}) AND {OWN_SERVICE}")],
    "service": [("S", OWN_SERVICE)],
    "staff_person": [("S", f"id = ANY ({PERSONS})")],
    "sweeper": [("S", AGEING)],
}
AFTER: Branches = {**BEFORE, "sweeper": [("S", f"{AGEING} OR loosened <> '[]'")]}


def widen(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """The sweeper sees who owes the ledger something."""
    for statement in [
        seen_anew("person", AFTER),
        *no_statistics("person", "loosened"),
    ]:
        editor.execute(statement, None)


def narrow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As it was."""
    editor.execute(seen_anew("person", BEFORE), None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0035_what_stays_keeps_its_sources"),
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
        migrations.AddField(
            model_name="person",
            name="loosened",
            field=models.JSONField(
                db_default=models.Value([], models.JSONField()), default=list
            ),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(
                condition=models.Q(("loosened", []), _negated=True),
                fields=["id"],
                name="person_owes_ledger",
            ),
        ),
        migrations.RunPython(widen, narrow),
    ]
