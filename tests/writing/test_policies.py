"""Whose scrub policy holds, and the tokens that stand for names."""

import re
from typing import Any

import pytest

from governance.access import ServiceChanges, change_service
from governance.audit import SYSTEM
from governance.erasure import carry_out
from governance.models import ErasureRun, Person
from governance.scrubbing import POLICIES
from memoryhub import env
from tests.world import World

NAMED = "Anna Schmidt of Berlin likes tea."
PAGE = {"type": "web", "ref": "page-1"}
TOKEN = re.compile(r"\[person ([0-9a-z]{4})\]")


def _strict(world: World) -> None:
    for name in ("Travel assistant", "Bank assistant"):
        change_service(name, ServiceChanges(scrub_policy="strict"), actor=SYSTEM)


def _token(text: str) -> str:
    found = TOKEN.search(text)
    assert found, text
    return found[1]


def test_a_name_has_one_token_for_a_person_and_another_for_the_next(
    world: World,
) -> None:
    _strict(world)
    first = world.write("Works with Anna Schmidt.")["text"]
    again = world.write("Then Anna Schmidt called back.")["text"]
    other = world.write("Then Anna Schmidt called back.", ref="colleague")["text"]
    assert "Schmidt" not in first + again + other
    assert _token(first) == _token(again)
    assert _token(first) != _token(other)


def test_the_first_name_told_of_a_new_person_has_the_token_of_the_second(
    world: World,
) -> None:
    _strict(world)
    first = world.write("Works with Anna Schmidt.", ref="newcomer")["text"]
    again = world.write("Then Anna Schmidt called back.", ref="newcomer")["text"]
    assert _token(first) == _token(again)


@pytest.fixture
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def _key_of_owner(world: World) -> object:
    return Person.objects.using("owner").get(id=world.owner.id).own_key


@pytest.mark.usefixtures("ledger")
def test_with_everything_of_a_person_the_key_of_their_tokens_goes(
    world: World,
) -> None:
    _strict(world)
    first = world.write("Works with Anna Schmidt.")["text"]
    assert _key_of_owner(world) is not None
    world.travel.client().delete("/api/v1/people/owner")
    assert carry_out(ErasureRun.objects.using("owner").get().id)
    assert _key_of_owner(world) is None
    assert _token(first) != _token(world.write("Anna Schmidt called.")["text"])


@pytest.mark.usefixtures("ledger")
def test_the_key_stays_while_something_of_the_person_does(world: World) -> None:
    _strict(world)
    memory = world.write("Works with Anna Schmidt.")
    world.write("Likes tea.")
    world.travel.client().delete(f"/api/v1/people/owner/memories/{memory['id']}")
    assert carry_out(ErasureRun.objects.using("owner").get().id)
    assert _key_of_owner(world) is not None


def test_full_names_in_untrusted_content_leave_a_token(world: World) -> None:
    world.write("The guide Anna Schmidt knows the hut.", source=PAGE)
    [row] = world.travel.client().get("/api/v1/people/owner/memories").json()["results"]
    assert TOKEN.sub("[…]", row["text"]) == "The guide […] knows the hut."
    [finding] = row["findings"]
    assert (finding["entity"], finding["action"]) == ("PERSON", "token")
    said = world.write("My guide Anna Schmidt knows the hut.")
    assert said["text"] == "My guide Anna Schmidt knows the hut."


def test_a_person_may_ask_for_more_to_be_left_out(world: World) -> None:
    rows = Person.objects.using("owner").filter(id=world.owner.id)
    rows.update(scrub_policy="strict")
    assert "Anna" not in world.write(NAMED)["text"]
    assert "Anna" in world.write(NAMED, ref="colleague")["text"]


def test_a_correction_goes_by_the_same_policy(world: World) -> None:
    memory = world.write("Likes tea.")
    rows = Person.objects.using("owner").filter(id=world.owner.id)
    rows.update(scrub_policy="strict")
    answer = world.travel.client().patch(
        f"/api/v1/people/owner/memories/{memory['id']}", {"text": NAMED}, format="json"
    )
    assert answer.status_code == 200
    assert "Anna" not in answer.json()["text"]


def test_a_person_cannot_ask_for_less(world: World) -> None:
    _strict(world)
    rows = Person.objects.using("owner").filter(id=world.owner.id)
    rows.update(scrub_policy="light")
    assert "Anna" not in world.write(NAMED)["text"]


def test_who_asks_for_strict_is_not_asked_about_what_is_sensitive(world: World) -> None:
    rows = Person.objects.using("owner").filter(id=world.owner.id)
    rows.update(scrub_policy="strict")
    answer = world.travel.client().post(
        "/api/v1/people/owner/memories",
        {"text": "I have asthma.", "source": {"type": "user_message"}},
        format="json",
    )
    assert answer.status_code == 403
    assert answer.json()["reason"] == "category_refused"


def test_what_the_deployment_leaves_out_no_service_keeps(
    world: World, settings: Any
) -> None:
    settings.SCRUB_POLICY = "strict"
    assert "Anna" not in world.write(NAMED)["text"]


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_can_be_set_for_the_deployment(
    policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORYHUB_SCRUB_POLICY", policy)
    chosen = env.choice("MEMORYHUB_SCRUB_POLICY", POLICIES, default="light")
    assert chosen == policy
