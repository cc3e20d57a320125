"""Special categories: remembered after a yes, told apart until then."""

import pytest

from memoryhub.client import NotAllowed, Source

CHAT = Source("user_message")
SECRET = "Was diagnosed with diabetes."


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def test_without_a_yes_the_error_names_the_categories(hub):
    with pytest.raises(NotAllowed) as caught:
        hub.remember("owner", SECRET, source=CHAT)
    assert caught.value.reason == "consent_needed"
    assert list(caught.value.categories) == ["health"]


def test_after_a_yes_it_is_remembered_until_the_yes_is_withdrawn(hub, bell):
    consent = hub.give_consent("owner", "health")
    assert consent.category == "health"
    assert hub.settings("owner").consents == ("health",)
    written = hub.remember("owner", SECRET, source=CHAT)
    assert written.categories == ("health",)
    run = hub.withdraw_consent("owner", "health")
    bell.answer()
    assert hub.erasure(run).done
    assert hub.settings("owner").consents == ()
    assert list(hub.memories("owner")) == []


def test_a_yes_withdrawn_before_anything_was_written_erases_nothing(hub):
    hub.give_consent("owner", "religion")
    assert hub.withdraw_consent("owner", "religion") is None


def test_what_is_held_for_the_person_is_not_told_again(hub, world, as_owner):
    as_owner(type(world.travel.service)).update(category_policy={"health": "hold"})
    held = hub.remember("owner", SECRET, source=CHAT)
    assert held.held
    assert (held.text, held.source) == ("", None)
    assert (held.reason, held.categories) == ("consent_needed", ("health",))
