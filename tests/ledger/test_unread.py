"""Where nobody can tell whether the database was restored, nothing is served."""

import pytest
from django.core.management import call_command
from django.db import transaction

from governance import ledger, tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.choices import switch_memory
from governance.erasure import ReplayTrouble, replay
from governance.ledger import standing
from governance.models import LedgerSeen, Person
from tests.erasure.conftest import backup
from tests.erasure.restoring import URL, erase, texts
from tests.erasure.test_replay_by_hand import by_hand
from tests.ledger.conftest import an_erasure

__all__ = ["backup"]

pytestmark = pytest.mark.usefixtures("static_files")


@pytest.fixture
def restored(world, backup, bell, file_ledger):
    """A database that was put back by hand, without what was erased since."""
    erase(world, world.write("Likes rain."), bell)
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    by_hand(restore)
    return file_ledger


def unreadable(path):
    path.unlink()
    path.mkdir()


def gone(path):
    path.unlink()


def cut(path):
    path.write_bytes(b"")


def of_another(path):
    """With as many entries as the database knows."""
    cut(path)
    with transaction.atomic(), ledger.book().writing() as append:
        for _ in range(LedgerSeen.objects.get().number):
            append(an_erasure())


def look_again():
    standing._known.looked_at = float("-inf")


def a_new_process():
    ledger.forget()


LOST = [unreadable, gone, cut]


@pytest.mark.parametrize("lose", [*LOST, of_another], ids=lambda each: each.__name__)
def test_a_process_that_starts_without_the_ledger_serves_nothing(world, restored, lose):
    keep = restored.read_bytes()
    lose(restored)
    a_new_process()
    client = world.travel.client()
    answer = client.get(URL)
    assert (answer.status_code, answer.json()["type"]) == (
        503,
        "urn:memoryhub:problem:unavailable",
    )
    assert b"stays erased" in client.get("/me/").content
    ready = client.get("/health/ready")
    assert (ready.status_code, ready.json()["ledger"]) == (503, False)
    assert "ledger" in ready.json()["closed"]
    tasks.sweep()
    with pytest.raises(ledger.LedgerTrouble):
        call_command("sweep")
    with pytest.raises((ledger.LedgerTrouble, ReplayTrouble)):
        replay()
    assert texts(world) == ["Likes tea."]

    if restored.is_dir():
        restored.rmdir()
    restored.write_bytes(keep)
    look_again()
    assert client.get(URL).status_code == 503
    assert "replay-erasures" in client.get("/health/ready").json()["closed"]
    replay()
    assert client.get(URL).status_code == 200
    assert client.get("/health/ready").json()["closed"] == ""
    assert texts(world) == []


@pytest.mark.parametrize("lose", LOST, ids=lambda each: each.__name__)
def test_a_process_that_has_compared_it_goes_on_when_it_is_lost(
    world, bell, file_ledger, lose
):
    erase(world, world.write("Likes tea."), bell)
    client = world.travel.client()
    look_again()
    assert client.get(URL).status_code == 200
    lose(file_ledger)
    look_again()
    assert client.get(URL).status_code == 200
    assert client.get("/health/ready").status_code == 503


@pytest.mark.parametrize("lose", LOST, ids=lambda each: each.__name__)
def test_it_still_notices_a_restore_then(world, backup, bell, file_ledger, lose):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    client = world.travel.client()
    assert client.get(URL).status_code == 200
    lose(file_ledger)
    by_hand(restore)
    for _ in range(2):
        assert client.get(URL).status_code == 503
        look_again()


def test_the_ledger_of_another_is_never_taken_for_ours(world, bell, file_ledger):
    erase(world, world.write("Likes tea."), bell)
    client = world.travel.client()
    keep = file_ledger.read_bytes()
    cut(file_ledger)
    with transaction.atomic(), ledger.book().writing() as append:
        for _ in range(3):
            append(an_erasure())
    look_again()
    assert client.get(URL).status_code == 503
    file_ledger.write_bytes(keep)
    look_again()
    assert client.get(URL).status_code == 200


def test_one_that_was_cut_is_not_taken_for_the_whole(world, file_ledger):
    for on in (False, True, False, True):
        with as_service_with(world.travel.service.id, world.owner.id):
            who = Person.objects.get(id=world.owner.id)
            switch_memory(who, on=on, actor=SYSTEM)
    client = world.travel.client()
    assert client.get(URL).status_code == 200
    lines = file_ledger.read_text().splitlines(keepends=True)
    file_ledger.write_text(lines[0])
    look_again()
    assert client.get(URL).status_code == 503
