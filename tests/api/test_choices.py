"""What a person has switched for a service is refused over REST, with its reason."""

from importlib import import_module
from typing import Any

import pytest

from governance.access import as_account
from governance.audit import SYSTEM
from governance.choices import (
    connect_again,
    disconnect,
    set_learning,
    set_using,
)
from governance.models import Person
from tests.web.people import People, people
from tests.world import memories_of

__all__ = ["people"]

# The package exports a function of the same name.
remembering = import_module("governance.writing.remember")

URL = "/api/v1/people/owner"
CHAT = {"type": "user_message"}
BODY = {"text": "Likes tea.", "source": CHAT}

WRITES = ["write", "batch", "correct", "import"]
READS = ["get", "list", "search", "export", "forget by query", "history", "provenance"]
CHOICES = {
    "disconnected": lambda person: disconnect(person, forget=False, actor=SYSTEM),
    "remembering_off": lambda person: set_learning(person, on=False, actor=SYSTEM),
    "use_off": lambda person: set_using(person, on=False, actor=SYSTEM),
}


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def choose(people: People, why: str) -> None:
    """The person throws a switch, as their pages do."""
    with as_account(people.owner.id):
        CHOICES[why](Person.objects.get(id=people.world.owner.id))


def call(people: People, what: str, memory: str, document: Any) -> Any:
    client = people.world.travel.client()
    one = f"{URL}/memories/{memory}"
    calls = {
        "write": lambda: client.post(f"{URL}/memories", BODY, format="json"),
        "batch": lambda: client.post(
            f"{URL}/memories/batch", {"items": [BODY]}, format="json"
        ),
        "correct": lambda: client.patch(one, {"text": "Likes rum."}, format="json"),
        "import": lambda: client.post(f"{URL}/import", document, format="json"),
        "get": lambda: client.get(one),
        "list": lambda: client.get(f"{URL}/memories"),
        "search": lambda: client.get(f"{URL}/memories?q=rain"),
        "export": lambda: client.get(f"{URL}/export"),
        "forget by query": lambda: client.post(
            f"{URL}/forget", {"query": "rain", "dry_run": True}, format="json"
        ),
        "history": lambda: client.get(f"{one}/history"),
        "provenance": lambda: client.get(f"{one}/provenance"),
    }
    return calls[what]()


@pytest.mark.parametrize(
    ("why", "what"),
    [
        *(("disconnected", what) for what in WRITES + READS),
        *(("remembering_off", what) for what in WRITES),
        *(("use_off", what) for what in READS),
    ],
)
def test_what_is_switched_off_is_refused_with_its_reason(
    people: People, why: str, what: str
) -> None:
    memory = people.world.write("Likes rain.")["id"]
    document = people.world.travel.client().get(f"{URL}/export").json()
    choose(people, why)
    answer = call(people, what, memory, document)
    assert (answer.status_code, answer.json()["reason"]) == (403, why)
    assert "Likes rain." not in answer.content.decode()
    assert [row.text for row in memories_of(people.world.owner)] == ["Likes rain."]


@pytest.mark.parametrize("what", READS)
def test_an_app_that_may_not_learn_may_still_read(people: People, what: str) -> None:
    memory = people.world.write("Likes rain.")["id"]
    choose(people, "remembering_off")
    assert call(people, what, memory, {}).status_code == 200


def test_an_app_that_may_not_use_may_still_learn(people: People) -> None:
    choose(people, "use_off")
    assert call(people, "write", "", {}).status_code == 201


@pytest.mark.parametrize("why", CHOICES)
def test_an_app_can_always_erase_what_it_wrote(
    people: People, bell: Any, why: str
) -> None:
    memory = people.world.write("Likes rain.")["id"]
    choose(people, why)
    client = people.world.travel.client()
    assert client.delete(f"{URL}/memories/{memory}").status_code == 202
    bell.answer()
    assert memories_of(people.world.owner) == []


def test_settings_tell_the_app_what_it_may(people: People) -> None:
    client = people.world.travel.client()
    choose(people, "disconnected")
    told = client.get(f"{URL}/settings").json()
    assert (told["remembering"], told["using"]) == (False, False)
    with as_account(people.owner.id):
        connect_again(Person.objects.get(id=people.world.owner.id), actor=SYSTEM)
    choose(people, "use_off")
    told = client.get(f"{URL}/settings").json()
    assert (told["remembering"], told["using"]) == (True, False)


@pytest.mark.parametrize("why", ["disconnected", "remembering_off"])
def test_a_switch_thrown_during_a_slow_write_wins(
    people: People, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    real = remembering.embed

    def slow(texts: Any) -> Any:
        choose(people, why)
        return real(texts)

    monkeypatch.setattr(remembering, "embed", slow)
    answer = call(people, "write", "", {})
    assert (answer.status_code, answer.json()["reason"]) == (403, why)
    assert memories_of(people.world.owner) == []


def test_a_colleague_of_the_same_app_is_not_touched(people: People) -> None:
    choose(people, "disconnected")
    people.world.write("Likes tea.", ref="colleague")
    answer = people.world.travel.client().get("/api/v1/people/colleague/memories")
    assert answer.json()["count"] == 1
