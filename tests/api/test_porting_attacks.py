"""What an attacker tried with documents: races, loops, twice, late."""

import sys
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from governance.models import Memory
from governance.tasks import expire
from tests.world import memories_of

OWNER, FRESH = "/api/v1/people/owner", "/api/v1/people/fresh"
UNITS = ["Wants miles.", "Wants kilometres."]


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def document(*memories):
    source = {
        "id": str(uuid.uuid4()),
        "type": "user_message",
        "trust": "user",
        "said_at": "2026-01-01T00:00:00Z",
    }
    return {
        "format": "memoryhub.memories/1",
        "sources": [source],
        "memories": [
            {"id": str(uuid.uuid4()), "source": source["id"], **each}
            for each in memories
        ],
    }


def export(world, url=OWNER):
    return world.travel.client().get(f"{url}/export").json()


def take_in(world, part, url=FRESH):
    answer = world.travel.client().post(f"{url}/import", part, format="json")
    assert answer.status_code == 207, answer.content
    return answer.json()["results"]


def statuses(results):
    return [each["status"] for each in results]


def while_embedding(monkeypatch, do):
    """Runs ``do`` once, in the middle of the next write."""
    remembering = sys.modules["governance.writing.remember"]
    real = remembering.embed
    done: list[bool] = []

    def slow(texts):
        if not done:
            done.append(True)
            do()
        return real(texts)

    monkeypatch.setattr(remembering, "embed", slow)


@pytest.mark.parametrize("everything", [False, True])
def test_an_import_under_way_does_not_bring_back_what_is_erased_meanwhile(
    world, bell, monkeypatch, everything
):
    tea = world.write("Likes tea.")
    part, client = export(world), world.travel.client()
    url = OWNER if everything else f"{OWNER}/memories/{tea['id']}"

    def erase():
        assert client.delete(url).status_code == 202
        bell.answer()

    while_embedding(monkeypatch, erase)
    client.post(f"{OWNER}/import", part, format="json")
    assert memories_of(world.owner) == []


def test_two_imports_with_an_erasure_between_leave_no_ghost(world, bell, monkeypatch):
    part, client = document({"text": "Likes tea."}), world.travel.client()

    def import_and_erase():
        [taken] = take_in(world, part)
        client.delete(f"{FRESH}/memories/{taken['memory']['id']}")
        bell.answer()

    while_embedding(monkeypatch, import_and_erase)
    assert statuses(take_in(world, part)) == [410]
    assert Memory.objects.using("owner").count() == 0


def test_four_imports_of_one_document_at_once_are_one(world):
    for text in UNITS:
        world.write(text, key="units")
    part = export(world)

    def send(number):
        try:
            client = world.travel.client()
            return client.post(f"{FRESH}/import", part, format="json").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(send, range(4))) == [207] * 4
    assert len(export(world, FRESH)["memories"]) == 2


def test_two_items_of_one_id_are_one_memory(world):
    same = str(uuid.uuid4())
    part = document(
        {"id": same, "text": "Likes tea."}, {"id": same, "text": "Lives in Rome."}
    )
    assert statuses(take_in(world, part)) == [201, 200]
    assert [each["text"] for each in export(world, FRESH)["memories"]] == ["Likes tea."]


def test_what_has_expired_here_does_not_come_back(world, as_owner):
    part = document({"text": "Likes tea."})
    take_in(world, part)
    as_owner(Memory).update(expires_at="2020-01-01T00:00:00Z")
    [again] = take_in(world, part)
    assert (again["status"], again["problem"]["reason"]) == (410, "expired")


def test_a_lone_superseded_value_stays_superseded(world, as_owner):
    world.write(UNITS[0], key="units")
    newer = world.write(UNITS[1], key="units")
    rows = as_owner(Memory).filter(id=newer["id"])
    rows.update(expires_at="2020-01-01T00:00:00Z")
    expire()
    take_in(world, export(world))
    [row] = export(world, FRESH)["memories"]
    assert (row["text"], row["status"]) == (UNITS[0], "superseded")


def test_ones_own_export_sent_back_changes_nothing(world):
    for text in UNITS:
        world.write(text, key="units")
    before = export(world)["memories"]
    assert statuses(take_in(world, export(world), OWNER)) == [200, 200]
    assert export(world)["memories"] == before


def test_an_old_export_does_not_make_an_old_value_current(world):
    world.write(UNITS[0], key="units")
    part = export(world)
    world.write(UNITS[1], key="units")
    take_in(world, part, OWNER)
    states = {row.text: row.status for row in memories_of(world.owner)}
    assert states == {UNITS[0]: "superseded", UNITS[1]: "active"}


def test_a_document_with_a_loop_comes_in_whole(world):
    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    part = document(
        {"id": first, "text": "Likes tea.", "derived_from": [second]},
        {"id": second, "text": "Needs a kettle.", "derived_from": [first]},
        {"text": "Drinks a lot.", "derived_from": [first]},
    )
    assert statuses(take_in(world, part)) == [201, 201, 201]


def test_what_was_made_from_a_later_item_comes_in_after_it(world):
    origin = str(uuid.uuid4())
    part = document(
        {"text": "Needs a kettle.", "derived_from": [origin], "inferred": True},
        {"id": origin, "text": "Likes tea."},
    )
    results = take_in(world, part)
    assert statuses(results) == [201, 201]
    # Told in the order of the document, whatever was written first.
    assert [each["id"] for each in results] == [e["id"] for e in part["memories"]]
    [kettle] = [e for e in export(world, FRESH)["memories"] if "kettle" in e["text"]]
    assert len(kettle["derived_from"]) == 1


def test_a_long_chain_is_no_deeper_than_a_document(world):
    ids = [str(uuid.uuid4()) for _ in range(300)]
    chain = [
        {
            "id": each,
            "text": f"Fact {n} about bread.",
            "derived_from": ids[n + 1 : n + 2],
        }
        for n, each in enumerate(ids)
    ]
    assert set(statuses(take_in(world, document(*chain)))) == {201}


def test_an_item_that_became_another_row_stays_erased_with_it(world, bell):
    tea = world.write("Likes tea.", ref="fresh")
    part = document({"text": "Likes tea."})
    assert take_in(world, part)[0]["memory"]["id"] == tea["id"]
    world.travel.client().delete(f"{FRESH}/memories/{tea['id']}")
    bell.answer()
    assert statuses(take_in(world, part)) == [410]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Count was 10⁶ cells.", "Count was 106 cells."),
        ("The plot is 5² metres.", "The plot is 52 metres."),
        ("Needs 2½ cups.", "Needs 21/2 cups."),
    ],
)
def test_raised_digits_are_not_plain_ones(world, one, other):
    assert world.write(one)["id"] != world.write(other)["id"]
    assert len(memories_of(world.owner)) == 2
