"""What was switched off since a backup is off after a restore."""

import uuid

import pytest

from governance import ledger
from governance.access import (
    as_service_with,
    authenticate,
    narrow_key,
    revoke_key,
)
from governance.audit import SYSTEM
from governance.choices import (
    disconnect,
    let_be_learnt_again,
    set_learning,
    switch_memory,
)
from governance.erasure import NO_UNDO, ask, replay
from governance.models import (
    Person,
    ServiceKey,
)
from tests.erasure.restoring import URL, in_own_scope, person, texts

pytestmark = pytest.mark.usefixtures("own_ledger")


def test_a_consent_that_was_withdrawn_since_is_withdrawn_and_its_memories_go(
    world, backup, bell
):
    world.consent("health")
    world.write("Has asthma and takes cortisone for it.")
    restore = backup()
    client = world.travel.client()
    assert client.delete("/api/v1/people/owner/consents/health").status_code < 300
    bell.answer()
    restore()
    done = replay()
    assert texts(world) == []
    assert (done.switches, done.switches_thrown) == (1, 1)
    settings = client.get("/api/v1/people/owner/settings").json()
    assert settings["consents"] == []


def test_a_key_that_was_revoked_since_opens_nothing(world, backup):
    restore = backup()
    prefix = world.travel.key.split("_")[1]
    revoke_key(prefix, actor=SYSTEM)
    restore()
    replay()
    assert authenticate(world.travel.key) is None


def test_a_key_that_was_narrowed_since_is_no_wider(world, backup, as_owner):
    restore = backup()
    prefix = world.travel.key.split("_")[1]
    narrow_key(prefix, ["recall"], actor=SYSTEM)
    restore()
    replay()
    assert as_owner(ServiceKey).get(prefix=prefix).scopes == ["recall"]


def test_memory_that_was_switched_off_since_is_off(world, backup):
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    in_own_scope(world, lambda who: set_learning(who, on=False, actor=SYSTEM))
    in_own_scope(world, lambda who: disconnect(who, forget=False, actor=SYSTEM))
    restore()
    assert person(world).memory_enabled
    replay()
    now = person(world)
    assert (now.memory_enabled, now.remembering) == (False, False)
    assert now.disconnected_at is not None


def test_memory_that_was_switched_off_and_on_again_since_is_on(world, backup):
    restore = backup()
    for on in (False, True):
        in_own_scope(world, lambda who, on=on: switch_memory(who, on=on, actor=SYSTEM))
    restore()
    replay()
    assert person(world).memory_enabled


def test_what_the_backup_protects_is_not_loosened_by_a_replay(world, backup):
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=True, actor=SYSTEM))
    restore()
    replay()
    assert not person(world).memory_enabled


def test_a_switch_is_thrown_again_once_however_often_it_is_restored(world, backup):
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    for _ in range(2):
        restore()
        replay()
        assert not person(world).memory_enabled
    assert len(ledger.entries()) == 1


def not_wanted(world, memory):
    """Erased, and not to be learnt again."""
    with as_service_with(world.travel.service.id, world.owner.id):
        ask(
            [uuid.UUID(memory["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
            undo=NO_UNDO,
            dont_learn=True,
        )


def told_again(world, text):
    body = {"text": text, "source": {"type": "user_message", "ref": "later"}}
    return world.travel.client().post(URL, body, format="json").status_code


def test_what_is_not_to_be_learnt_again_is_not_learnt_after_a_restore(
    world, backup, bell
):
    not_wanted(world, world.write("Likes coffee."))  # the person has a key by then
    tea = world.write("Likes tea.")
    restore = backup()
    not_wanted(world, tea)
    bell.answer()
    restore()
    assert replay().switches_thrown == 1
    assert told_again(world, "likes TEA") == 403
    assert told_again(world, "Likes coffee.") == 403
    assert told_again(world, "Likes water.") == 201


def test_what_was_let_be_learnt_again_since_is_not_forbidden_by_a_replay(
    world, backup, bell
):
    restore = backup()
    not_wanted(world, world.write("Likes tea."))
    with as_service_with(world.travel.service.id, world.owner.id):
        who = Person.objects.get(id=world.owner.id)
        let_be_learnt_again(who, actor=SYSTEM)
    restore()
    assert replay().switches_thrown == 0
    assert told_again(world, "Likes tea.") == 201
