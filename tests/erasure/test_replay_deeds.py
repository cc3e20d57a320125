"""Deeds of a person that only the ledger remembers after a restore."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with, make_account
from governance.audit import SYSTEM
from governance.choices.closing import close_account
from governance.erasure import (
    hasten,
    make_receipt_link,
    open_receipt,
    replay,
)
from governance.models import Account, ErasureRun, MemoryVersion, ReceiptLink
from tests.erasure.restoring import erase, texts

pytestmark = pytest.mark.usefixtures("own_ledger")


def forget(world, memory):
    answer = world.travel.client().post(
        "/api/v1/people/owner/forget",
        {"ids": [memory["id"]], "undo_hours": 24},
        format="json",
    )
    assert answer.status_code == 202, answer.json()
    return ErasureRun.objects.using("owner").get(id=answer.json()["erasure"])


def erase_now(world, run):
    with as_service_with(world.travel.service.id, world.owner.id):
        hasten(run, actor=SYSTEM)


@pytest.mark.parametrize("before", [True, False], ids=["forgotten", "told"])
def test_what_was_forgotten_and_then_erased_now_cannot_be_undone_after_a_restore(
    world, backup, bell, before
):
    tea = world.write("Likes tea.")
    world.write("Has a blue bicycle.")
    run = forget(world, tea) if before else None
    restore = backup()
    run = run or forget(world, tea)
    erase_now(world, run)
    bell.answer()
    assert texts(world) == ["Has a blue bicycle."]
    restore()
    replay()
    assert texts(world) == ["Has a blue bicycle."]
    undo = world.travel.client().post(f"/api/v1/erasures/{run.id}/undo")
    assert undo.status_code == 410


def test_an_account_that_was_closed_since_is_gone_after_a_restore(
    world, backup, bell, as_owner
):
    account = make_account("owner@example.org", "correct horse battery")
    as_owner(type(world.owner)).filter(id=world.owner.id).update(account=account)
    account_id = account.id
    world.write("Likes tea.")
    restore = backup()
    close_account(account)
    bell.answer()
    assert not as_owner(Account).exists()
    restore()
    assert as_owner(Account).get().id == account_id
    replay()
    assert not as_owner(Account).exists()
    assert texts(world) == []


def test_a_link_to_a_certificate_opens_the_new_one_after_a_restore(
    world, backup, bell, as_owner
):
    tea = world.write("Likes tea.")
    restore = backup()
    run_id = erase(world, tea, bell)
    with as_service_with(world.travel.service.id, world.owner.id):
        run = ErasureRun.objects.get(id=run_id)
        token = make_receipt_link(run, actor=SYSTEM)
    ends = as_owner(ReceiptLink).get().expires_at
    restore()
    assert not as_owner(ReceiptLink).exists()
    replay()
    opened = open_receipt(token)
    assert opened
    assert run_id in opened.signed
    again = as_owner(ReceiptLink).get()
    assert abs(again.expires_at - ends) < timedelta(seconds=10)
    replay()  # once is enough
    assert as_owner(ReceiptLink).count() == 1


def test_a_value_that_was_told_after_the_forget_does_not_go_with_it(
    world, bell, as_owner
):
    berlin = world.write("Lives in Berlin.", key="home")
    run = forget(world, berlin)
    world.write("Lives in Munich.", key="home")
    world.write("Lives in Hamburg.", key="home")
    as_owner(ErasureRun).filter(id=run.id).update(due_at=timezone.now())
    bell.answer()

    tasks.erase(str(run.id))
    assert texts(world) == ["Lives in Hamburg.", "Lives in Munich."]


def test_an_earlier_text_that_was_taken_out_since_is_out_after_a_restore(
    world, backup, as_owner
):
    client = world.travel.client()
    memory = world.write("Lives in Oslo since her divorce.")
    url = f"/api/v1/people/owner/memories/{memory['id']}"
    client.patch(url, {"text": "Lives in Oslo."}, format="json")
    restore = backup()
    answer = client.post(f"{url}/redact-version", {"number": 1}, format="json")
    assert answer.status_code < 300, answer.content
    restore()
    said = as_owner(MemoryVersion).filter(number=1).values_list("text", flat=True)
    assert list(said) == ["Lives in Oslo since her divorce."]
    assert replay().switches_thrown == 1
    assert list(said.all()) == [""]
    assert texts(world) == ["Lives in Oslo."]
