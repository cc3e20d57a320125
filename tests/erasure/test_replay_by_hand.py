"""Restores that are not ours are noticed, and crashes that are none are settled."""

from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command, load_command_class
from django.db import connections, transaction

from governance import ledger
from governance.access import as_service_with, ledger_name
from governance.audit import SYSTEM
from governance.choices import switch_memory
from governance.erasure import make_receipt_link, open_receipt, replay
from governance.management import commands
from governance.management.clear import ClearCommand
from governance.models import AuditEntry, ErasureRun, LedgerSeen
from governance.requests.letters.delivering import send_due
from tests.erasure.restoring import URL, erase, in_own_scope, person, texts
from tests.requests.letters.conftest import a_letter, now_is, released

pytestmark = pytest.mark.usefixtures("own_ledger")


@pytest.mark.usefixtures("static_files")
def test_a_restore_by_hand_is_noticed_at_once_by_who_has_seen_more(world, backup, bell):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    client = world.travel.client()
    assert client.get(URL).status_code == 200
    by_hand(restore)
    assert client.get(URL).status_code == 503
    assert b"restored from a copy" in client.get("/me/").content
    with pytest.raises(ledger.ReplayOutstanding):
        call_command("sweep")
    replay()
    assert texts(world) == []
    assert client.get(URL).status_code == 200


def test_a_restore_by_hand_is_noticed_by_a_process_that_starts_after_it(
    world, backup, bell
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    by_hand(restore)
    ledger.forget()
    assert world.travel.client().get(URL).status_code == 503
    assert LedgerSeen.objects.get().replay_since is not None
    assert world.travel.client().get("/health/ready").status_code == 503


@pytest.mark.parametrize(
    "command",
    [
        ["sweep"],
        ["erase", "--person", "owner", "--all"],
        ["retention_preview"],
        ["create_service", "Somebody new"],
        ["service_key", "list", "Travel assistant"],
    ],
    ids=" ".join,
)
def test_a_command_after_a_restore_by_hand_does_and_tells_nothing(
    world, backup, bell, capsys, command
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    by_hand(restore)
    ledger.forget()
    with pytest.raises(ledger.ReplayOutstanding, match="replay-erasures"):
        call_command(*command)
    assert capsys.readouterr().out == ""
    assert texts(world) == ["Likes tea."]


OPEN = {
    "backup": "copies bytes; what comes out of it waits for a replay again",
    "bench": "has a database of its own",
    "compact": "rewrites what is dead",
    "due_date": "asks no database",
    "replay_erasures": "is what the others wait for",
    "residue": "finds what is still to be erased, which is why it is asked",
    "restore": "comes before it",
    "restore_drill": "has a database of its own, and replays there",
    "returned_mail": "tells the mail server to come again, as without a database",
    "scrub": "asks no database",
    "scrub_report": "asks no database",
    "up": "starts and serves nobody",
    "verify_audit": "reads hashes",
    "verify_certificate": "asks no database",
}


def test_every_other_command_waits_for_the_replay():
    folder = Path(commands.__file__).parent
    names = {file.stem for file in folder.glob("[!_]*.py")}
    waiting = {
        name
        for name in names
        if isinstance(load_command_class("governance", name), ClearCommand)
    }
    assert names - waiting == set(OPEN)


def by_hand(restore):
    """As pg_restore, or a snapshot of the disk: nobody sets a mark."""
    restore()
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE ledger_seen SET replay_since = NULL")


def test_a_restore_by_hand_of_the_newest_state_needs_nothing(world, backup, bell):
    erase(world, world.write("Likes tea."), bell)
    by_hand(backup())
    assert world.travel.client().get(URL).status_code == 200


def test_a_crash_between_an_entry_and_its_commit_settles_itself(world, as_owner):
    world.write("Likes tea.")
    named = ledger_name(world.owner.id)
    off = {
        "kind": "switch",
        "switch": "memory",
        "protects": True,
        "service": str(world.travel.service.id),
        "person": named.hash,
        "key": named.key_id,
        "detail": "",
    }
    browser = signed_in()
    with transaction.atomic():
        ledger.enter(off)
        transaction.set_rollback(True)
    ledger.forget()
    refused = world.travel.client().get(f"{URL}?purpose=assist")
    assert refused.json()["reason"] == "memory_off"
    assert LedgerSeen.objects.get().number == 1
    assert Session.objects.filter(session_key=browser).exists()
    assert not was_replayed(as_owner)


def signed_in():
    session = SessionStore()
    session["any"] = "body"
    session.save()
    return session.session_key


def was_replayed(as_owner):
    """Letters that waited then are in doubt, by this entry."""
    return as_owner(AuditEntry).filter(verb="database.replayed").exists()


def test_a_link_to_a_certificate_opens_it_after_a_restore_by_hand(
    world, backup, bell, as_owner
):
    run_id = erase(world, world.write("Likes tea."), bell)
    restore = backup()
    with as_service_with(world.travel.service.id, world.owner.id):
        run = ErasureRun.objects.get(id=run_id)
        token = make_receipt_link(run, actor=SYSTEM)
    by_hand(restore)
    ledger.forget()
    assert open_receipt(token) is None
    assert world.travel.client().get(URL).status_code == 200
    opened = open_receipt(token)
    assert opened
    assert run_id in opened.signed
    assert was_replayed(as_owner)


def test_of_a_restore_by_hand_that_lacks_switches_only_sessions_end_too(
    world, backup, as_owner
):
    signed_in()
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    by_hand(restore)
    ledger.forget()
    assert world.travel.client().get(URL).json()["reason"] == "memory_off"
    assert not person(world).memory_enabled
    assert not Session.objects.exists()
    counts = as_owner(AuditEntry).get(verb="database.replayed").counts
    assert counts == {"entries": 1, "switches": 1, "switches_thrown": 1}


def test_a_letter_that_waited_in_what_was_restored_by_hand_is_not_sent_twice(
    world, backup, bell
):
    letter = released(a_letter())
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    by_hand(restore)
    ledger.forget()
    world.travel.client().get(URL)
    assert send_due() == 0
    assert now_is(letter).reason == "restored"


def test_a_database_that_is_updated_to_this_version_needs_no_replay(world, bell):
    """Its ledger has entries, of which it has every run."""
    erase(world, world.write("Likes tea."), bell)
    LedgerSeen.objects.update(number=0, hash=ledger.NOTHING.hash)
    ledger.forget()
    assert world.travel.client().get(URL).status_code == 200
    assert LedgerSeen.objects.get().number == 1
