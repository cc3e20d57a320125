"""What I remember: the list and one memory."""

import uuid
from datetime import timedelta

import time_machine
from django.utils import timezone

from governance.models import Account, Memory
from tests.web.people import People, as_, location, words


def test_the_owner_sees_the_full_text_and_where_it_came_from(people: People) -> None:
    people.world.write("Prefers trains to planes.", kind="preference")
    page = words(as_(people.owner).get("/me/"))
    assert "Prefers trains to planes." in page
    assert "From a chat message with Travel assistant" in page
    assert "preference stated" in page
    assert "1 memory" in page


def test_neither_colleague_nor_stranger_sees_it(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    for other in (people.colleague, people.stranger):
        page = words(as_(other).get("/me/"))
        assert "Prefers trains" not in page
        assert "Nothing is remembered about you" in page


def test_nobody_is_asked_to_sign_in_and_comes_back_here(people: People) -> None:
    assert location(as_(None).get("/me/")) == "/accounts/login/?next=/me/"


def test_an_account_reads_all_its_records(people: People) -> None:
    world = people.world
    world.write("Prefers trains to planes.")
    world.write("Banks on Tuesdays.", ref="stranger", program=world.bank)
    type(world.owner).objects.using("owner").filter(id=world.stranger.id).update(
        account=people.owner
    )
    page = words(as_(people.owner).get("/me/"))
    assert "2 memories" in page
    assert "From a chat message with Bank assistant" in page


def test_pages_reach_every_memory_once(people: People) -> None:
    _many(people, 120)
    client = as_(people.owner)
    seen: list[str] = []
    for number in (1, 2, 3):
        response = client.get(f"/me/?page={number}")
        seen += [each.memory.text for each in response.context["rows"]]
        assert "120 memories" in words(response)
        assert f"Page {number} of 3" in words(response)
    assert sorted(seen) == sorted(f"Fact {each}" for each in range(120))


def test_a_page_that_does_not_exist_shows_the_nearest(people: People) -> None:
    _many(people, 60)
    client = as_(people.owner)
    assert "Page 2 of 2" in words(client.get("/me/?page=99"))
    assert "Page 1 of 2" in words(client.get("/me/?page=x"))


def test_the_number_of_queries_does_not_grow_with_the_rows(
    people: People, django_assert_max_num_queries
) -> None:
    _many(people, 50)
    client = as_(people.owner)
    with django_assert_max_num_queries(14):
        client.get("/me/")


def test_an_expired_memory_is_not_shown_even_before_the_sweep(people: People) -> None:
    written = people.world.write("Is in town this week.")
    Memory.objects.using("owner").filter(id=written["id"]).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    client = as_(people.owner)
    assert "Nothing is remembered about you" in words(client.get("/me/"))
    assert client.get(f"/me/memories/{written['id']}/").status_code == 404


def test_a_memory_that_waits_says_so_in_words(people: People) -> None:
    people.world.write("Wants first class.", source={"type": "web"})
    page = words(as_(people.owner).get("/me/"))
    assert "waits for review" in page
    assert "From a web page that Travel assistant read" in page


def test_dates_are_in_the_zone_of_the_account(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    Memory.objects.using("owner").update(created_at="2026-10-02T23:30:00Z")
    Account.objects.filter(id=people.owner.id).update(zone="Europe/Oslo")
    with time_machine.travel("2026-10-05T12:00:00Z"):
        page = as_(people.owner).get("/me/")
    assert 'datetime="2026-10-03T01:30:00+02:00">3 Oct 2026<' in page.content.decode()
    assert "Dates are in the time zone Europe/Oslo." in words(page)


def test_an_empty_list_explains_what_memory_is(people: People) -> None:
    page = words(as_(people.owner).get("/me/"))
    assert "Nothing is remembered about you" in page
    assert "It starts when you talk to a service" in page


def test_an_account_without_a_record_learns_how_to_connect(people: People) -> None:
    page = words(as_(people.staff).get("/me/"))
    assert "No service is connected to your account yet" in page


def test_markup_in_a_memory_is_text(people: People) -> None:
    people.world.write("<script>alert(1)</script> & <b>bold</b>")
    body = as_(people.owner).get("/me/").content.decode()
    assert "<script>" not in body
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in body


def test_a_long_memory_is_folded_and_whole(people: People) -> None:
    text = "a long walk " * 600
    written = people.world.write(text.strip())
    page = as_(people.owner).get(f"/me/memories/{written['id']}/")
    row = page.context["row"]
    assert row.opening + row.rest == row.memory.text == text.strip()
    assert "<details>" in page.content.decode()


def test_one_memory_shows_what_was_made_from_it_and_from_what(people: People) -> None:
    root = people.world.write("Prefers trains to planes.")
    made = people.world.write("Travels green.", derived_from=[root["id"]])
    client = as_(people.owner)
    above = words(client.get(f"/me/memories/{root['id']}/"))
    below = words(client.get(f"/me/memories/{made['id']}/"))
    assert "What was made from it Travels green." in above
    assert "Made from Prefers trains to planes." in below


def test_anybody_elses_memory_is_not_found(people: People) -> None:
    written = people.world.write("Prefers trains to planes.")
    for path in (f"/me/memories/{written['id']}/", f"/me/memories/{uuid.uuid4()}/"):
        for other in (people.colleague, people.stranger, people.staff):
            page = as_(other).get(path)
            assert page.status_code == 404
            assert "Prefers" not in words(page)


def test_pages_are_kept_by_no_cache(people: People) -> None:
    assert as_(people.owner).get("/me/").headers["Cache-Control"] == "no-store"


def _many(people: People, number: int) -> None:
    """Rows made behind the gate, so that the test does not wait for the NLP."""
    people.world.write("The first.")
    first = Memory.objects.using("owner").get()
    rows = [
        Memory(
            person_id=first.person_id,
            service_id=first.service_id,
            source_id=first.source_id,
            text=f"Fact {each}",
            text_hash=each.to_bytes(32, "big"),
            hash_key_id=first.hash_key_id,
            trust=first.trust,
            said_at=first.said_at,
        )
        for each in range(number)
    ]
    Memory.objects.using("owner").bulk_create(rows)
    Memory.objects.using("owner").filter(id=first.id).update(status="forgotten")
