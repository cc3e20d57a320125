"""One gate, all doors, all fields: a canary of every hard kind goes in by each of them,
and is then looked for in every table, the log and what was rung to the broker."""

import json
import logging
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connections

from governance.scrubbing.entities import HARD, KINDS, Category
from tests.bell import Bell
from tests.web.people import People, as_
from tests.world import World

OWNER = "/api/v1/people/owner"
MESSAGE = {"type": "user_message"}


def _hex(length: int) -> str:
    return secrets.token_hex(length)


# Made when the test runs: what has the shape of a key is not written down anywhere.
CANARIES: Mapping[str, Callable[[], tuple[str, str]]] = {
    # kind: () → (how it is said, the part that may stand nowhere)
    "API_KEY": lambda: _said("The key is {}.", "ghp_" + _hex(18)),
    "ACCESS_TOKEN": lambda: _said("Authorization: Bearer {}", _hex(20)),
    "PRIVATE_KEY": lambda: _said(
        "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----", _hex(32)
    ),
    "PASSWORD": lambda: _said("My password is {}.", f"Blue{_hex(4)}tram"),
    "PIN": lambda: _said("My PIN is {}.", "73914"),
    "SEED_PHRASE": lambda: _said(
        "My recovery phrase is {}.", " ".join(["abandon"] * 11 + ["about"])
    ),
    "RECOVERY_CODE": lambda: _said("My recovery codes: {}", "kx7p2-9qwm4 h3t8v-z6r5n"),
    "CREDIT_CARD": lambda: _said("Pays with {}.", "4111 1111 1111 1111"),
    "CARD_CODE": lambda: _said("The CVV is {}.", "739"),
    "IBAN": lambda: _said("Rent goes to {}.", "DE89 3704 0044 0532 0130 00"),
    "GOVERNMENT_ID": lambda: _said("Her SSN is {}.", "536-90-4399"),
    "EMAIL": lambda: _said("Write to {}.", "canary.bird@example.org"),
    "PHONE": lambda: _said("Call {}.", "+49 151 23456789"),
    "IP_ADDRESS": lambda: _said("The camera is at {}.", "93.184.216.34"),
    "MAC_ADDRESS": lambda: _said("The printer is {}.", "3c:5a:b4:11:22:9f"),
    "STREET_ADDRESS": lambda: _said("Lives at {}.", "Lindenstraße 12a, 50667 Köln"),
}
HARD_KINDS = sorted(
    entity
    for entity, kind in KINDS.items()
    if kind.category in HARD and kind.category is not Category.OTHER
)


def _said(sentence: str, value: str) -> tuple[str, str]:
    return sentence.format(value), value


@dataclass(frozen=True)
class Door:
    """A way in: what it does with a text that it is given, and what is then there, so
    that a door that only refuses is not taken for a clean one."""

    name: str
    enter: Callable[[People, str], None]
    leaves: str = ""


def _post(world: World, path: str, body: Any) -> None:
    answer = world.travel.client().post(f"{OWNER}{path}", body, format="json")
    assert answer.status_code < 500, answer.content


def _memory(people: People) -> str:
    return str(people.world.write("Likes calm mornings.")["id"])


def _item(text: str, **more: Any) -> dict[str, Any]:
    return {"text": f"Remember this. {text}", "source": MESSAGE, **more}


def _named(field: str) -> Callable[[People, str], None]:
    def enter(people: People, text: str) -> None:
        _post(people.world, "/memories", {**_item("Nothing."), field: text[:120]})

    return enter


def _source(field: str, head: str = "") -> Callable[[People, str], None]:
    def enter(people: People, text: str) -> None:
        source = {**MESSAGE, field: head + text}
        _post(people.world, "/memories", {**_item("Nothing."), "source": source})

    return enter


def _patch(people: People, text: str) -> None:
    people.world.travel.client().patch(
        f"{OWNER}/memories/{_memory(people)}",
        {"text": f"Now this. {text}", "metadata": {"note": text}},
        format="json",
    )


