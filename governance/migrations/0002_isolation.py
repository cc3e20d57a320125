"""What Django's models cannot say: row-level security, composite keys, the guard of the
state table, statistics off, and the append-only record."""

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from governance.migrations._policies import (
    ACCOUNT,
    ANY_SCOPE,
    CREDENTIAL,
    PERSONS,
    SERVICE,
    Branches,
    composite_key,
    no_statistics,
    policies,
)

MINE = f"person_id = ANY ({PERSONS})"
MINE_AND_SERVICE = f"{MINE} AND service_id = {SERVICE}"
OWN_SERVICE = f"service_id = {SERVICE}"
OVER = "expires_at <= now()"
ALL = "true"

OWNED: Branches = {
    "person": [("SIUD", MINE)],
    "service_person": [("SIUD", MINE_AND_SERVICE)],
    "staff_person": [("S", MINE)],
}

TABLES: dict[str, Branches] = {
    "memory": {
        "person": [("SIUD", MINE)],
        "service_person": [("SIUD", MINE_AND_SERVICE)],
        "staff_person": [("S", MINE)],
        "sweeper": [("S", OVER)],
    },
    "memory_version": OWNED,
    "source": OWNED,
    "derivation": OWNED,
    "read": {
        "person": [("S", MINE)],
        "service_person": [("SI", MINE_AND_SERVICE)],
        "staff_person": [("S", MINE)],
    },
    "person": {
        "person": [("SU", f"account_id = {ACCOUNT}")],
        "service_person": [("SU", f"id = ANY ({PERSONS}) AND {OWN_SERVICE}")],
        "service": [("SI", OWN_SERVICE)],
        "staff_person": [("S", f"id = ANY ({PERSONS})")],
    },
    "epoch": {
        "person": [("SU", MINE)],
        "service_person": [("SU", MINE)],
        "service": [
            (
                "SI",
                "EXISTS (SELECT 1 FROM person p WHERE p.id = person_id "
                f"AND p.service_id = {SERVICE})",
            )
        ],
    },
    "dashboard_link": {
        "service_person": [("SI", MINE_AND_SERVICE)],
        "sign_in": [("SU", f"encode(token_hash, 'hex') = {CREDENTIAL}")],
        "sweeper": [("SD", OVER)],
    },
    "idempotency_record": {
        "service_person": [("SIU", MINE_AND_SERVICE)],
        "sweeper": [("SD", OVER)],
    },
    "erasure_run": {
        "person": [("SIU", MINE)],
        "service_person": [("SIU", MINE_AND_SERVICE)],
        "service": [("S", OWN_SERVICE)],
        "staff": [("S", ALL)],
        "staff_person": [("S", MINE)],
        "sweeper": [("SU", ALL)],
    },
    "receipt": {
        "person": [("SI", MINE)],
        "service_person": [("SI", MINE_AND_SERVICE)],
        "staff_person": [("S", MINE)],
        "sweeper": [("S", ALL), ("D", OVER)],
    },
    "audit_entry": {
        "*": [("I", ANY_SCOPE)],
        "person": [("S", MINE)],
        "staff": [("S", ALL)],
        "staff_person": [("S", MINE)],
        "sweeper": [("S", ALL)],
    },
    "audit_seal": {"staff": [("S", ALL)], "sweeper": [("SI", ALL)]},
    "service": {"*": [("S", ANY_SCOPE)], "staff": [("IU", ALL)]},
    "service_key": {
        "service": [("S", OWN_SERVICE)],
        # A writer asks under the lock whether its key was revoked meanwhile.
        "service_person": [("S", OWN_SERVICE)],
        "staff": [("SIU", ALL)],
        "sign_in": [("S", f"prefix = {CREDENTIAL}")],
    },
}

CONTENT = {
    "memory": ["text", "embedding", "metadata", "findings", "key", "space"],
    "memory_version": ["text"],
    "source": ["ref", "conversation", "url"],
    "read": ["scores"],
    "erasure_run": ["plan", "counts", "verification", "recipients"],
    "audit_entry": ["counts"],
}

# One function per table: it reads two columns, where a general one would turn the whole
# row, embedding included, into JSON for every change.
GUARD = """
CREATE FUNCTION refuse_wrong_move_of_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM state_move m
        WHERE m.thing = '{table}' AND m.old = OLD.{column} AND m.new = NEW.{column}
    ) THEN
        RAISE EXCEPTION 'a {table} may not go from % to %', OLD.{column}, NEW.{column}
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$
"""

GUARDED = {"memory": "status", "erasure_run": "state"}


def isolate(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lays everything that is made by statement."""
    runtime = editor.quote_name(settings.DATABASES["default"]["USER"])
    for statement in _statements(runtime):
        editor.execute(statement, None)  # not a template: "%" stands for itself


def _statements(runtime: str) -> list[str]:
    return [
        *(each for table, rules in TABLES.items() for each in policies(table, rules)),
        *(
            each
            for table, names in CONTENT.items()
            for each in no_statistics(table, *names)
        ),
        # A vector is read with its row: out-of-line storage would cost a fetch each.
        "ALTER TABLE memory ALTER COLUMN embedding SET STORAGE PLAIN",
        composite_key("memory", "source_id", "source"),
        composite_key("memory_version", "memory_id", "memory"),
        *(each for guarded in GUARDED.items() for each in _guard(*guarded)),
        # Append-only: the runtime login adds entries and links, nothing else.
        f"REVOKE UPDATE, DELETE ON audit_entry, audit_seal FROM {runtime}",
        f"REVOKE INSERT, UPDATE, DELETE ON state_move FROM {runtime}",
        f"REVOKE UPDATE, DELETE ON read FROM {runtime}",
        f"REVOKE DELETE ON hash_key FROM {runtime}",
    ]


def _guard(table: str, column: str) -> list[str]:
    return [
        GUARD.format(table=table, column=column),
        f"CREATE TRIGGER {table}_moves BEFORE UPDATE OF {column} ON {table} "
        f"FOR EACH ROW WHEN (OLD.{column} IS DISTINCT FROM NEW.{column}) "
        f"EXECUTE FUNCTION refuse_wrong_move_of_{table}()",
    ]


class Migration(migrations.Migration):
    dependencies = [("governance", "0001_initial")]

    operations = [migrations.RunPython(isolate, migrations.RunPython.noop)]
