"""The moment a memory expires it is behind no door, and reading does not revive it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.models import Memory
from tests.web.people import as_, words
from tests.world import memories_of

TEXT = "Parked on level three."


@pytest.fixture
def over(people, time_is_over):
    written = people.world.write(TEXT, importance=9, pinned=True)
    time_is_over(written)
    return written


def row(people):
    [memory] = memories_of(people.world.owner)
    return memory


def rest(people, written):
    """Every call of a service that could tell a memory, with its answer."""
    client = people.world.travel.client()
    here = "/api/v1/people/owner/memories"
    one = f"{here}/{written['id']}"
    return {
        "one": client.get(one),
        "history": client.get(f"{one}/history"),
        "provenance": client.get(f"{one}/provenance"),
        "list": client.get(here),
        "search": client.get(f"{here}?q=parked"),
        "pinned": client.get(f"{here}?pinned=true"),
        "by state": client.get(f"{here}?status=active"),
        "person": client.get("/api/v1/people/owner"),
        "export": client.get("/api/v1/people/owner/export"),
    }


def pages(people, written):
    """Every page of the person's that could show it."""
    client = as_(people.owner)
    paths = [
        "/me/",
        "/me/?q=parked",
        "/me/?only=pinned",
        f"/me/memories/{written['id']}/",
        f"/me/memories/{written['id']}/correct/",
        "/me/review/",
        "/me/forgotten/",
        "/me/export/",
        "/me/activity/",
    ]
    return {path: client.get(path) for path in paths}


def test_no_call_tells_it(people, over):
    for door, answer in rest(people, over).items():
        assert TEXT not in answer.content.decode(), door
    gone = rest(people, over)
    for door in ("one", "history", "provenance"):
        assert gone[door].status_code == 404, door
    assert gone["list"].json()["count"] == 0


def test_it_cannot_be_changed_or_made_from(people, over):
    client = people.world.travel.client()
    one = f"/api/v1/people/owner/memories/{over['id']}"
    assert client.patch(one, {"text": "Likes tea."}, format="json").status_code == 404
    body = {
        "text": "Drives to work.",
        "source": {"type": "user_message"},
        "derived_from": [over["id"]],
    }
    made = client.post("/api/v1/people/owner/memories", body, format="json")
    assert made.status_code == 404


def test_no_page_shows_it(people, over):
    for path, page in pages(people, over).items():
        # The activity page tells that something was written and names what is there.
        if path != "/me/activity/":
            assert TEXT not in words(page), path


def test_telling_it_again_makes_a_new_row_and_leaves_the_old_at_its_end(people, over):
    before = row(people)
    again = people.world.write(TEXT)
    assert again["id"] != over["id"]
    old = Memory.objects.using("owner").get(id=over["id"])
    assert old.expires_at == before.expires_at
    assert old.status == "forgotten"


def test_reading_never_revives_it(people, over):
    before = row(people)
    rest(people, over)
    pages(people, over)
    after = row(people)
    assert after.expires_at == before.expires_at
    assert (after.last_used_at, after.use_count) == (None, 0)
    assert after.updated_at == before.updated_at


def test_reading_does_not_put_off_an_end_that_is_to_come(people, as_owner):
    written = people.world.write(TEXT, ttl_seconds=3_600)
    ends = row(people).expires_at
    rest(people, written)
    pages(people, written)
    assert row(people).expires_at == ends
    assert ends - timezone.now() < timedelta(hours=1)
