"""A correction reaches every text; the old one stands in history until it is redacted."""

import pytest

from governance.models import MemoryVersion
from tests.world import memories_of

URL = "/api/v1/people/owner/memories"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def travel(world):
    return world.travel.client()


def patch(client, memory, headers=None, **changes):
    url = f"{URL}/{memory['id']}"
    return client.patch(url, changes, format="json", **(headers or {}))


def test_a_corrected_memory_says_the_new_text_everywhere(world, travel):
    old = world.write("Lives in Oslo.")
    answer = patch(travel, old, text="Lives in Bergen.")
    assert answer.status_code == 200
    assert answer.json()["text"] == "Lives in Bergen."
    assert answer.json()["etag"] == answer.headers["ETag"] != old["etag"]
    listed = travel.get(URL).content.decode()
    assert "Bergen" in listed
    assert "Oslo" not in listed


def test_what_was_made_from_the_old_text_is_gone_at_once(world, travel, bell):
    old = world.write("Lives in Oslo.")
    derived = world.write("Speaks the Oslo dialect.", derived_from=[old["id"]])
    answer = patch(travel, old, text="Lives in Bergen.")
    assert answer.json()["erasure"]
    assert travel.get(f"{URL}/{derived['id']}").status_code == 410
    assert "Oslo" not in travel.get(URL).content.decode()
    bell.answer()
    assert [row.text for row in memories_of(world.owner)] == ["Lives in Bergen."]


def test_a_change_that_leaves_the_text_leaves_what_was_made_of_it(world, travel):
    old = world.write("Lives in Oslo.")
    derived = world.write("Speaks the Oslo dialect.", derived_from=[old["id"]])
    answer = patch(travel, old, importance=9, pinned=True)
    assert (answer.json()["importance"], answer.json()["pinned"]) == (9, True)
    assert answer.json()["erasure"] is None
    assert travel.get(f"{URL}/{derived['id']}").status_code == 200


def test_the_history_tells_who_said_what_and_when(world, travel):
    old = world.write("Lives in Oslo.")
    patch(travel, old, text="Lives in Bergen.")
    versions = travel.get(f"{URL}/{old['id']}/history").json()["versions"]
    assert [each["text"] for each in versions] == ["Lives in Oslo.", "Lives in Bergen."]
    service = str(world.travel.service.id)
    assert {each["actor"]["id"] for each in versions} == {service}


def test_a_redacted_version_keeps_who_and_when_only(world, travel, as_owner):
    old = world.write("Lives in Oslo.")
    patch(travel, old, text="Lives in Bergen.")
    url = f"{URL}/{old['id']}/redact-version"
    first, second = (
        travel.post(url, {"number": 1}, format="json").json() for _ in range(2)
    )
    assert first == second
    assert first["text"] is None
    assert first["redacted_at"]
    assert "Oslo" not in str(list(as_owner(MemoryVersion).values()))


@pytest.mark.parametrize("number", [2, 99])
def test_neither_the_current_version_nor_a_missing_one_is_redacted(
    world, travel, number
):
    old = world.write("Lives in Oslo.")
    patch(travel, old, text="Lives in Bergen.")
    url = f"{URL}/{old['id']}/redact-version"
    assert travel.post(url, {"number": number}, format="json").status_code == 404


def test_a_correction_is_scrubbed_like_a_write(world, travel):
    old = world.write("Lives in Oslo.")
    answer = patch(
        travel,
        old,
        text="Lives in Bergen, mail anna@example.org.",
        metadata={"note": "4111 1111 1111 1111"},
    )
    assert "anna@" not in answer.content.decode()
    assert "4111" not in answer.content.decode()
    assert answer.json()["findings"]


def test_a_stale_etag_changes_nothing(world, travel):
    old = world.write("Lives in Oslo.")
    answer = patch(travel, old, {"HTTP_IF_MATCH": '"0-0"'}, text="Lives in Bergen.")
    assert answer.status_code == 412
    answer = patch(travel, old, {"HTTP_IF_MATCH": old["etag"]}, text="Lives in Bergen.")
    assert answer.status_code == 200
    answer = patch(travel, old, {"HTTP_IF_MATCH": old["etag"]}, text="Lives in Rome.")
    assert answer.status_code == 412
    assert [row.text for row in memories_of(world.owner)] == ["Lives in Bergen."]


@pytest.mark.parametrize(
    ("start", "change"),
    [
        ({"sensitivity": "sensitive"}, {"sensitivity": "normal"}),
        (
            {"source": {"type": "user_message", "trust": "untrusted"}},
            {"trust": "user"},
        ),
    ],
)
def test_trust_and_sensitivity_are_only_tightened(world, travel, start, change):
    old = world.write("Lives in Oslo.", **start)
    answer = patch(travel, old, **change)
    assert (answer.status_code, answer.json()["reason"]) == (422, "only_tightened")


def test_a_memory_that_loses_its_trust_waits_for_review(world, travel):
    answer = patch(travel, world.write("Lives in Oslo."), trust="untrusted")
    assert answer.json()["status"] == "quarantined"


def test_a_correction_to_what_another_memory_says_is_refused(world, travel):
    world.write("Lives in Bergen.")
    answer = patch(travel, world.write("Lives in Oslo."), text="lives in bergen")
    assert answer.status_code == 422
    assert answer.json()["reason"] == "said_by_another_memory"
    assert len(memories_of(world.owner)) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"text": ""},
        {"text": None},
        {"status": "active"},
        {"key": "other"},
        {"expires_at": "2020-01-01T00:00:00Z"},
        {"expires_at": "2999-01-01T00:00:00"},
    ],
)
def test_a_wrong_change_gets_400(world, travel, changes):
    assert patch(travel, world.write("Lives in Oslo."), **changes).status_code == 400


def test_an_expiry_can_be_set_and_taken_away(world, travel):
    old = world.write("Lives in Oslo.")
    assert patch(travel, old, ttl_seconds=60).json()["expires_at"]
    assert patch(travel, old, expires_at=None).json()["expires_at"] is None


def test_an_erased_or_unknown_memory_cannot_be_corrected(world, travel, bell):
    old = world.write("Lives in Oslo.")
    travel.delete(f"{URL}/{old['id']}")
    assert patch(travel, old, text="Lives in Bergen.").status_code == 410
    theirs = world.write("Lives in Rome.", ref="stranger", program=world.bank)
    assert patch(travel, theirs, text="Lives in Bergen.").status_code == 404


def test_provenance_goes_up_to_sources_and_down_to_what_was_made(world, travel):
    where = {"type": "user_message", "ref": "m-1", "conversation": "c-1"}
    root = world.write("Lives in Oslo.", source=where)
    child = world.write("Is at home in Norway.", derived_from=[root["id"]])
    other = world.write("Likes herring.", source=where)
    graph = travel.get(f"{URL}/{root['id']}/provenance").json()
    ids = {each["id"] for each in graph["memories"]}
    assert ids == {root["id"], child["id"]}
    assert other["id"] not in ids
    assert graph["sources"][0]["ref"] == "m-1"
    ends = {(edge["made"], edge["from"]) for edge in graph["edges"]}
    assert (child["id"], root["id"]) in ends
    assert (root["id"], graph["sources"][0]["id"]) in ends
