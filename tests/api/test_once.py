"""Idempotency-Key: tried twice, done once, answered alike."""

import pytest

from governance.models import IdempotencyRecord
from tests.world import memories_of
from tests.writing.test_races import together

URL = "/api/v1/people/owner/memories"
BODY = {"text": "Likes tea.", "source": {"type": "user_message"}}
WEB = {"text": "Opens at nine.", "source": {"type": "web"}}


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def travel(world):
    return world.travel.client()


def post(client, body=BODY, key="k-1", url=URL):
    return client.post(url, body, format="json", HTTP_IDEMPOTENCY_KEY=key)


@pytest.mark.parametrize(("body", "status"), [(BODY, 201), (WEB, 202)])
def test_a_repeated_call_keeps_its_status_and_answer(world, travel, body, status):
    first, again = post(travel, body), post(travel, body)
    assert (first.status_code, again.status_code) == (status, status)
    assert again.json() == first.json()
    assert len(memories_of(world.owner)) == 1


def test_a_call_that_refreshed_a_row_is_repeated_as_such(world, travel):
    world.write("Likes tea.")
    assert [post(travel).status_code for _ in range(2)] == [200, 200]


def test_the_key_with_another_request_is_refused(world, travel):
    post(travel)
    answer = post(travel, {**BODY, "text": "Likes rain."})
    assert answer.status_code == 422
    assert len(memories_of(world.owner)) == 1


def test_a_repeated_call_gets_410_once_its_memory_was_erased(world, travel, bell):
    written = post(travel).json()
    erasure = travel.delete(f"{URL}/{written['id']}").json()["erasure"]
    for _ in range(2):
        answer = post(travel)
        assert (answer.status_code, answer.json()["erasure"]) == (410, erasure)
        bell.answer()
    assert memories_of(world.owner) == []


def test_twenty_at_once_write_once_and_all_say_201(world):
    answers = together(20, lambda _: post(world.travel.client()))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_a_key_is_of_one_service_and_one_person(world, travel):
    post(travel)
    assert post(travel, url="/api/v1/people/colleague/memories").status_code == 201
    assert post(world.bank.client()).status_code == 201


def test_the_record_holds_neither_key_nor_text(world, travel, as_owner):
    post(travel, key="my-own-key")
    stored = str(list(as_owner(IdempotencyRecord).values()))
    assert "my-own-key" not in stored
    assert "tea" not in stored


@pytest.mark.parametrize(
    ("key", "status"),
    [("", 400), ("a" * 256, 400), ("4111 1111 1111 1111", 422)],
)
def test_a_key_that_cannot_be_is_refused(world, travel, key, status):
    assert post(travel, key=key).status_code == status
    assert memories_of(world.owner) == []
