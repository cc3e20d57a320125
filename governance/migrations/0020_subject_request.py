"""Requests of people who exercise a right, and what happens to each.

Staff see those of all; a person those of their account, and no note of the staff's; a
service those that it handed over. The public form adds, and sees nothing. Events are never
changed.
"""

import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
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

OF_ACCOUNT = f"account_id = {ACCOUNT}"
OF_SERVICE = f"service_id = {SERVICE}"
ABOUT_THEM = f"person_ids && {PERSONS}"
# Whoever is not known for sure is nobody's account and names nobody's records.
UNPROVED = (
    "account_id IS NULL AND service_id IS NULL AND person_ids = '{}' "
    "AND verified_at IS NULL AND state = 'received'"
)
# Not shorter, whoever asks: a rule that was changed by mistake cannot empty it.
LONG_CLOSED = "closed_at <= now() - interval '30 days'"

REQUEST: Branches = {
    "person": [
        ("SIU", OF_ACCOUNT),
        # Staff may name the wrong record of somebody who is not known yet; a service
        # names its own.
        (
            "S",
            f"{ABOUT_THEM} AND (verified_at IS NOT NULL OR service_id IS NOT NULL)",
        ),
    ],
    "service_person": [("SIU", f"{OF_SERVICE} AND {ABOUT_THEM}")],
    "service": [("S", OF_SERVICE)],
    "staff": [("SIU", "true")],
    "staff_person": [("SU", "true")],
    "intake": [("I", UNPROVED)],
    "sweeper": [("SU", "true"), ("D", LONG_CLOSED)],
}
# Of a request that the scope sees: the policies above hold inside of it, too.
SEEN = (
    "EXISTS (SELECT 1 FROM subject_request r WHERE r.id = request_event.request_id{})"
)
EVENT: Branches = {
    "person": [("S", f"{SEEN.format('')} AND NOT internal"), ("I", SEEN.format(""))],
    "service_person": [
        ("S", f"{SEEN.format('')} AND NOT internal"),
        ("I", SEEN.format("")),
    ],
    "service": [("S", f"{SEEN.format('')} AND NOT internal"), ("I", SEEN.format(""))],
    "staff": [("SI", "true")],
    "staff_person": [("SI", "true")],
    "intake": [("I", "number = 1 AND kind = 'filed'")],
    "sweeper": [
        ("SI", "true"),
        ("D", SEEN.format(f" AND r.{LONG_CLOSED}")),
    ],
}

OWN_PERSON = f"id = ANY ({PERSONS})"
OF_PERSON = f"person_id = ANY ({PERSONS})"
# Staff who are sure who asks let a restriction hold from that transaction on, and its
# services are told of it.
BESIDE = [
    ("person", "restricted_by_staff", "UPDATE", OWN_PERSON),
    ("epoch", "locked_by_staff", "SELECT", OF_PERSON),
    ("epoch", "raised_by_staff", "UPDATE", OF_PERSON),
    ("webhook_delivery", "told_by_staff", "INSERT", OF_PERSON),
    (
        "webhook",
        "named_by_staff",
        "SELECT",
        f"service_id IN (SELECT p.service_id FROM person p WHERE p.id = ANY ({PERSONS}))",
    ),
]
# Who handed a request over is told of each of its steps, whoever takes it.
OF_REQUESTS = "kind = 'request.updated'"
TOLD = [
    ("webhook", "told_of_requests", "SELECT", scoped("staff")),
    (
        "webhook_delivery",
        "tell_of_requests",
        "INSERT",
        f"{scoped('staff', OF_REQUESTS)} OR {scoped('sweeper', OF_REQUESTS)}",
    ),
]