def _import(people: People, text: str) -> None:
    """What was exported once, with other words; for somebody
    new, since one memory is taken in once."""
    world = people.world
    world.write("Likes calm mornings.")
    part = world.travel.client().get(f"{OWNER}/export").json()
    told = part["memories"][0]
    told |= {"text": f"Remember this. {text}", "metadata": {"note": text}}
    told["versions"] = [
        {**told["versions"][0], "text": f"Once it was this. {text}", "number": 1},
        {**told["versions"][0], "text": told["text"], "number": 2},
    ]
    answer = world.travel.client().post(
        f"/api/v1/people/{_hex(8)}/import", {**part, "memories": [told]}, format="json"
    )
    assert answer.status_code < 500, answer.content


def _by_page(path: str) -> Callable[[People, str], None]:
    def enter(people: People, text: str) -> None:
        data = {
            "text": f"Remember this. {text}",
            "kind": "fact",
            "app": str(people.world.owner.id),
            "q": text,
        }
        memory_id = _memory(people)
        as_(people.owner).post(path.format(memory_id), data)

    return enter


def _search(people: People, text: str) -> None:
    as_(people.owner).get("/me/", {"q": text})
    people.world.travel.client().get(f"{OWNER}/memories", {"q": text})
    people.world.travel.client().get(f"{OWNER}/memories", {"source_ref": text})


def _forget(people: People, text: str) -> None:
    for body in ({"query": text, "dry_run": True}, {"source_ref": text}):
        _post(people.world, "/forget", body)


DOORS = [
    Door(
        "text",
        lambda people, t: _post(people.world, "/memories", _item(t)),
        leaves="Remember this. Pays with [card number removed]",
    ),
    Door(
        "metadata",
        lambda people, t: _post(
            people.world,
            "/memories",
            _item("So.", metadata={"note": t, t[:60]: "x", "in": [{"deep": t}]}),
        ),
        leaves="deep",
    ),
    Door(
        "batch",
        lambda people, t: _post(
            people.world, "/memories/batch", {"items": [_item(t), _item("Fine.")]}
        ),
        leaves="Remember this. Pays with [card number removed]",
    ),
    *(Door(field, _named(field)) for field in ("key", "space")),
    *(Door(f"source.{field}", _source(field)) for field in ("ref", "conversation")),
    Door("source.url", _source("url", "https://example.org/?q=")),
    Door("patch", _patch, leaves="Now this. Pays with"),
    Door("import", _import, leaves="Once it was this. Pays with"),
    Door(
        "correct",
        _by_page("/me/memories/{}/correct/"),
        leaves="Remember this. Pays with",
    ),
    Door("add", _by_page("/me/add/"), leaves="Remember this. Pays with"),
    Door("search", _search),
    Door("forget", _forget),
]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_no_canary_stands_anywhere_behind_a_door(
    people: People, bell: Bell, door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = {kind: canary() for kind, canary in CANARIES.items()}
    for said, _value in made.values():
        door.enter(people, said)
    kept = _everything() + json.dumps(bell.rung) + caplog.text
    found = sorted(kind for kind, (_said, value) in made.items() if _in(value, kept))
    assert found == []
    assert door.leaves in kept


def test_there_is_a_canary_of_every_hard_kind() -> None:
    assert sorted(CANARIES) == HARD_KINDS


@pytest.mark.parametrize("kind", CANARIES)
def test_what_is_looked_for_would_be_found(people: People, kind: str) -> None:
    """Else the search could be blind: the words around it are there, the canary not."""
    said, value = CANARIES[kind]()
    people.world.write("Likes calm mornings.")
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE source SET ref = %s", [said])
    assert _in(value, _everything())


def _in(value: str, kept: str) -> bool:
    """Whole, or without what stands between its parts, or a line of it."""
    close = "".join(char for char in value if char.isalnum())
    if len(close) < 5:
        # Three digits stand in many a time and id; the words around them tell.
        return f"CVV is {value}" in kept
    if len(close) < 8 and close.isdigit():
        # As few digits stand in an id, a hash or a time by chance; alone they do not.
        return re.search(rf"(?<![\w.-]){close}(?![\w-])", kept) is not None
    return value in kept or (len(close) > 8 and close in kept)


def _everything() -> str:
    """All that the database holds, as text; bytes as text too."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' "
            "AND tablename NOT LIKE 'django_migrations'"
        )
        tables = [name for (name,) in cursor.fetchall()]
        parts = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" AS t')
            parts += [row for (row,) in cursor.fetchall()]
    return "\n".join(parts)
