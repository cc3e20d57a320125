"""Letters of requests and their texts, under row-level security from the start."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    ANY_SCOPE,
    Branches,
    no_statistics,
    policies,
)

TEMPLATE: Branches = {
    "*": [("S", ANY_SCOPE)],
    "staff": [("I", "true")],
}
LETTER: Branches = {
    # What was not released yet, or taken back, is nobody's letter.
    "person": [
        ("S", f"account_id = {ACCOUNT} AND state NOT IN ('draft', 'withdrawn')")
    ],
    "staff": [("SIU", "true")],
    # Somebody agrees to a refusal, and the letter goes in the same transaction.
    "staff_person": [("SIU", "true")],
    "sweeper": [("SU", "true"), ("D", "expires_at <= now()")],
}

MOVES = {
    "draft": ["queued", "sent", "withdrawn"],
    "queued": ["sending", "sent", "failed", "withdrawn"],
    "sending": ["sent", "queued", "failed"],
    "failed": ["queued", "sent", "withdrawn"],
}

GUARD = """
CREATE FUNCTION refuse_wrong_move_of_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM state_move m
        WHERE m.thing = 'letter' AND m.old = OLD.state AND m.new = NEW.state
    ) THEN
        RAISE EXCEPTION 'a letter may not go from % to %', OLD.state, NEW.state
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""
TRIGGER = """
CREATE TRIGGER letter_moves BEFORE UPDATE OF state ON letter
FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
EXECUTE FUNCTION refuse_wrong_move_of_letter()
"""


def lay(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays policies, the guard of the states, and the moves."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in [
        *policies("letter_template", TEMPLATE),
        *policies("letter", LETTER),
        *no_statistics("letter_template", "kind", "language", "subject", "body"),
        *no_statistics("letter", "kind", "occasion", "language", "subject", "body"),
        *no_statistics(
            "letter", "channel", "state", "reason", "addressee_sealed_by_id"
        ),
        # Earlier versions stay as they were.
        f"REVOKE UPDATE, DELETE ON letter_template FROM {runtime}",
        GUARD,
        TRIGGER,
    ]:
        editor.execute(statement, None)
    StateMove = apps.get_model("governance", "StateMove")
    StateMove._default_manager.using(editor.connection.alias).bulk_create(
        StateMove(thing="letter", old=old, new=new)
        for old, allowed in MOVES.items()
        for new in allowed
    )


def lift(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Takes the moves and the guard away; the policies go with their tables."""
    StateMove = apps.get_model("governance", "StateMove")
    moves = StateMove._default_manager.using(editor.connection.alias)
    moves.filter(thing="letter").delete()
    editor.execute("DROP TRIGGER letter_moves ON letter", None)
    editor.execute("DROP FUNCTION refuse_wrong_move_of_letter()", None)


class Migration(migrations.Migration):
    dependencies = [
        ("governance", "0022_identity_code"),
    ]

    operations = [
        migrations.CreateModel(
            name="LetterTemplate",
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
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("receipt", "receipt"),
                            ("identity", "question who it is"),
                            ("clarification", "question what is meant"),
                            ("extension", "more time"),
                            ("done", "done"),
                            ("partly_done", "partly done"),
                            ("refusal", "refusal"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "German")], max_length=10
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("body", models.TextField(blank=True)),
                ("default", models.BooleanField(default=False)),
                ("changed_by", models.UUIDField(null=True)),
                (
                    "changed_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
            ],
            options={
                "db_table": "letter_template",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("kind", "language", "version"),
                        name="letter_template_version",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "receipt",
                                    "identity",
                                    "clarification",
                                    "extension",
                                    "done",
                                    "partly_done",
                                    "refusal",
                                ],
                            )
                        ),
                        name="letter_template_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("body", ""), ("default", True), ("subject", "")),
                            models.Q(
                                ("default", False),
                                models.Q(("subject", ""), _negated=True),
                                models.Q(("body", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="letter_template_text_or_default",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Letter",
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
                ("account_id", models.UUIDField(null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("receipt", "receipt"),
                            ("identity", "question who it is"),
                            ("clarification", "question what is meant"),
                            ("extension", "more time"),
                            ("done", "done"),
                            ("partly_done", "partly done"),
                            ("refusal", "refusal"),
                        ],
                        max_length=20,
                    ),
                ),
                ("occasion", models.CharField(blank=True, max_length=40)),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "German")], max_length=10
                    ),
                ),
                ("subject", models.CharField(max_length=200)),
                ("body", models.TextField()),
                (
                    "channel",
                    models.CharField(
                        choices=[
                            ("mail", "by mail"),
                            ("page", "on the person's own page"),
                            ("hand", "handed over by staff"),
                        ],
                        max_length=10,
                    ),
                ),
                ("addressee_sealed", models.BinaryField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("queued", "on its way"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("failed", "needs somebody"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="draft",
                        max_length=20,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=40)),
                ("written_by", models.UUIDField(null=True)),
                ("released_by", models.UUIDField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now()
                    ),
                ),
                ("released_at", models.DateTimeField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("fence", models.BigIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                (
                    "addressee_sealed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="governance.hashkey",
                    ),
                ),
            ],
            options={
                "db_table": "letter",
                "indexes": [
                    models.Index(
                        fields=["request_id", "created_at"], name="letter_of_request"
                    ),
                    models.Index(
                        condition=models.Q(("account_id__isnull", False)),
                        fields=["account_id", "created_at"],
                        name="letter_of_account",
                    ),
                    models.Index(
                        condition=models.Q(("channel", "mail"), ("state", "queued")),
                        fields=["next_at"],
                        name="letter_due",
                    ),
                    models.Index(
                        condition=models.Q(("state", "sending")),
                        fields=["lease_until"],
                        name="letter_claimed",
                    ),
                    models.Index(
                        condition=models.Q(
                            ("state", "failed"),
                            models.Q(("channel", "hand"), ("state", "queued")),
                            _connector="OR",
                        ),
                        fields=["released_at"],
                        name="letter_for_staff",
                    ),
                    models.Index(
                        condition=models.Q(("expires_at__isnull", False)),
                        fields=["expires_at"],
                        name="letter_by_end",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state__in", ["queued", "sending", "sent", "failed"])
                        ),
                        fields=("request_id", "kind", "occasion"),
                        name="letter_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "draft")),
                        fields=("request_id", "kind", "occasion"),
                        name="letter_one_draft",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "receipt",
                                    "identity",
                                    "clarification",
                                    "extension",
                                    "done",
                                    "partly_done",
                                    "refusal",
                                ],
                            )
                        ),
                        name="letter_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "draft",
                                    "queued",
                                    "sending",
                                    "sent",
                                    "failed",
                                    "withdrawn",
                                ],
                            )
                        ),
                        name="letter_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("channel", "hand"),
                            models.Q(
                                ("account_id__isnull", False), ("channel", "page")
                            ),
                            models.Q(
                                ("addressee_sealed__isnull", False), ("channel", "mail")
                            ),
                            _connector="OR",
                        ),
                        name="letter_has_a_way",
                    ),
                ],
            },
        ),
        migrations.RunPython(lay, lift),
    ]
