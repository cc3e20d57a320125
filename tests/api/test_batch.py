"""Many at once, in order; one bad item harms no other."""

import pytest

from tests.world import memories_of

URL = "/api/v1/people/owner/memories/batch"
CHAT = {"type": "user_message"}


def items(*texts):
    return [{"text": text, "source": CHAT} for text in texts]


def post(world, batch):
    return world.travel.client().post(URL, {"items": batch}, format="json")


def test_each_item_gets_its_own_status_in_order(world):
    world.write("Likes tea.")
    batch = [
        *items("Likes rain.", "likes TEA", "", "4111 1111 1111 1111"),
        {"text": "Opens at nine.", "source": {"type": "web"}},
        {"text": "No source."},
        *items("Likes rain.", "Likes snow."),
    ]
    answer = post(world, batch)
    assert answer.status_code == 207
    results = answer.json()["results"]
    assert [each["status"] for each in results] == [
        201, 200, 400, 422, 202, 400, 200, 201,
    ]  # fmt: skip
    assert results[0]["memory"]["id"] == results[6]["memory"]["duplicate_of"]
    assert results[3]["problem"]["status"] == 422
    assert len(memories_of(world.owner)) == 4


def test_items_are_scrubbed_and_new_values_supersede_within_a_batch(world):
    batch = [
        {"text": f"Wants {unit}.", "key": "preference:units", "source": CHAT}
        for unit in ("miles", "kilometres")
    ] + items("Mail anna@example.org now.")
    results = post(world, batch).json()["results"]
    assert results[1]["memory"]["supersedes"] == [results[0]["memory"]["id"]]
    assert "anna@" not in str(results)


def test_an_item_that_is_stale_harms_no_other(world):
    gone = world.write("Likes tea.")
    client = world.travel.client()
    client.delete(f"/api/v1/people/owner/memories/{gone['id']}")
    batch = items("Likes rain.", "Likes hot drinks.", "Likes snow.")
    batch[1]["derived_from"] = [gone["id"]]
    results = post(world, batch).json()["results"]
    assert [each["status"] for each in results] == [201, 410, 201]


@pytest.mark.parametrize("batch", [[], "text", None, items("a") * 101])
def test_what_is_no_batch_gets_400(world, batch):
    assert post(world, batch).status_code == 400


def test_memory_off_refuses_the_whole_batch(world, as_owner):
    as_owner(type(world.owner)).update(memory_enabled=False)
    assert post(world, items("Likes tea.")).status_code == 403


def test_odd_items_are_refused_one_by_one(world):
    results = post(world, [5, None, [], {}, *items("Likes tea.")]).json()["results"]
    assert [each["status"] for each in results] == [400, 400, 400, 400, 201]


def test_a_batch_with_a_key_is_done_once_item_by_item(world):
    client = world.travel.client()
    url = "/api/v1/people/owner/memories/batch"
    source = {"type": "user_message"}
    items = [
        {"text": "Wants miles.", "key": "units", "source": source},
        {"text": "", "source": source},
        {"text": "Likes tea.", "source": source},
    ]
    key = {"HTTP_IDEMPOTENCY_KEY": "batch-1"}
    first = client.post(url, {"items": items}, format="json", **key).json()["results"]
    # Somebody writes a newer value between the two tries: it must stay.
    world.write("Wants kilometres.", key="units")
    again = client.post(url, {"items": items}, format="json", **key).json()["results"]
    assert [each["status"] for each in first] == [201, 400, 201]
    assert [each["status"] for each in again] == [201, 400, 201]
    assert first[2] == again[2]
    values = {row.text: row.status for row in memories_of(world.owner)}
    assert values["Wants kilometres."] == "active"
    assert values["Wants miles."] == "superseded"


def test_a_key_of_a_batch_with_another_item_refuses_that_item(world):
    client = world.travel.client()
    url = "/api/v1/people/owner/memories/batch"
    source = {"type": "user_message"}
    key = {"HTTP_IDEMPOTENCY_KEY": "batch-1"}
    items = [{"text": "Likes tea.", "source": source}] * 2
    client.post(url, {"items": items}, format="json", **key)
    items = [items[0], {"text": "Likes rain.", "source": source}]
    answer = client.post(url, {"items": items}, format="json", **key)
    statuses = [each["status"] for each in answer.json()["results"]]
    assert statuses == [201, 422]
    assert [row.text for row in memories_of(world.owner)] == ["Likes tea."]
