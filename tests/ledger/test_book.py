"""The ledger survives crashes and tells when it was changed, wherever it lies."""

import json
import resource
import threading
from uuid import uuid4

import psycopg
import pytest
from django.db import connection, transaction

from governance import ledger
from governance.ledger import LedgerTrouble, entries
from governance.models import LedgerSeen
from tests.ledger.conftest import an_erasure, enter

pytestmark = pytest.mark.usefixtures("database")


def numbers():
    return [entry["number"] for entry in entries()]


def crash_after(facts):
    """The entry is written, and its transaction never commits."""
    with transaction.atomic():
        ledger.enter(facts)
        transaction.set_rollback(True)


def test_entries_follow_each_other(either):
    roots = [uuid4().hex for _ in range(2_000)]
    runs = [enter(an_erasure(roots=each))["run"] for each in ([], roots, [])]
    assert [entry["run"] for entry in entries()] == runs
    assert numbers() == [1, 2, 3]
    assert ledger.book().last() == ledger.place_of(entries()[-1])


def test_it_is_read_from_either_end(either):
    runs = [enter()["run"] for _ in range(5)]
    book = ledger.book()
    assert [json.loads(line)["run"] for line in book.lines()] == runs
    assert [json.loads(line)["run"] for line in book.backwards()] == runs[::-1]
    assert ledger.find_entry(runs[1]) == ledger.place_of(entries()[1])
    assert ledger.find_entry(str(uuid4())) is None


def test_all_that_the_database_does_not_know_is_found(either):
    enter()
    seen = LedgerSeen.objects.get()
    later = [enter()["run"] for _ in range(3)]
    assert [each["run"] for each in ledger.unknown_to(seen)] == later[::-1]


def test_the_database_knows_the_last_one(either):
    entered = enter()
    seen = LedgerSeen.objects.get()
    assert (seen.number, seen.hash) == (entered["number"], entered["hash"])


def test_what_was_undone_is_not_known_to_the_database(either):
    crash_after(an_erasure())
    assert numbers() == [1]
    assert LedgerSeen.objects.get().number == 0


def test_a_run_is_entered_once_when_a_crash_came_before_its_commit(either):
    facts = an_erasure()
    crash_after(facts)
    assert enter(facts)["number"] == 1
    assert numbers() == [1]
    assert LedgerSeen.objects.get().number == 1


def test_nothing_is_added_behind_an_entry_that_the_database_does_not_know(either):
    crash_after(an_erasure())
    with pytest.raises(ledger.Unsettled):
        enter()
    assert numbers() == [1]


def test_many_writers_make_one_chain(either):
    def several():
        for _ in range(5):
            enter()
        connection.close()

    writers = [threading.Thread(target=several) for _ in range(4)]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert numbers() == list(range(1, 21))
    assert LedgerSeen.objects.get().number == 20


def test_a_ledger_that_was_cut_takes_no_entry(file_ledger):
    enter()
    enter()
    file_ledger.write_text(file_ledger.read_text().splitlines(keepends=True)[0])
    with pytest.raises(LedgerTrouble, match="does not hold entry 2"):
        enter()


def test_the_ledger_of_another_installation_takes_no_entry(
    file_ledger, settings, tmp_path
):
    enter()
    settings.LEDGER_DIR = tmp_path / "another"
    with transaction.atomic(), ledger.book().writing() as append:
        append(an_erasure())
    with pytest.raises(LedgerTrouble, match="not this database's"):
        enter()


def test_a_torn_last_line_is_dropped_and_the_chain_goes_on(file_ledger):
    enter()
    with file_ledger.open("ab") as file:
        file.write(b'{"number": 2, "befo')
    assert numbers() == [1]
    enter()
    assert numbers() == [1, 2]


def test_a_changed_entry_is_noticed(file_ledger):
    for _ in range(2):
        enter()
    lines = file_ledger.read_text().splitlines()
    changed = json.loads(lines[0]) | {"run": str(uuid4())}
    file_ledger.write_text(
        "\n".join([json.dumps(changed, sort_keys=True), lines[1], ""])
    )
    with pytest.raises(LedgerTrouble, match="entry 1"):
        entries()


def test_a_missing_entry_is_noticed(file_ledger):
    for _ in range(3):
        enter()
    lines = file_ledger.read_text().splitlines(keepends=True)
    file_ledger.write_text(lines[0] + lines[2])
    with pytest.raises(LedgerTrouble, match="entry 3"):
        entries()


def test_only_its_owner_reads_it(file_ledger):
    enter()
    assert file_ledger.stat().st_mode & 0o777 == 0o600
    assert file_ledger.parent.stat().st_mode & 0o777 == 0o700


def test_a_ledger_that_cannot_be_written_says_so(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.LEDGER_DIR = tmp_path / "file" / "ledger"
    with pytest.raises(LedgerTrouble, match="Not a directory"):
        enter()
    assert LedgerSeen.objects.get().number == 0


def test_what_a_full_disk_took_of_an_entry_is_taken_back(file_ledger, monkeypatch):
    enter()
    before = file_ledger.read_bytes()
    monkeypatch.setattr("governance.ledger.file.os.fsync", no_space)
    with pytest.raises(LedgerTrouble, match="No space left"):
        enter()
    assert file_ledger.read_bytes() == before


def test_what_a_full_disk_took_of_the_middle_of_an_entry_is_taken_back(file_ledger):
    enter()
    before = file_ledger.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The system writes the part for which there is room, and refuses the rest.
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, hard))
    try:
        with pytest.raises(LedgerTrouble, match="File too large"):
            enter()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file_ledger.read_bytes() == before
    enter()
    assert [each["number"] for each in ledger.entries()] == [1, 2]


def no_space(descriptor):
    raise OSError(28, "No space left on device")


def test_the_table_can_only_be_added_to(table_ledger):
    enter()
    with psycopg.connect(table_ledger) as second:
        for deed in (
            "UPDATE erasure_ledger SET line = ''",
            "DELETE FROM erasure_ledger",
        ):
            with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
                second.execute(deed)
            second.rollback()


def test_a_second_database_that_does_not_answer_says_so(table_ledger, settings):
    settings.LEDGER_URL = "postgresql://nobody@127.0.0.1:1/nowhere"
    with pytest.raises(LedgerTrouble, match="nowhere"):
        enter()