# One function per table, as in 0002.
GUARD = """
CREATE FUNCTION refuse_wrong_move_of_subject_request() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM state_move m
        WHERE m.thing = 'subject_request' AND m.old = OLD.state AND m.new = NEW.state
    ) THEN
        RAISE EXCEPTION 'a subject_request may not go from % to %', OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""
GUARDED = """
CREATE TRIGGER subject_request_moves BEFORE UPDATE OF state ON subject_request
FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
EXECUTE FUNCTION refuse_wrong_move_of_subject_request()
"""

MOVES = {
    "received": ["needs_identity", "in_review", "refused", "withdrawn"],
    "needs_identity": ["in_review", "refused", "withdrawn"],
    "in_review": ["needs_identity", "on_hold", "running", "refused", "withdrawn"],
    "on_hold": ["in_review", "refused", "withdrawn"],
    "running": ["done", "in_review"],
}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays the policies."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *policies("subject_request", REQUEST),
        *policies("request_event", EVENT),
        *no_statistics("subject_request", "words", "contact_sealed", "contact_hash"),
        *no_statistics("request_event", "text", "facts"),
        *(
            _policy(table, name, command, scoped("staff_person", condition))
            for table, name, command, condition in BESIDE
        ),
        *(_policy(*each) for each in TOLD),
        GUARD,
        GUARDED,
        f"REVOKE UPDATE ON request_event FROM {runtime}",
    ]:
        editor.execute(statement, None)


def _policy(table: str, name: str, command: str, condition: str) -> str:
    clause = "WITH CHECK" if command == "INSERT" else "USING"
    return f"CREATE POLICY {name} ON {table} FOR {command} {clause} ({condition})"


def allow(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Enters every allowed move."""
    StateMove = apps.get_model("governance", "StateMove")
    StateMove.objects.using(editor.connection.alias).bulk_create(
        StateMove(thing="subject_request", old=old, new=new)
        for old, allowed in MOVES.items()
        for new in allowed
    )


