"""A backup that is killed leaves no copy that nobody knows of."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import connections, transaction

from governance.models import AuditEntry
from memoryhub.backups import drop, unfinished_in
from tests.servers import admin_url

ROOT = Path(__file__).parents[2]

# ``manage.py`` in a process that is killed just before, or after, a file gets its name.
KILLED_AT_NAMING = """
import os, runpy, signal, sys
from pathlib import Path

def named(self, target, *, link=Path.hardlink_to, before={before}):
    if not before:
        link(self, target)
    os.kill(os.getpid(), signal.SIGKILL)

Path.hardlink_to = named
sys.argv = ["manage.py", "backup", {file!r}]
runpy.run_path("manage.py", run_name="__main__")
"""


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "backups"
    made.mkdir()
    return made


def started(*arguments):
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, *arguments], cwd=ROOT, env=dict(os.environ)
    )


def entries(verb):
    return AuditEntry.objects.using("owner").filter(verb=verb).count()


def names(folder):
    return sorted(each.name for each in folder.iterdir())


def until(happens):
    end = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_killed_in_the_middle_it_is_on_record_and_the_next_one_removes_what_is_left(
    world, folder, capsys
):
    world.write("Likes tea.")
    # pg_dump waits for a table, and lives on when who called it is killed.
    with transaction.atomic(using="owner"):
        connections["owner"].cursor().execute("LOCK django_content_type")
        killed = started("manage.py", "backup", str(folder / "monday"))
        until(pg_dump_waits)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        [left] = names(folder)
        assert left.startswith(".monday.")
        assert is_written(folder / left)
        assert entries("database.dump_begun") == 1
        assert entries("database.dumped") == 0
    until(lambda: not is_written(folder / left))

    call_command("backup", str(folder / "tuesday"))
    assert names(folder) == ["tuesday"]
    assert left in capsys.readouterr().out


def pg_dump_waits():
    with psycopg.connect(admin_url()) as server:
        found = server.execute(
            "SELECT 1 FROM pg_stat_activity "
            "WHERE wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE %'"
        )
        return found.fetchone() is not None


def is_written(file):
    with file.open("rb") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_what_another_backup_is_writing_is_left_to_it(world, folder):
    with transaction.atomic(using="owner"):
        connections["owner"].cursor().execute("LOCK django_content_type")
        other = started("manage.py", "backup", str(folder / "monday"))
        until(pg_dump_waits)
        [left] = unfinished_in(folder)
        assert not drop(left)
        assert left.exists()
    assert other.wait(60) == 0
    assert names(folder) == ["monday"]


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_killed_when_it_gets_its_name_it_is_on_record(world, folder, capsys, before):
    world.write("Likes tea.")
    code = KILLED_AT_NAMING.format(file=str(folder / "monday"), before=before)
    assert started("-c", code).wait(60) == -signal.SIGKILL
    assert entries("database.dumped") == 1
    assert (folder / "monday").exists() is not before
    [left] = [each for each in names(folder) if each != "monday"]

    call_command("backup", str(folder / "tuesday"))
    assert names(folder) == (["tuesday"] if before else ["monday", "tuesday"])
    assert left in capsys.readouterr().out


def test_one_that_cannot_be_put_on_record_gets_no_name(world, folder, monkeypatch):
    def fails(*_, **__):
        raise RuntimeError

    monkeypatch.setattr("governance.management.commands.backup.record", fails)
    with pytest.raises(RuntimeError):
        call_command("backup", str(folder / "monday"))
    assert names(folder) == []


def test_other_files_of_the_folder_stay(world, folder):
    others = [".notes.unfinished", "monday.unfinished", ".tuesday"]
    for each in others:
        (folder / each).touch()
    call_command("backup", str(folder / "wednesday"))
    assert names(folder) == sorted([*others, "wednesday"])
