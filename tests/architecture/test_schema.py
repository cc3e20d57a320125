"""What the database itself promises."""

import uuid
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, connections
from django.utils import timezone
from django_migration_linter import MigrationLinter

from governance.access import as_service_with
from governance.models import (
    MOVES,
    OPEN_REQUESTS,
    ErasureRun,
    Letter,
    Memory,
    StateMove,
    SubjectRequest,
)
from tests.samples import a_sample, a_service

# Closed lists and our own words: samples of them tell nothing about anybody.
ROOT = Path(__file__).parents[2]

PLAIN = {
    ("subject_request", "reference"),
    ("subject_request", "right"),
    ("subject_request", "state"),
    ("subject_request", "channel"),
    ("subject_request", "language"),
    ("subject_request", "place"),
    ("subject_request", "zone"),
    ("subject_request", "rule"),
    ("subject_request", "verified_by"),
    ("subject_request", "decision"),
    ("subject_request", "ground"),
    ("subject_request", "scope_seen"),
    ("subject_request", "trouble"),
    ("subject_request", "contact_sealed_by_id"),
    ("request_event", "kind"),
    ("request_event", "actor_kind"),
    ("request_event", "old_state"),
    ("request_event", "new_state"),
    ("memory", "kind"),
    ("memory", "sensitivity"),
    ("memory", "status"),
    ("memory", "status_reason"),
    ("memory", "trust"),
    ("memory", "hash_key_id"),
    ("memory_version", "actor_kind"),
    ("file_version", "actor_kind"),
    ("source", "type"),
    ("source", "trust"),
    ("derivation", "origin_kind"),
    ("read", "kind"),
    ("read", "purpose"),
    ("person", "hash_key_id"),
    ("person", "scrub_policy"),
    ("person", "own_key_sealed_by_id"),
    ("dashboard_link", "hash_key_id"),
    ("erasure_run", "asked_by"),
    ("erasure_run", "scope"),
    ("erasure_run", "state"),
    ("erasure_run", "trouble"),
    ("receipt", "thing"),
    ("erasure_item", "thing"),
    ("erasure_item", "before"),
    ("hold", "law"),
    ("audit_entry", "verb"),
    ("audit_entry", "actor_kind"),
}


def owner_rows(sql):
    with connections["owner"].cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def test_no_column_with_content_keeps_samples_in_the_statistics(migrated, database):
    rows = owner_rows(
        """
        SELECT c.table_name, c.column_name, a.attstattarget
        FROM information_schema.columns c
        JOIN pg_attribute a ON a.attrelid = c.table_name::regclass
            AND a.attname = c.column_name
        WHERE c.table_schema = 'public'
          AND (c.data_type = ANY (ARRAY['text', 'character varying', 'jsonb', 'tsvector'])
               OR c.udt_name IN ('halfvec', 'vector'))
          AND c.table_name IN (SELECT relname FROM pg_class WHERE relrowsecurity)
          AND c.table_name NOT IN ('service', 'service_key', 'retention_rule')
        """
    )
    sampled = {(table, column) for table, column, target in rows if target != 0}
    assert sampled == PLAIN


def test_the_database_allows_the_moves_that_the_code_allows(migrated, database):
    stored = set(StateMove.objects.values_list("thing", "old", "new"))
    coded = {
        (thing, str(old), str(new))
        for thing, moves in MOVES.items()
        for old, allowed in moves.items()
        for new in allowed
    }
    assert stored == coded


@pytest.mark.parametrize("thing", MOVES)
def test_the_database_refuses_every_other_move(database, thing):
    model, column = {
        "memory": (Memory, "status"),
        "erasure_run": (ErasureRun, "state"),
        "subject_request": (SubjectRequest, "state"),
        "letter": (Letter, "state"),
    }[thing]
    row = a_sample(a_service("Travel")).rows[thing]
    rows = model._default_manager.using("owner").filter(pk=row.pk)
    if thing == "memory":
        # Else they could not be proposed.
        Memory.objects.using("owner").update(text="", sealed=b"-")
    for old, allowed in MOVES[thing].items():
        for new in MOVES[thing]:
            put(thing, column, old)
            if new == old or new in allowed:
                assert rows.update(**{column: new}, **closed(thing, new)) == 1
            else:
                with pytest.raises(DatabaseError):
                    rows.update(**{column: new}, **closed(thing, new))


def put(table, column, state):
    """Sets a state past the guard, as only the owner can."""
    ended = closed(table, state)
    also = ", closed_at = now()" if ended.get("closed_at") else ""
    also = ", closed_at = NULL" if ended and not also else also
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_moves")
        cursor.execute(f"UPDATE {table} SET {column} = %s{also}", [str(state)])
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {table}_moves")


def test_a_row_cannot_point_at_another_persons_row(database):
    travel = a_service("Travel")
    mine, theirs = a_sample(travel), a_sample(travel)
    memory = mine.rows["memory"]
    with pytest.raises(IntegrityError):
        Memory.objects.using("owner").filter(pk=memory.pk).update(
            source_id=theirs.rows["source"].pk
        )


def test_unique_keys_of_personal_tables_start_with_the_person(migrated, database):
    rows = owner_rows(
        """
        SELECT c.relname, i.relname, a.attname FROM pg_index x
        JOIN pg_class c ON c.oid = x.indrelid
        JOIN pg_class i ON i.oid = x.indexrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
        WHERE x.indisunique AND NOT x.indisprimary AND c.relname IN
            ('memory', 'memory_version', 'source', 'derivation', 'read', 'receipt',
             'erasure_run', 'certificate', 'consent', 'rebuild', 'webhook_delivery')
        """
    )
    assert {column for _, _, column in rows} == {"person_id"}
    assert len(rows) >= 7


def test_a_memory_without_a_source_cannot_be_stored(database):
    sample = a_sample(a_service("Travel"))
    memory = Memory.objects.using("owner").get(pk=sample.rows["memory"].pk)
    memory.pk, memory.text_hash = uuid.uuid4(), b"other"
    memory.source_id = uuid.uuid4()
    with (
        pytest.raises(IntegrityError),
        as_service_with(sample.service.id, sample.person.id),
    ):
        memory.save(using="default", force_insert=True)


def test_no_migration_breaks_what_runs_while_it_is_applied(migrated, database):
    linter = MigrationLinter(
        str(ROOT), database="owner", include_apps=["governance"], quiet=["ok", "ignore"]
    )
    linter.lint_all_migrations()
    assert linter.nb_total > 0
    assert not linter.has_errors


def closed(thing, state):
    """What has to be true of a request's row beside its state."""
    if thing != "subject_request":
        return {}
    return {"closed_at": None if state in OPEN_REQUESTS else timezone.now()}
