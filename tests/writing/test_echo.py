"""Words that a read has just handed out are the row that was read, not a new fact."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.models import Read
from tests.world import memories_of

URL = "/api/v1/people/owner/memories"
WEB = {"type": "web"}


@pytest.fixture
def untrusted(world):
    """A text from a page that waits for review, and that the service has listed."""
    memory = world.write("Opens at nine.", source=WEB)
    world.travel.client().get(URL)
    return memory


def test_what_was_read_cannot_be_vouched_for_by_writing_it_again(world, untrusted):
    again = world.write("Opens at nine.")
    assert (again["duplicate_of"], again["status"]) == (untrusted["id"], "quarantined")
    [row] = memories_of(world.owner)
    assert row.trust == "untrusted"


def test_a_keyed_memory_that_was_read_stays_the_one(world):
    memory = world.write("Wants miles.", key="units")
    world.travel.client().get(f"{URL}/{memory['id']}")
    assert world.write("Wants miles.")["duplicate_of"] == memory["id"]


def test_with_another_key_it_is_told_anew(world):
    memory = world.write("Wants miles.", key="units")
    world.travel.client().get(f"{URL}/{memory['id']}")
    assert "duplicate_of" not in world.write("Wants miles.", key="distance")


def test_what_was_not_read_is_told_anew(world):
    world.write("Opens at nine.", source=WEB)
    assert world.write("Opens at nine.")["status"] == "active"


def test_an_hour_later_it_is_told_anew(world, untrusted, as_owner):
    as_owner(Read).update(created_at=timezone.now() - timedelta(minutes=61))
    assert world.write("Opens at nine.")["status"] == "active"


def test_another_services_read_does_not_count(world):
    world.write("Opens at nine.", source=WEB, ref="stranger", program=world.bank)
    world.bank.client().get("/api/v1/people/stranger/memories")
    assert world.write("Opens at nine.")["status"] == "active"


def test_in_another_space_it_is_told_anew(world, untrusted):
    assert world.write("Opens at nine.", space="trips")["status"] == "active"


def test_the_new_source_stands_beside_the_old_one(world, untrusted):
    world.write("Opens at nine.", source={"type": "user_message", "ref": "m-2"})
    graph = world.travel.client().get(f"{URL}/{untrusted['id']}/provenance").json()
    assert sorted(each["type"] for each in graph["sources"]) == ["user_message", "web"]


def test_an_answer_to_a_write_that_tells_a_row_is_on_record(world, as_owner):
    memory = world.write("Likes tea.")
    assert not as_owner(Read).exists()
    world.write("Likes tea.")
    [read] = as_owner(Read)
    assert (read.kind, [str(each) for each in read.memory_ids]) == (
        "told",
        [memory["id"]],
    )


def test_a_fact_that_is_told_thrice_is_no_echo(world):
    world.write("Opens at nine.", source=WEB)
    world.write("Opens at nine.", source=WEB)
    assert world.write("Opens at nine.")["status"] == "active"


def test_a_search_for_what_to_forget_is_on_record(world, as_owner):
    world.write("Likes tea.")
    body = {"query": "tea", "dry_run": True}
    url = "/api/v1/people/owner/forget"
    world.travel.client().post(url, body, format="json")
    [read] = as_owner(Read)
    assert read.kind == "told"
    assert read.query_hash is not None


def test_an_untrusted_source_cannot_end_what_the_person_said(world):
    said = world.write("Opens at nine.")
    page = world.write("Opens at nine.", source=WEB, ttl_seconds=1, importance=10)
    assert page["duplicate_of"] == said["id"]
    assert (page["expires_at"], page["importance"]) == (None, 5)


def test_the_person_may_give_it_an_end(world):
    world.write("Opens at nine.")
    assert world.write("Opens at nine.", ttl_seconds=3600)["expires_at"]


def test_what_was_said_does_not_go_with_a_text_that_repeats_it(world, bell):
    seat = world.write("Prefers a window seat.")
    trip = world.write("Booked row 12 by the window.")
    world.write("Prefers a window seat.", inferred=True, derived_from=[trip["id"]])
    world.travel.client().delete(f"{URL}/{trip['id']}")
    bell.answer()
    assert [str(row.id) for row in memories_of(world.owner)] == [seat["id"]]
