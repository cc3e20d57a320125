"""What waits for its person lapses unsaved."""

from datetime import timedelta

from django.utils import timezone

from governance import tasks
from governance.models import AuditEntry, Memory, Receipt, RetentionRule
from tests.world import memories_of

WEB = {"type": "web", "ref": "page-7"}


def test_what_waits_for_review_lapses_after_two_weeks(world, aged, as_owner):
    aged("Wants first class.", days=15, source=WEB)
    aged("Wants a window.", days=13, source=WEB)
    tasks.retain_nightly()
    tasks.expire()
    assert [row.text for row in memories_of(world.owner)] == ["Wants a window."]


def test_it_is_invisible_as_soon_as_it_has_lapsed(world, aged):
    written = aged("Wants first class.", days=15, source=WEB)
    tasks.retain_nightly()
    client = world.travel.client()
    assert (
        client.get(f"/api/v1/people/owner/memories/{written['id']}").status_code == 404
    )
    listed = client.get("/api/v1/people/owner/memories?status=quarantined").json()
    assert listed["count"] == 0


def test_what_has_lapsed_may_be_told_again(world, aged, as_owner):
    aged("Wants first class.", days=15, source=WEB)
    tasks.retain_nightly()
    tasks.expire()
    assert as_owner(Receipt).count() == 0
    assert world.write("Wants first class.", source=WEB)["status"] == "quarantined"


def test_what_was_put_aside_lately_waits_its_whole_time(world, aged, as_owner):
    written = aged("Wants first class.", days=400)
    as_owner(Memory).filter(id=written["id"]).update(
        status="quarantined", updated_at=timezone.now()
    )
    tasks.retain_nightly()
    [row] = memories_of(world.owner)
    assert row.expires_at is None


def test_what_is_sealed_ends_when_the_rule_of_that_day_says(
    world, can_answer, as_owner
):
    as_owner(RetentionRule).filter(name="proposed").update(days=5)
    world.write("Has diabetes.")
    rows = memories_of(world.owner)
    assert [row.status for row in rows] == ["proposed"]
    assert rows[0].expires_at
    left = rows[0].expires_at - timezone.now()
    assert timedelta(days=4, hours=23) < left <= timedelta(days=5)


def test_a_shorter_rule_reaches_what_was_sealed_before_it(
    world, can_answer, aged, as_owner
):
    aged("Has diabetes.", days=6)
    as_owner(RetentionRule).filter(name="proposed").update(days=5)
    tasks.retain_nightly()
    tasks.expire()
    assert memories_of(world.owner) == []


def test_each_lapse_leaves_an_entry_with_its_rule(world, aged, as_owner, rule):
    written = aged("Wants first class.", days=15, source=WEB)
    tasks.retain_nightly()
    entry = as_owner(AuditEntry).get(verb="memory.lapsed")
    assert list(map(str, entry.subject_ids)) == [
        written["id"],
        str(rule("quarantined").id),
    ]
    assert entry.counts == {"memories": 1, "days": 14}


def test_restricted_data_does_not_lapse(world, aged, as_owner):
    aged("Wants first class.", days=15, source=WEB)
    type(world.owner).objects.using("owner").update(restricted_at=timezone.now())
    tasks.retain_nightly()
    [row] = memories_of(world.owner)
    assert row.expires_at is None
