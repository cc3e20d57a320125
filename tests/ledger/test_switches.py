"""Whatever protects is in the ledger before it is answered, and what cannot be entered is
not done."""

import json
import threading

import pytest
from django.db import connection

from governance import ledger
from governance.access import as_service_with, revoke_key
from governance.audit import SYSTEM
from governance.choices import set_temporary, switch_memory
from governance.choices.switches import UNTIL_I_SAY
from governance.ledger import LedgerTrouble
from governance.models import AuditEntry, LedgerSeen, Person, ServiceKey
from tests.world import memories_of

SETTINGS = "/api/v1/people/owner/settings"
HEALTH = "/api/v1/people/owner/consents/health"


@pytest.fixture(autouse=True)
def own_ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def broken(settings, tmp_path):
    """Call it, and the ledger cannot be written any more."""

    def breaks():
        (tmp_path / "file").touch()
        settings.LEDGER_DIR = tmp_path / "file"

    return breaks


def thrown():
    return [(each["switch"], each["protects"]) for each in ledger.entries()]


def switch(world, *, on):
    with as_service_with(world.travel.service.id, world.owner.id):
        who = Person.objects.get(id=world.owner.id)
        switch_memory(who, on=on, actor=SYSTEM)


def is_on(world):
    return Person.objects.using("owner").get(id=world.owner.id).memory_enabled


def test_off_and_on_again_are_entered_in_this_order(world):
    switch(world, on=False)
    switch(world, on=True)
    assert thrown() == [("memory", True), ("memory", False)]
    assert LedgerSeen.objects.get().number == 2


def test_a_consent_and_its_withdrawal_are_entered(world):
    client = world.travel.client()
    client.put(HEALTH)
    client.delete(HEALTH)
    assert thrown() == [("consent", False), ("consent", True)]
    assert {each["detail"] for each in ledger.entries()} == {"health"}


def test_a_revoked_key_is_entered_by_its_id(world):
    prefix = world.travel.key.split("_")[1]
    revoke_key(prefix, actor=SYSTEM)
    [entry] = ledger.entries()
    key = ServiceKey.objects.using("owner").get(prefix=prefix)
    assert (entry["switch"], entry["thing"]) == ("key", str(key.id))
    assert json.loads(entry["detail"])["ends"] is not None


def test_temporary_mode_is_entered_with_its_end(world):
    with as_service_with(world.travel.service.id, world.owner.id):
        who = Person.objects.get(id=world.owner.id)
        set_temporary(who, until=UNTIL_I_SAY, actor=SYSTEM)
    [entry] = ledger.entries()
    assert entry["detail"].startswith("9999-")


def test_a_switch_that_cannot_be_entered_is_not_thrown_and_nothing_else_is_lost(
    world, broken, as_owner
):
    before = as_owner(AuditEntry).count()
    broken()
    with pytest.raises(LedgerTrouble):
        switch(world, on=False)
    assert is_on(world)
    assert as_owner(AuditEntry).count() == before


def test_a_withdrawal_that_cannot_be_entered_is_answered_503_and_is_none(world, broken):
    client = world.travel.client()
    client.put(HEALTH)
    broken()
    refused = client.delete(HEALTH)
    assert refused.status_code == 503
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.headers["Retry-After"]
    assert "health" in str(client.get(SETTINGS).json()["consents"])


def test_an_erasure_that_cannot_be_entered_is_answered_and_deletes_nothing(
    world, broken, bell
):
    tea = world.write("Likes tea.")
    broken()
    client = world.travel.client()
    url = f"/api/v1/people/owner/memories/{tea['id']}"
    assert client.delete(url).status_code == 202
    bell.answer()
    assert [row.text for row in memories_of(world.owner)] == ["Likes tea."]
    assert client.get("/api/v1/people/owner/memories").json()["count"] == 0


def test_without_a_ledger_the_product_is_not_ready(world, broken):
    client = world.travel.client()
    assert client.get("/health/ready").json()["ledger"] is True
    switch(world, on=False)
    broken()
    ready = client.get("/health/ready")
    assert (ready.status_code, ready.json()["ledger"]) == (503, False)


def test_switches_thrown_at_once_end_in_the_ledger_as_in_the_database(world):
    def several(first):
        for turn in range(6):
            switch(world, on=(turn + first) % 2 == 0)
        connection.close()

    both = [threading.Thread(target=several, args=(first,)) for first in (0, 1)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert thrown()[-1] == ("memory", not is_on(world))
    assert [each["number"] for each in ledger.entries()] == list(
        range(1, LedgerSeen.objects.get().number + 1)
    )


def test_others_at_work_are_never_taken_for_a_restore(world):
    """Many switches at once, and many who read meanwhile."""
    over = threading.Event()
    refused = []

    def looks():
        client = world.bank.client()
        while not over.is_set():
            status = client.get("/api/v1/people/stranger/memories").status_code
            if status != 200:
                refused.append(status)
        connection.close()

    def throws():
        for turn in range(20):
            switch(world, on=turn % 2 == 1)
        connection.close()

    readers = [threading.Thread(target=looks) for _ in range(3)]
    writer = threading.Thread(target=throws)
    for each in [*readers, writer]:
        each.start()
    writer.join()
    over.set()
    for each in readers:
        each.join()
    assert refused == []
