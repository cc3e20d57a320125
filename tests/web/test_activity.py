"""Activity: who read or changed what, when, and what for."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from governance.models import AuditEntry, Memory, Person, Read, RetentionRule
from tests.web.people import People, as_, words

URL = "/api/v1/people/owner/memories"
HOSTILE = {
    "script": "<script>alert(1)</script>",
    "turned round": "safe \u202egnp.exe\u202c \u2067שלום\u2069",
    "long": "many words " * 727 + "end",
    "emoji": "👨‍👩‍👧‍👦🏳️‍🌈" * 200,
}


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def seen(people: People, query: str = "", by: Any = None) -> str:
    return words((by or as_(people.owner)).get(f"/me/activity/{query}"))


def a_read(people: People, *, at: Any = None, **more: Any) -> Read:
    """A read that stands in the log, made behind row-level security."""
    made: Read = Read.objects.using("owner").create(
        person_id=people.world.owner.id,
        service_id=people.world.travel.service.id,
        **{"kind": "recall", "purpose": "plan-trip", "memory_ids": [], **more},
    )
    if at:
        Read.objects.using("owner").filter(id=made.id).update(created_at=at)
    return made


def test_a_recall_says_who_what_for_and_names_the_memories(people: People) -> None:
    written = people.world.write("Prefers trains to planes.")
    a_read(people, memory_ids=[written["id"]])
    response = as_(people.owner).get("/me/activity/")
    page = words(response)
    assert "Travel assistant recalled 1 memory. Its purpose: plan trip." in page
    assert f'href="/me/memories/{written["id"]}/"' in response.content.decode()
    assert "Prefers trains to planes." in page


def test_reads_over_rest_stand_in_it(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    people.world.travel.client().get(URL)
    assert "looked at a list with 1 memory. Its purpose: assist." in seen(people)


def test_what_the_person_did_is_said_to_them_as_you(people: People) -> None:
    client = as_(people.owner)
    client.post("/me/on-off/memory/", {"memory": "off"})
    client.post(f"/me/on-off/{people.world.owner.id}/kinds/health/", {"choice": "yes"})
    page = seen(people)
    assert "You switched memory off for Travel assistant." in page
    assert "You said yes to a protected kind." in page
    assert "health" in page


def test_what_an_app_wrote_says_so_with_its_memory(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    page = seen(people)
    assert "Travel assistant remembered something." in page
    assert "Prefers trains to planes." in page


def test_an_erased_memory_is_named_as_such_and_leads_to_the_receipt(
    people: People, bell: Any
) -> None:
    written = people.world.write("Prefers trains to planes.")
    a_read(people, memory_ids=[written["id"]])
    client = as_(people.owner)
    client.post(f"/me/memories/{written['id']}/erase/")
    bell.answer()
    response = client.get("/me/activity/")
    page = words(response)
    assert "a memory that was erased" in page
    assert "Prefers" not in page
    assert "/me/erasures/" in response.content.decode()
    assert "An erasure was done and checked." in page


def test_a_sealed_memory_is_not_read_out(people: People) -> None:
    people.world.travel.client()
    as_(people.owner).get("/me/")
    people.world.write("Her daughter Anna is allergic to peanuts.")
    page = seen(people)
    assert "a memory that waits for your yes" in page
    assert "peanuts" not in page


def test_a_long_read_names_some_and_leads_to_all(people: People) -> None:
    ids = [people.world.write(f"Fact {n} about bread.")["id"] for n in range(8)]
    read = a_read(people, memory_ids=ids)
    assert "and 3 more" in seen(people, "?kind=reads")
    page = words(as_(people.owner).get(f"/me/activity/{read.id}/"))
    assert all(f"Fact {n} about bread." in page for n in range(8))


def test_scores_stand_behind_a_fold(people: People) -> None:
    written = people.world.write("Prefers trains to planes.")
    scores = {"relevance": 0.91, "recency": 0.5, "importance": 0.25, "total": 0.77}
    a_read(people, memory_ids=[written["id"]], scores={written["id"]: scores})
    page = seen(people)
    assert "Why these were chosen" in page
    assert "relevance 0.91" in page
    assert "total 0.77" in page


def test_filters_stand_in_the_address(people: People) -> None:
    world = people.world
    Person.objects.using("owner").filter(id=world.stranger.id).update(
        account=people.owner
    )
    world.write("Prefers trains to planes.")
    world.write("Banks on Tuesdays.", ref="stranger", program=world.bank)
    a_read(people)
    as_(people.owner).post("/me/on-off/memory/", {"memory": "off"})
    only_bank = seen(people, f"?app={world.stranger.id}")
    assert "Banks on Tuesdays." in only_bank
    assert "Prefers trains" not in only_bank
    assert "recalled" in seen(people, "?kind=reads")
    assert "remembered" not in seen(people, "?kind=reads")
    assert "remembered" in seen(people, "?kind=changes")
    assert "You switched" not in seen(people, "?kind=changes")
    assert "You switched" in seen(people, "?kind=you")
    parts = [_count(seen(people, f"?kind={k}")) for k in ("reads", "changes", "you")]
    assert sum(parts) == _count(seen(people))


def test_days_are_those_of_the_person(people: People) -> None:
    people.owner.zone = "Asia/Tokyo"
    people.owner.save()
    a_read(people, at="2026-03-01T16:00:00Z")
    assert _count(seen(people, "?since=2026-03-02&until=2026-03-02")) == 1
    assert _count(seen(people, "?since=2026-03-01&until=2026-03-01")) == 0


def test_a_slip_in_the_filters_is_explained(people: People) -> None:
    client = as_(people.owner)
    response = client.get("/me/activity/?since=2026-03-02&until=2026-03-01")
    assert response.status_code == 422
    assert "This day is before the first one." in words(response)
    assert client.get("/me/activity/?app=nonsense").status_code == 422
    assert client.get("/me/activity/?after=nonsense").status_code == 200


def test_nothing_yet_and_nothing_like_that_are_two_things(people: People) -> None:
    assert "Nothing has happened yet" in seen(people)
    assert "Nothing like that happened" in seen(people, "?kind=you")


def test_pages_reach_every_row_once_also_of_one_instant(people: People) -> None:
    _many(people, 130)
    client = as_(people.owner)
    found: list[str] = []
    path = "/me/activity/"
    while path:
        response = client.get(path)
        found += [str(row.id) for row in response.context["rows"]]
        older = response.context["older"]
        path = f"/me/activity/{older}" if older else ""
        # What arrives meanwhile stands before the page and moves nothing.
        a_read(people)
    everything = {str(row) for row in _ids(people, Read) + _ids(people, AuditEntry)}
    assert len(found) == len(set(found)) == 260
    assert set(found) <= everything


def test_the_number_of_queries_does_not_grow_with_the_rows(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    a_read(people)
    few = _queries(people)
    _many(people, 60)
    assert _queries(people) == few


def test_stopping_an_app_from_here_stops_its_use_and_can_be_taken_back(
    people: People,
) -> None:
    app = people.world.owner.id
    client = as_(people.owner)
    assert "Stop this app" in seen(people, f"?app={app}")
    client.post(f"/me/apps/{app}/may/", {"use": "off"})
    assert people.world.travel.client().get(URL).json()["reason"] == "use_off"
    assert "Let it go on" in seen(people, f"?app={app}")
    client.post(f"/me/apps/{app}/may/", {"use": "on"})
    assert people.world.travel.client().get(URL).status_code == 200


def test_by_a_link_one_sees_that_apps_reads_and_is_told_that_it_is_a_part(
    people: People,
) -> None:
    people.world.write("Prefers trains to planes.")
    a_read(people)
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    page = seen(people, by=client)
    assert "recalled 0 memories" in page
    assert "remembered" not in page
    assert "By a link you see what this app read." in page


def test_nobody_sees_anybody_elses_activity(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    read = a_read(people)
    for other in (people.colleague, people.stranger, people.staff):
        page = seen(people, by=as_(other))
        assert "0 entries" in page
        assert "Prefers" not in page
        assert as_(other).get(f"/me/activity/{read.id}/").status_code == 404
        mine = f"?app={people.world.owner.id}"
        assert as_(other).get(f"/me/activity/{mine}").status_code == 422
    assert as_(people.owner).get(f"/me/activity/{uuid.uuid4()}/").status_code == 404


def test_a_verb_without_words_is_shown_all_the_same(people: People) -> None:
    AuditEntry.objects.using("owner").create(
        verb="memory.juggled",
        actor_kind="staff",
        person_id=people.world.owner.id,
        created_at=timezone.now(),
    )
    assert "no words here yet: memory.juggled" in seen(people)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_inert(people: People, text: str) -> None:
    written = people.world.write("Stands in for the text.")
    Memory.objects.using("owner").filter(id=written["id"]).update(text=text)
    service = people.world.travel.service
    type(service).objects.using("owner").filter(id=service.id).update(
        name="<b>Travel</b> & \u202ecompany"
    )
    for path in ("/me/activity/", "/me/apps/", "/me/on-off/"):
        body = as_(people.owner).get(path).content.decode()
        assert "<script>alert" not in body
        assert "<b>Travel" not in body
        assert "&lt;b&gt;Travel" in body


def _many(people: People, number: int) -> None:
    """As many reads as entries, many of them of one instant."""
    at = timezone.now() - timedelta(days=1)
    person, service = people.world.owner.id, people.world.travel.service.id
    Read.objects.using("owner").bulk_create(
        Read(
            person_id=person,
            service_id=service,
            created_at=at + timedelta(seconds=n // 40),
            kind="get",
            purpose="assist",
            memory_ids=[],
        )
        for n in range(number)
    )
    AuditEntry.objects.using("owner").bulk_create(
        AuditEntry(
            verb="link.made",
            actor_kind="service",
            service_id=service,
            person_id=person,
            created_at=at + timedelta(seconds=n // 40),
        )
        for n in range(number)
    )


def _ids(people: People, model: Any) -> list[uuid.UUID]:
    rows = model.objects.using("owner").filter(person_id=people.world.owner.id)
    return list(rows.values_list("id", flat=True))


def _count(page: str) -> int:
    found = re.search(r"(\d+) entr", page)
    assert found
    return int(found[1])


def _queries(people: People) -> int:
    client = as_(people.owner)
    client.get("/me/activity/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/me/activity/")
    return len(queries)


def test_it_says_how_long_the_record_of_reads_is_kept(people: People) -> None:
    client = as_(people.owner)
    said = "Who read is kept for 12 months, what was changed for good."
    assert said in words(client.get("/me/activity/"))
    RetentionRule.objects.using("owner").filter(name="reads").update(days=30)
    assert "kept for 1 month," in words(client.get("/me/activity/"))
    RetentionRule.objects.using("owner").filter(name="reads").update(enabled=False)
    assert "Nothing is dropped from this log." in words(client.get("/me/activity/"))
