"""An account that its person closed does not come back, whenever a process died and
whatever was restored."""

import shutil

import pytest
from django.conf import settings as live
from django.db import transaction

from governance import ledger
from governance.access import make_account
from governance.choices import let_go
from governance.choices.closing import close_account
from governance.erasure import replay
from governance.ledger import LedgerTrouble, pending, writing
from governance.models import Account, ErasureRun, LedgerSeen, Person
from tests.erasure.restoring import URL, texts
from tests.erasure.test_replay_by_hand import by_hand

pytestmark = pytest.mark.usefixtures("own_ledger", "static_files")


@pytest.fixture
def account(world):
    """The owner's, who has claimed the record that one app has of them."""
    made = make_account("owner@example.org", "correct horse battery")
    people = Person.objects.using("owner")
    people.filter(id=world.owner.id).update(account=made)
    world.write("Likes tea.")
    return made


@pytest.fixture
def bare(world):
    """One that has claimed nothing."""
    return make_account("new@example.org", "correct horse battery")


def died_before_the_commit(deed):
    """The process ends between the last entry and the commit."""

    def enters_and_dies(facts):
        writing.enter(facts)
        raise SystemExit

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pending, "enter", enters_and_dies)
        with pytest.raises(SystemExit):
            deed()
    ledger.forget()


def died_after_the_commit(deed):
    """Nothing is done that was to be done after the commit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "on_commit", lambda *_, **__: None)
        deed()


def account_id(world):
    return Person.objects.using("owner").get(id=world.owner.id).account_id


def somebody_asks(world):
    return world.travel.client().get("/api/v1/people/colleague/memories")


def is_marked():
    return LedgerSeen.objects.get().replay_since is not None


def test_a_ledger_that_takes_nothing_leaves_all_of_the_account(
    world, account, monkeypatch
):
    def no_space(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("governance.ledger.file._write", no_space)
    with pytest.raises(LedgerTrouble):
        close_account(account)
    assert Account.objects.get().email == account.email
    assert texts(world) == ["Likes tea."]
    assert not ErasureRun.objects.using("owner").exists()


def test_one_that_was_entered_and_not_committed_is_closed_with_all_of_its_records(
    world, account, bell
):
    died_before_the_commit(lambda: close_account(account))
    assert Account.objects.exists()
    assert somebody_asks(world).status_code in {200, 404}
    assert not is_marked()
    assert not Account.objects.exists()
    assert world.travel.client().get(URL).status_code == 404
    bell.answer()
    assert texts(world) == []
    assert LedgerSeen.objects.get().number == len(ledger.entries())
    assert [each["kind"] for each in ledger.entries()] == ["account_closed", "erasure"]


def test_without_a_record_it_does_not_come_back_with_a_backup(world, bare, backup):
    restore = backup()
    died_after_the_commit(lambda: close_account(bare))
    restore()
    assert Account.objects.exists()
    replay()
    assert not Account.objects.exists()


def test_without_a_record_it_does_not_come_back_with_a_restore_by_hand(
    world, bare, backup
):
    restore = backup()
    close_account(bare)
    by_hand(restore)
    ledger.forget()
    assert somebody_asks(world).status_code in {200, 404}
    assert not Account.objects.exists()


def test_its_records_do_not_come_back_though_their_erasures_were_not_entered(
    world, account, backup
):
    restore = backup()
    died_after_the_commit(lambda: close_account(account))
    restore()
    assert texts(world) == ["Likes tea."]
    replay()
    assert texts(world) == []
    assert not Account.objects.exists()
    assert not Person.objects.using("owner").filter(id=world.owner.id).exists()


def test_a_record_that_was_given_back_before_is_not_erased_with_it(
    world, account, backup
):
    restore = backup()
    let_go(Person.objects.using("owner").get(id=world.owner.id), account)
    close_account(account)
    restore()
    replay()
    assert not Account.objects.exists()
    assert texts(world) == ["Likes tea."]


def test_an_entry_of_the_first_versions_closes_it_too(world, account, backup):
    restore = backup()
    close_account(account)
    shutil.rmtree(live.LEDGER_DIR)
    restore()
    with transaction.atomic(), ledger.admitted():
        ledger.enter({"kind": "account_closed", "account": str(account_id(world))})
        transaction.set_rollback(True)
    replay()
    assert not Account.objects.exists()


def test_a_closed_account_names_nobody_in_the_ledger(world, account, settings):
    close_account(account)
    written = (settings.LEDGER_DIR / "erasures.jsonl").read_text()
    for secret in ("owner@example.org", str(world.owner.id)):
        assert secret not in written