def forbid(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes them out again."""
    StateMove = apps.get_model("governance", "StateMove")
    moves = StateMove.objects.using(editor.connection.alias)
    moves.filter(thing="subject_request").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0019_whole_person"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="objected_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="RequestEvent",
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
                ("request_id", models.UUIDField()),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
                ("actor_kind", models.CharField(max_length=20)),
                ("actor_id", models.UUIDField(null=True)),
                ("old_state", models.CharField(blank=True, max_length=20)),
                ("new_state", models.CharField(blank=True, max_length=20)),
                ("text", models.CharField(blank=True, max_length=4000)),
                ("internal", models.BooleanField(default=False)),
                ("facts", models.JSONField(default=dict)),
            ],
            options={
                "db_table": "request_event",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("request_id", "number"), name="request_event_in_order"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SubjectRequest",
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
                ("reference", models.CharField(max_length=12, unique=True)),
                (
                    "right",
                    models.CharField(
                        choices=[
                            ("access", "a copy of the data (Art. 15)"),
                            ("rectification", "correction (Art. 16)"),
                            ("erasure", "erasure (Art. 17)"),
                            ("restriction", "restriction (Art. 18)"),
                            ("portability", "data to take along (Art. 20)"),
                            ("objection", "objection (Art. 21)"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("received", "received"),
                            ("needs_identity", "waits for proof of who asks"),
                            ("in_review", "in review"),
                            ("on_hold", "waits for an answer of the person"),
                            ("running", "being done"),
                            ("done", "done"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("page", "the person's own page"),
                            ("form", "the public form"),
                            ("service", "a service"),
                            ("letter", "a letter"),
                            ("call", "a call"),
                            ("opendsr", "another controller (OpenDSR)"),
                        ],
                        max_length=10,
                    ),
                ),
                ("language", models.CharField(max_length=10)),
                ("version", models.PositiveIntegerField(default=0)),
                ("events", models.PositiveIntegerField(default=1)),
                ("account_id", models.UUIDField(null=True)),
                ("service_id", models.UUIDField(null=True)),
                (
                    "person_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                (
                    "memory_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
                ("contact_sealed", models.BinaryField(null=True)),
                ("contact_hash", models.BinaryField(max_length=32, null=True)),
                ("words", models.CharField(blank=True, max_length=4000)),
                ("place", models.CharField(max_length=20)),
                ("zone", models.CharField(max_length=50)),
                ("rule", models.CharField(max_length=120)),
                ("received_at", models.DateTimeField()),
                ("received_on", models.DateField()),
                ("due", models.DateField()),
                ("due_with_pause", models.DateField(null=True)),
                ("extended", models.BooleanField(default=False)),
                ("extended_due", models.DateField()),
                ("extension_until", models.DateField()),
                ("acknowledge_by", models.DateField(null=True)),
                ("paused_since", models.DateField(null=True)),
                ("target", models.DateField(null=True)),
                ("verified_at", models.DateTimeField(null=True)),
                ("verified_by", models.CharField(blank=True, max_length=20)),
                ("owner_id", models.UUIDField(null=True)),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("fulfil", "do it"),
                            ("partly", "do it, but for what has to be kept"),
                            ("refuse", "refuse"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "ground",
                    models.CharField(
                        blank=True,
                        choices=[
                            (
                                "17-1-a",
                                "no longer needed for its purpose (Art. 17(1)(a))",
                            ),
                            ("17-1-b", "consent was withdrawn (Art. 17(1)(b))"),
                            ("17-1-c", "the person objected (Art. 17(1)(c))"),
                            ("17-1-d", "it was processed unlawfully (Art. 17(1)(d))"),
                            ("17-1-e", "a law requires erasure (Art. 17(1)(e))"),
                            (
                                "17-1-f",
                                "it was collected from a child online (Art. 17(1)(f))",
                            ),
                        ],
                        max_length=10,
                    ),
                ),
                ("scope_seen", models.CharField(blank=True, max_length=64)),
                ("decided_by", models.UUIDField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("second_needed", models.BooleanField(default=False)),
                ("approved_by", models.UUIDField(null=True)),
                ("approved_at", models.DateTimeField(null=True)),
                ("trouble", models.CharField(blank=True, max_length=40)),
                ("joined_to", models.UUIDField(null=True)),
                ("created_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "contact_sealed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "subject_request",
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            (
                                "state__in",
                                (
                                    "received",
                                    "needs_identity",
                                    "in_review",
                                    "on_hold",
                                    "running",
                                ),
                            )
                        ),
                        fields=["due", "id"],
                        name="subject_request_open_by_due",
                    ),
                    models.Index(
                        fields=["received_at", "id"], name="subject_request_by_receipt"
                    ),
                    models.Index(
                        condition=models.Q(("account_id__isnull", False)),
                        fields=["account_id", "received_at"],
                        name="subject_request_of_account",
                    ),
                    models.Index(
                        condition=models.Q(("service_id__isnull", False)),
                        fields=["service_id", "received_at"],
                        name="subject_request_of_service",
                    ),
                    models.Index(
                        condition=models.Q(("contact_hash__isnull", False)),
                        fields=["contact_hash"],
                        name="subject_request_of_contact",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        fields=["person_ids"], name="subject_request_of_person"
                    ),
                    models.Index(
                        condition=models.Q(("closed_at__isnull", False)),
                        fields=["closed_at"],
                        name="subject_request_by_end",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "received",
                                    "needs_identity",
                                    "in_review",
                                    "on_hold",
                                    "running",
                                    "done",
                                    "refused",
                                    "withdrawn",
                                ],
                            )
                        ),
                        name="subject_request_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "right__in",
                                [
                                    "access",
                                    "rectification",
                                    "erasure",
                                    "restriction",
                                    "portability",
                                    "objection",
                                ],
                            )
                        ),
                        name="subject_request_right_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ("received", "needs_identity", "withdrawn")),
                            ("state", "refused"),
                            ("verified_at__isnull", False),
                            _connector="OR",
                        ),
                        name="subject_request_verified_first",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                (
                                    "received",
                                    "needs_identity",
                                    "in_review",
                                    "on_hold",
                                    "running",
                                ),
                            ),
                            ("closed_at__isnull", False),
                            _connector="XOR",
                        ),
                        name="subject_request_closed_with_time",
                    ),
                ],
            },
        ),
        migrations.RunPython(isolate, migrations.RunPython.noop),
        migrations.RunPython(allow, forbid),
    ]
