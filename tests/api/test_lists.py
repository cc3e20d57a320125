"""Lists: filters, order, and every row exactly once."""

from datetime import UTC, datetime, timedelta

import pytest

from governance.models import Memory, Read

URL = "/api/v1/people/owner/memories"


@pytest.fixture
def travel(world):
    return world.travel.client()


def texts(client, **query):
    answer = client.get(URL, query)
    assert answer.status_code == 200, answer.json()
    results = answer.json()["results"]
    assert answer.json()["count"] == len(results)
    return [each["text"] for each in results]


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ({"kind": "preference"}, {"kind": "preference"}),
        ({"key": "preference:seat"}, {"key": "preference:seat"}),
        ({"space": "trips"}, {"space": "trips"}),
        ({"sensitivity": "sensitive"}, {"sensitivity": "sensitive"}),
        ({"pinned": "true"}, {"pinned": True}),
        ({"status": "quarantined"}, {"source": {"type": "web"}}),
        ({"source_ref": "m-1"}, {"source": {"type": "user_message", "ref": "m-1"}}),
    ],
)
def test_a_filter_finds_what_it_names_and_nothing_else(world, travel, query, body):
    world.write("Has a blue bicycle.")
    world.write("Likes tea.", **body)
    assert texts(travel, **query) == ["Likes tea."]


def test_times_bound_a_list(world, travel):
    world.write("Likes tea.")
    middle = world.write("Likes rain.")["created_at"]
    world.write("Likes cake.")
    assert texts(travel, created_after=middle) == ["Likes cake."]
    assert texts(travel, created_before=middle) == ["Likes tea."]
    assert texts(travel, updated_after=middle) == ["Likes cake."]


def test_what_was_used_can_be_found_by_when(world, travel, as_owner):
    used = world.write("Likes tea.")
    world.write("Likes cake.")
    now = datetime.now(UTC)
    as_owner(Memory).filter(id=used["id"]).update(last_used_at=now)
    before = (now - timedelta(minutes=1)).isoformat()
    assert texts(travel, used_after=before) == ["Likes tea."]
    assert texts(travel, used_before=before) == []


@pytest.mark.parametrize("ordering", ["importance", "-importance", "said_at"])
def test_every_order_reaches_every_row_once_and_back(world, travel, ordering):
    for number in range(7):
        world.write(f"Fact {number} about bread.", importance=1 + number % 3)
    url = f"{URL}?page_size=2&ordering={ordering}"
    forwards, last = walk(travel, url, "next")
    backwards, _ = walk(travel, last, "previous")
    column = ordering.removeprefix("-")
    values = [each[column] for each in forwards]
    assert values == sorted(values, reverse=ordering.startswith("-"))
    assert len({each["id"] for each in forwards}) == len(forwards) == 7
    assert {each["id"] for each in backwards} == {each["id"] for each in forwards}


def walk(client, url, way):
    seen, at = [], url
    while url:
        page, at = client.get(url).json(), url
        seen += page["results"]
        url = page[way]
    return seen, at


def test_what_is_being_erased_is_in_no_list(world, travel):
    written = world.write("Likes tea.")
    travel.delete(f"{URL}/{written['id']}")
    for status in ("active", "paused", "superseded"):
        assert texts(travel, status=status) == []


@pytest.mark.parametrize(
    "query",
    [
        "ordering=text",
        "ordering=",
        "pinned=maybe",
        "created_after=2020-01-01T00:00:00",
        "created_after=x",
        "source_ref=%00",
        "ordering=importance&cursor=WyJhIiwgImIiLCAiYyJd",
    ],
)
def test_a_wrong_filter_gets_400(world, travel, query):
    answer = travel.get(f"{URL}?{query}")
    assert answer.status_code == 400


def test_a_search_finds_words_and_meaning_the_words_first(world, travel):
    world.consent("health")
    for text in (
        "Is allergic to peanuts.",
        "Cannot eat groundnuts or anything made of them.",
        "Has a blue bicycle.",
        "Rides the train to work.",
    ):
        world.write(text)
    assert texts(travel, q="peanuts") == [
        "Is allergic to peanuts.",
        "Cannot eat groundnuts or anything made of them.",
    ]
    assert texts(travel, q="icycl") == ["Has a blue bicycle."]


def test_a_search_is_paged_like_a_list(world, travel):
    for number in range(5):
        world.write(f"Fact {number} about bread and butter.")
    forwards, _ = walk(travel, f"{URL}?q=bread&page_size=2", "next")
    assert len({each["id"] for each in forwards}) == len(forwards) == 5


def test_a_search_stays_within_the_person_and_the_filters(world, travel):
    world.write("Likes peanuts.", ref="colleague")
    world.write("Likes peanuts.", ref="stranger", program=world.bank)
    world.write("Likes peanuts.", space="trips")
    assert texts(travel, q="peanuts") == ["Likes peanuts."]
    assert texts(travel, q="peanuts", space="home") == []


@pytest.mark.parametrize(
    "q", ["' OR 1=1 --", '"unclosed', "a & | ! <->", "🦊" * 50, "%"]
)
def test_a_search_takes_any_text_as_text(world, travel, q):
    world.write("Likes tea.")
    assert travel.get(URL, {"q": q}).status_code == 200


@pytest.mark.parametrize("query", ["q=", "q=%20", "q=%00", "ordering=relevance"])
def test_an_empty_search_gets_400(world, travel, query):
    assert travel.get(f"{URL}?{query}").status_code == 400


def test_of_a_search_only_a_keyed_hash_is_kept(world, travel, as_owner):
    world.write("Likes marzipan.")
    travel.get(URL, {"q": "marzipan"})
    (read,) = as_owner(Read).values()
    assert read["query_hash"]
    assert "marzipan" not in str(read)
