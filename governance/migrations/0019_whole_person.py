"""A whole person can be erased: by the run alone, table by table, and what is left is a row
that says so to their service.

The policies stand beside those that are there; permissive ones add up.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    PERSONS,
    SERVICE,
    Branches,
    no_statistics,
    policies,
    scoped,
)

MINE = f"person_id = ANY ({PERSONS})"
MINE_AND_SERVICE = f"{MINE} AND service_id = {SERVICE}"
OWN_SERVICE = f"service_id = {SERVICE}"
ERASING = "COALESCE((SELECT current_setting('memoryhub.erasing', true)), '') = 'on'"

GONE: Branches = {
    "person": [("SI", MINE)],
    "service_person": [("SI", MINE_AND_SERVICE)],
    "service": [("SU", OWN_SERVICE)],
    "sweeper": [("SD", "expires_at <= now()")],
}

WHOLE = {
    "read": MINE_AND_SERVICE,
    "consent": MINE_AND_SERVICE,
    "idempotency_record": MINE_AND_SERVICE,
    "dashboard_link": MINE_AND_SERVICE,
    "hold": MINE_AND_SERVICE,
    "epoch": MINE,
    "person": f"id = ANY ({PERSONS}) AND {OWN_SERVICE}",
}
"""What a run may delete of its person, and no other step of anybody."""

# The scope of an account is about the records that it had when it was opened; one that has
# left it in this very transaction is changed once more, and then seen by nobody's account.
LEAVING = f"id = ANY ({PERSONS}) AND account_id IS NULL AND gone_at IS NOT NULL"

BESIDE = [
    *(
        (table, "erased_whole", f"FOR DELETE USING ({of_run})")
        for table, of_run in (
            (table, scoped("service_person", f"{ERASING} AND {condition}"))
            for table, condition in WHOLE.items()
        )
    ),
    # Counted in the plan that they are shown.
    *(
        (table, "seen_by_person", f"FOR SELECT USING ({scoped('person', MINE)})")
        for table in ("dashboard_link", "idempotency_record")
    ),
    # Whoever asks notes on a hold which erasure it keeps from its memory.
    (
        "hold",
        "wanted",
        f"FOR UPDATE USING ({scoped('person', f'{MINE} AND released_at IS NULL')}) "
        f"WITH CHECK ({scoped('person', f'{MINE} AND wanted_by IS NOT NULL')})",
    ),
    ("person", "seen_leaving", f"FOR SELECT USING ({scoped('person', LEAVING)})"),
    (
        "person",
        "leaves",
        f"FOR UPDATE USING ({scoped('person', f'account_id = {ACCOUNT}')}) "
        f"WITH CHECK ({scoped('person', LEAVING)})",
    ),
    (
        "export_link",
        "closed",
        f"FOR DELETE USING ({scoped('person', f'account_id = {ACCOUNT}')})",
    ),
]


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays them."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *policies("gone_person", GONE),
        *no_statistics("gone_person", "hash_key_id"),
        *(f"CREATE POLICY {name} ON {table} {rest}" for table, name, rest in BESIDE),
        f"GRANT DELETE ON read TO {runtime}",
    ]:
        editor.execute(statement, None)


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes them away; those of the new table go with it."""
    for table, name, _rest in BESIDE:
        editor.execute(f"DROP POLICY {name} ON {table}", None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0018_ledger_seen"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="gone_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="erasurerun",
            name="scope",
            field=models.CharField(
                choices=[
                    ("memories", "chosen memories"),
                    ("service_part", "all that one service wrote"),
                    (
                        "whole_person",
                        "one person, as a service knows them, and all theirs",
                    ),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="GonePerson",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "person_id",
                        "run_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("person_id", models.UUIDField()),
                ("run_id", models.UUIDField()),
                ("ref_hash", models.BinaryField(max_length=32)),
                ("ref_sealed", models.BinaryField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("acknowledged_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField()),
                (
                    "hash_key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        to="governance.hashkey",
                    ),
                ),
                (
                    "service",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="governance.service",
                    ),
                ),
            ],
            options={
                "db_table": "gone_person",
                "indexes": [
                    models.Index(
                        condition=models.Q(("acknowledged_at", None)),
                        fields=["service", "ref_hash"],
                        name="gone_person_by_ref",
                    ),
                    models.Index(fields=["expires_at"], name="gone_person_by_end"),
                ],
            },
        ),
        migrations.RunPython(lay, lift),
    ]
