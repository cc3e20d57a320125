"""A dump is whole, and what is put back says that it has to be replayed."""

import re
import subprocess

import psycopg
import pytest
from django.conf import settings as live
from django.core.management import CommandError, call_command
from django.db import connections

from governance.models import AuditEntry, LedgerSeen, Memory, Person
from memoryhub.backups import BackupTrouble, dump, put_back
from memoryhub.backups.tools import tools_for
from tests.servers import admin_url
from tests.world import memories_of

OWNER = live.DATABASES["owner"]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "backup"


def rows_by_table():
    """Every table with its rows, counted by a superuser, behind row-level security."""
    with psycopg.connect(admin_url()) as server:
        found = server.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        ).fetchall()
        counts = {}
        for (name,) in found:
            [(counts[name],)] = server.execute(
                f'SELECT count(*) FROM "{name}"'
            ).fetchall()
        return counts


def test_a_dump_by_the_owner_has_all_rows_of_all_tables(world, file):
    for text in ("Likes tea.", "Likes rain."):
        world.write(text)
    world.write("Sees a doctor.", program=world.bank, ref="stranger")
    before = rows_by_table()
    assert before["memory"] == 3
    dump(OWNER, file)
    tools = tools_for(OWNER)
    script = subprocess.run(  # noqa: S603  PostgreSQL's own program
        tools.command("pg_restore", "--file=-", "--data-only", str(file)),
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert rows_in(script) == {name: rows for name, rows in before.items() if rows}


def rows_in(script):
    found: dict[str, int] = {}
    table = None
    for line in script.splitlines():
        if line.startswith("COPY public."):
            table = line.split()[1].removeprefix("public.")
        elif line == r"\.":
            table = None
        elif table:
            found[table] = found.get(table, 0) + 1
    return found


def test_only_its_owner_reads_it_and_nothing_is_replaced(world, file):
    dump(OWNER, file)
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    with pytest.raises(BackupTrouble, match="already"):
        dump(OWNER, file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_a_login_that_does_not_see_every_row_makes_no_dump(world, file):
    with pytest.raises(BackupTrouble, match="memory"):
        dump(live.DATABASES["default"], file)
    assert list(file.parent.iterdir()) == []


def test_a_table_whose_rows_the_owner_does_not_see_stops_the_dump(world, file):
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER POLICY owner_all ON consent USING (false)")
    try:
        with pytest.raises(BackupTrouble, match="consent"):
            dump(OWNER, file)
    finally:
        with connections["owner"].cursor() as cursor:
            cursor.execute("ALTER POLICY owner_all ON consent USING (true)")


def test_a_folder_that_cannot_be_written_is_one_sentence(world, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BackupTrouble, match="Not a directory"):
        dump(OWNER, tmp_path / "file" / "backup")


def test_what_is_put_back_is_as_it_was_and_marked(world, file):
    kept = world.write("Likes tea.")
    before = rows_by_table()
    dump(OWNER, file)
    world.write("Likes rain.")
    put_back(OWNER, file, replace=True)
    assert rows_by_table() == before | {"django_session": 0}
    assert [str(row.id) for row in memories_of(world.owner)] == [kept["id"]]
    assert LedgerSeen.objects.get().replay_since is not None


def test_row_level_security_and_rights_are_as_they_were(world, file):
    before = rights()
    dump(OWNER, file)
    put_back(OWNER, file, replace=True)
    after = rights()
    assert (before - after, after - before) == (set(), set())


# The first time a dump is read, the server writes ``IN`` lists with other casts.
CASTS = re.compile(r"::text\b|::character varying\b|\[\](?=\W|$)|[()\s]")


def rights():
    """Policies, grants, kept statistics, constraints and triggers, as text."""
    queries = [
        "SELECT tablename, policyname, permissive, roles::text, cmd, qual, with_check "
        "FROM pg_policies ORDER BY 1, 2",
        "SELECT relname, ARRAY(SELECT unnest(relacl)::text ORDER BY 1)::text, relrowsecurity, relforcerowsecurity, "
        "pg_get_userbyid(relowner) FROM pg_class "
        "WHERE relnamespace = 'public'::regnamespace ORDER BY 1",
        "SELECT c.relname, a.attname, a.attstattarget, a.attstorage FROM pg_attribute a "
        "JOIN pg_class c ON c.oid = a.attrelid WHERE attnum > 0 AND NOT attisdropped "
        "AND relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1, 2",
        "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
        "FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
        "SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger "
        "WHERE NOT tgisinternal ORDER BY 1, 2",
        "SELECT defaclrole::regrole::text, defaclobjtype, defaclacl::text "
        "FROM pg_default_acl ORDER BY 1, 2, 3",
    ]
    with psycopg.connect(admin_url()) as server:
        return {
            (number, *(CASTS.sub("", str(each)) for each in row))
            for number, query in enumerate(queries)
            for row in server.execute(query).fetchall()
        }


def test_a_database_with_data_is_not_replaced_unasked(world, file):
    dump(OWNER, file)
    world.write("Likes tea.")
    with pytest.raises(BackupTrouble, match="--replace"):
        put_back(OWNER, file, replace=False)
    assert len(memories_of(world.owner)) == 1


def test_a_file_that_is_no_backup_changes_nothing(world, file):
    world.write("Likes tea.")
    file.write_bytes(b"PGDMP and nothing else")
    with pytest.raises(BackupTrouble, match="damaged"):
        put_back(OWNER, file, replace=True)
    assert len(memories_of(world.owner)) == 1


@pytest.mark.parametrize("part", [0.5, 0.9, 0.99])
def test_a_dump_that_was_cut_changes_nothing(world, file, part):
    world.write("Likes tea.")
    dump(OWNER, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(BackupTrouble):
        put_back(OWNER, file, replace=True)
    assert Memory.objects.using("owner").count() == 1
    assert Person.objects.using("owner").count() == 3
    assert LedgerSeen.objects.get().replay_since is None


def entries(verb):
    return AuditEntry.objects.using("owner").filter(verb=verb).count()


def test_who_keeps_no_backups_makes_none(world, file, settings):
    settings.BACKUP_RETENTION_DAYS = 0
    with pytest.raises(CommandError, match="MEMORYHUB_BACKUP_RETENTION_DAYS"):
        call_command("backup", str(file))
    assert not file.exists()


def test_the_commands_do_both_and_tell_what_comes_next(world, file, capsys):
    world.write("Likes tea.")
    call_command("backup", str(file))
    assert entries("database.dumped") == 1
    assert "30 days" in capsys.readouterr().out
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace")
    assert entries("database.restored") == 1
    assert entries("database.dumped") == 0  # the backup was made before
    assert "replay-erasures" in capsys.readouterr().out
    call_command("replay_erasures")
    assert len(memories_of(world.owner)) == 1
    assert world.write("Likes rain.")["status"] == "active"
