"""Webhooks and what is told through them, under row-level security from the start. What a
run knew of its recipients moves into rows of their own."""

import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    PERSONS,
    SERVICE,
    Branches,
    composite_key,
    no_statistics,
    policies,
)

MINE = f"person_id = ANY ({PERSONS})"
OWN_SERVICE = f"service_id = {SERVICE}"
MINE_AND_SERVICE = f"{MINE} AND {OWN_SERVICE}"
# What a person does is told to the service that knows them, so its addresses are found.
OF_THEIRS = (
    f"service_id IN (SELECT p.service_id FROM person p WHERE p.id = ANY ({PERSONS}))"
)
OLD = "interval '90 days'"

WEBHOOK: Branches = {
    "person": [("S", OF_THEIRS)],
    "service_person": [("S", OWN_SERVICE)],
    "service": [("SIUD", OWN_SERVICE)],
    "sweeper": [("S", "true"), ("D", f"disabled_at <= now() - {OLD}")],
}
DELIVERY: Branches = {
    "person": [("SI", MINE)],
    "service_person": [("SI", MINE_AND_SERVICE)],
    "service": [("SIU", OWN_SERVICE)],
    "staff": [("S", "true")],
    "staff_person": [("S", MINE)],
    # What tells of an erasure stays with its run, as the record of who was told.
    "sweeper": [("SU", "true"), ("D", f"ended_at <= now() - {OLD} AND run_id IS NULL")],
}

# What began has a recipient: the service whose part it was (Art. 19 GDPR).
MOVE = """
INSERT INTO webhook_delivery
    (id, person_id, service_id, kind, event_id, run_id, subject_ids, state, reason,
     tries, fence, created_at, acknowledged_at, ended_at)
SELECT gen_random_uuid(), r.person_id, (told ->> 'service')::uuid,
    CASE r.scope WHEN 'memories' THEN 'memory.erased' ELSE 'person.erased' END,
    r.id, r.id, '{}',
    CASE told ->> 'state' WHEN 'acknowledged' THEN 'acknowledged' ELSE 'no_webhook' END,
    '', 0, 0, r.created_at,
    CASE told ->> 'state' WHEN 'acknowledged' THEN r.created_at END,
    CASE told ->> 'state' WHEN 'acknowledged' THEN r.created_at END
FROM erasure_run r, jsonb_array_elements(r.recipients) AS told
WHERE r.epoch IS NOT NULL
"""


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    keys = ("url_sealed_by_id", "secret_sealed_by_id", "earlier_secret_sealed_by_id")
    for statement in [
        *policies("webhook", WEBHOOK),
        *policies("webhook_delivery", DELIVERY),
        *no_statistics("webhook", "disabled_reason", *keys),
        *no_statistics("webhook_delivery", "kind", "state", "reason"),
        composite_key("webhook_delivery", "run_id", "erasure_run"),
    ]:
        editor.execute(statement, None)


def move(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Moves what runs knew of their recipients."""
    editor.execute(MOVE, None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0015_unwanted"),
    ]

    operations = [
        migrations.CreateModel(
            name="WebhookDelivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("person_id", models.UUIDField(null=True)),
                ("service_id", models.UUIDField()),
                ("webhook_id", models.UUIDField(null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("memory.erased", "Memory Erased"),
                            ("person.erased", "Person Erased"),
                            ("memory.corrected", "Memory Corrected"),
                            ("summary.rebuild_needed", "Rebuild Needed"),
                            ("settings.changed", "Settings Changed"),
                            ("request.updated", "Request Updated"),
                            ("webhook.test", "Test"),
                        ],
                        max_length=40,
                    ),
                ),
                ("event_id", models.UUIDField()),
                ("run_id", models.UUIDField(null=True)),
                (
                    "subject_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "to be told"),
                            ("no_webhook", "has no address to be told at"),
                            ("delivered", "told"),
                            ("acknowledged", "confirmed that its copies are gone"),
                            ("failed", "could not be reached"),
                            ("closed", "closed without an answer"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("fence", models.BigIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("response_status", models.PositiveSmallIntegerField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                ("acknowledged_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "db_table": "webhook_delivery",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["webhook_id", "next_at"],
                        name="webhook_delivery_due",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("lease_until__isnull", False), ("state", "waiting")
                        ),
                        fields=["service_id", "lease_until"],
                        name="webhook_delivery_held",
                    ),
                    models.Index(fields=["run_id"], name="webhook_delivery_of_run"),
                    models.Index(
                        condition=models.Q(
                            ("run_id__isnull", False),
                            models.Q(("state", "acknowledged"), _negated=True),
                        ),
                        fields=["service_id"],
                        name="webhook_delivery_unsaid",
                    ),
                    models.Index(
                        fields=["webhook_id", "created_at"],
                        name="webhook_delivery_of_webhook",
                    ),
                    models.Index(
                        condition=models.Q(("ended_at", None)),
                        fields=["created_at"],
                        name="webhook_delivery_open",
                    ),
                    models.Index(
                        condition=models.Q(("run_id", None)),
                        fields=["ended_at"],
                        name="webhook_delivery_by_end",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person_id", "event_id", "webhook_id"),
                        name="webhook_delivery_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "waiting",
                                    "no_webhook",
                                    "delivered",
                                    "acknowledged",
                                    "failed",
                                    "closed",
                                ],
                            )
                        ),
                        name="webhook_delivery_state_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("url_sealed", models.BinaryField()),
                ("secret_sealed", models.BinaryField()),
                ("earlier_secret_sealed", models.BinaryField(null=True)),
                ("earlier_until", models.DateTimeField(blank=True, null=True)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("memory.erased", "Memory Erased"),
                                ("person.erased", "Person Erased"),
                                ("memory.corrected", "Memory Corrected"),
                                ("summary.rebuild_needed", "Rebuild Needed"),
                                ("settings.changed", "Settings Changed"),
                                ("request.updated", "Request Updated"),
                                ("webhook.test", "Test"),
                            ],
                            max_length=40,
                        ),
                        size=None,
                    ),
                ),
                ("failures", models.PositiveIntegerField(default=0)),
                ("rests_until", models.DateTimeField(blank=True, null=True)),
                ("disabled_at", models.DateTimeField(blank=True, null=True)),
                ("disabled_reason", models.CharField(blank=True, max_length=40)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                (
                    "earlier_secret_sealed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
                (
                    "secret_sealed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
                (
                    "service",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to="governance.service",
                    ),
                ),
                (
                    "url_sealed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "webhook",
                "indexes": [
                    models.Index(fields=["disabled_at"], name="webhook_by_end")
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
        migrations.RunPython(move, migrations.RunPython.noop),
        # The column stays, unused, until nothing that runs writes to it any more.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="erasurerun", name="recipients")
            ],
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE erasure_run ALTER COLUMN recipients SET DEFAULT '[]'",
                    "ALTER TABLE erasure_run ALTER COLUMN recipients DROP DEFAULT",
                )
            ],
        ),
    ]
