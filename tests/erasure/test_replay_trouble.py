"""A replay that cannot be done says why, and nobody is served."""

import pytest
from django.conf import settings as live
from django.core.management import CommandError, call_command
from django.db import connections, transaction

from governance import ledger
from governance.access import (
    ledger_name,
    secrets,
)
from governance.erasure.stores import STORES
from governance.models import (
    HashKey,
    LedgerSeen,
    Memory,
)
from tests.erasure.restoring import URL, erase, texts

pytestmark = pytest.mark.usefixtures("own_ledger")


def failing():
    with pytest.raises(CommandError) as trouble:
        call_command("replay_erasures")
    assert LedgerSeen.objects.get().replay_since is not None
    return str(trouble.value)


def test_a_ledger_that_is_gone_ends_it_and_nobody_is_served(
    world, backup, bell, settings, tmp_path
):
    erase(world, world.write("Likes tea."), bell)
    restore = backup()
    restore()
    settings.LEDGER_DIR = tmp_path / "elsewhere"
    assert "elsewhere" in failing()
    assert world.travel.client().get(URL).status_code == 503


def test_a_ledger_that_was_changed_ends_it_and_it_says_where(
    world, backup, bell, settings
):
    tea, rain = world.write("Likes tea."), world.write("Likes rain.")
    restore = backup()
    erase(world, tea, bell)
    erase(world, rain, bell)
    path = settings.LEDGER_DIR / "erasures.jsonl"
    path.write_text(path.read_text().replace('"memories"', '"nothing"', 1))
    restore()
    assert "breaks at entry 1" in failing()
    assert len(texts(world)) == 2


def test_without_the_key_that_hashed_it_it_ends_naming_the_key(
    world, backup, bell, settings
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    [name] = settings.MASTER_KEYS
    restore()
    note = HashKey.objects.using("owner").get_or_create
    note(id="another")
    settings.MASTER_KEYS = {"another": bytes(32)}
    secrets._derived.cache_clear()
    assert f"master key {name}" in failing()


def test_with_the_keys_of_another_installation_it_ends_naming_those_it_needs(
    world, backup, settings
):
    restore = backup()
    [name] = settings.MASTER_KEYS
    restore()
    HashKey.objects.using("owner").filter(id="another").delete()
    settings.MASTER_KEYS = {"elsewhere": bytes(32)}
    assert f"master keys {name};" in failing()


def test_a_switch_of_a_later_version_ends_it(world, backup):
    restore = backup()
    named = ledger_name(world.owner.id)
    with transaction.atomic():
        ledger.enter(
            {
                "kind": "switch",
                "switch": "of_a_later_version",
                "protects": True,
                "service": str(world.travel.service.id),
                "person": named.hash,
                "key": named.key_id,
                "detail": "",
            }
        )
    restore()
    assert "of_a_later_version" in failing()


def test_a_restore_that_lost_what_was_revoked_ends_it(world, backup):
    backup()()
    runtime = live.DATABASES["default"]["USER"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"GRANT UPDATE ON audit_entry TO {runtime}")
    try:
        assert "audit record" in failing()
    finally:
        with connections["owner"].cursor() as cursor:
            cursor.execute(f"REVOKE UPDATE ON audit_entry FROM {runtime}")


def test_an_erasure_that_fails_ends_it_and_a_new_try_goes_on(
    world, backup, bell, monkeypatch
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    restore()
    with monkeypatch.context() as broken:
        broken.setattr(STORES[2], "holds", lambda plan: 1, raising=False)
        assert "StillThere" in failing()
    call_command("replay_erasures")
    assert texts(world) == []
    assert LedgerSeen.objects.get().replay_since is None
    assert Memory.objects.using("owner").count() == 0
