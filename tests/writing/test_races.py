"""Two at once: whoever comes second finds what the first one did."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

from django.db import connections

from governance.access import as_service_with, lock_for_erasing, revoke_key
from governance.audit import SYSTEM
from governance.erasure.stores import STORES
from governance.models import Epoch, MemoryState, MemoryVersion, Person
from tests.world import memories_of

# The package exports a function of the same name.
remembering = import_module("governance.writing.remember")

URL = "/api/v1/people/{}/memories"
CHAT = {"type": "user_message"}


def together(count: int, do: Callable[[int], Any]) -> list[Any]:
    """Runs ``do`` in as many threads, all let off at one moment."""
    gate = threading.Barrier(count)

    def one(number: int) -> Any:
        try:
            gate.wait(timeout=30)
            return do(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def poster(world, person="owner", **body):
    def post(number):
        filled = {
            name: value.format(n=number) if isinstance(value, str) else value
            for name, value in body.items()
        }
        client = world.travel.client()
        url = URL.format(person)
        return client.post(url, {"source": CHAT, **filled}, format="json")

    return post


def test_twenty_equal_writes_make_one_row(world):
    answers = together(20, poster(world, text="Likes tea."))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len(memories_of(world.owner)) == 1


def test_first_writes_about_a_new_person_make_one_person(world, as_owner):
    before = as_owner(Person).count()
    answers = together(8, poster(world, "newcomer", text="Fact {n} about bread."))
    assert {answer.status_code for answer in answers} == {201}
    assert as_owner(Person).count() == before + 1
    assert as_owner(Epoch).count() == before + 1


def test_new_values_of_one_key_leave_one_active(world):
    together(8, poster(world, text="Wants unit {n}.", key="preference:units"))
    states = [row.status for row in memories_of(world.owner)]
    assert states.count(MemoryState.ACTIVE) == 1
    assert states.count(MemoryState.SUPERSEDED) == 7


def test_memory_switched_off_during_a_slow_write_wins(world, as_owner, monkeypatch):
    def slow(texts):
        as_owner(Person).update(memory_enabled=False)
        return [[1.0, *[0.0] * 383] for _ in texts]

    monkeypatch.setattr(remembering, "embed", slow)
    answer = poster(world, text="Likes tea.")(0)
    assert (answer.status_code, answer.json()["reason"]) == (403, "memory_off")
    assert memories_of(world.owner) == []


def test_what_is_derived_while_its_source_is_erased_is_refused(
    world, monkeypatch, bell
):
    root = world.write("Likes tea.")
    real = remembering.embed

    def erase_meanwhile(texts):
        url = f"{URL.format('owner')}/{root['id']}"
        assert world.travel.client().delete(url).status_code == 202
        return real(texts)

    monkeypatch.setattr(remembering, "embed", erase_meanwhile)
    answer = poster(world, text="Hot drinks only.", derived_from=[root["id"]])(0)
    assert answer.status_code == 410
    bell.answer()
    assert memories_of(world.owner) == []


def test_two_erasures_of_one_memory_make_one_run(world):
    url = f"{URL.format('owner')}/{world.write('Likes tea.')['id']}"
    answers = together(6, lambda _: world.travel.client().delete(url))
    assert sorted(answer.status_code for answer in answers) == [202] + [410] * 5
    assert len({answer.json()["erasure"] for answer in answers}) == 1


def test_a_writer_waits_for_an_eraser_of_the_same_person_only(world):
    with as_service_with(world.travel.service.id, world.owner.id):
        lock_for_erasing(world.owner.id)
        answers = together(1, poster(world, "colleague", text="Likes tea."))
    assert answers[0].status_code == 201


def test_a_correction_against_an_erasure_brings_nothing_back(world, bell, as_owner):
    client = world.travel.client()
    for number in range(6):
        memory = world.write(f"Fact {number} about bread.")
        url = f"{URL.format('owner')}/{memory['id']}"

        def correct_or_erase(which, url=url, number=number):
            own = world.travel.client()
            if which:
                body = {"text": f"Fact {number} about cake."}
                return own.patch(url, body, format="json").status_code
            return own.delete(url).status_code

        erased, corrected = together(2, correct_or_erase)
        assert erased == 202
        assert corrected in {200, 404, 410}
        bell.answer()
        assert client.get(url).status_code == 410
    assert memories_of(world.owner) == []
    assert as_owner(MemoryVersion).count() == 0


def test_a_correction_while_the_job_is_at_work_is_refused(world, bell, monkeypatch):
    memory = world.write("Likes bread.")
    url = f"{URL.format('owner')}/{memory['id']}"
    client = world.travel.client()
    client.delete(url)
    answers: list[int] = []

    def correct():
        body = {"text": "Likes cake."}
        return world.travel.client().patch(url, body, format="json").status_code

    real = STORES[0].erase

    def while_at_work(plan, part, *, limit):
        # In a thread of its own, as another process would be.
        answers.extend(together(1, lambda number: correct()))
        return real(plan, part, limit=limit)

    monkeypatch.setattr(STORES[0], "erase", while_at_work)
    bell.answer()
    assert set(answers) == {410}
    assert memories_of(world.owner) == []


def test_two_corrections_at_once_are_two_versions(world, as_owner):
    memory = world.write("Likes bread.")
    url = f"{URL.format('owner')}/{memory['id']}"
    texts = ["Likes cake.", "Likes soup."]

    def correct(number):
        body = {"text": texts[number]}
        return world.travel.client().patch(url, body, format="json").status_code

    assert together(2, correct) == [200, 200]
    versions = as_owner(MemoryVersion).order_by("number")
    assert [each.number for each in versions] == [1, 2, 3]
    [row] = memories_of(world.owner)
    assert (row.version, row.text) == (3, versions[2].text)


def test_an_if_match_lets_one_of_two_corrections_win(world):
    memory = world.write("Likes bread.")
    url = f"{URL.format('owner')}/{memory['id']}"
    texts = ["Likes cake.", "Likes soup."]

    def correct(number):
        client = world.travel.client()
        body = {"text": texts[number]}
        answer = client.patch(
            url, body, format="json", headers={"If-Match": memory["etag"]}
        )
        return answer.status_code

    assert sorted(together(2, correct)) == [200, 412]


def test_one_key_in_twenty_batches_at_once_is_done_once(world):
    body = {
        "items": [{"text": f"Fact {n} about bread.", "source": CHAT} for n in (1, 2)]
    }
    url = f"{URL.format('owner')}/batch"

    def write(number):
        client = world.travel.client()
        headers = {"Idempotency-Key": "batch-1"}
        return client.post(url, body, format="json", headers=headers).json()["results"]

    answers = together(20, write)
    assert all(each == answers[0] for each in answers)
    assert [each["status"] for each in answers[0]] == [201, 201]
    assert len(memories_of(world.owner)) == 2


def test_a_key_revoked_during_a_slow_write_writes_nothing(world, monkeypatch):
    real = remembering.embed

    def slow(texts):
        revoke_key(world.travel.key.split("_")[1], actor=SYSTEM)
        return real(texts)

    monkeypatch.setattr(remembering, "embed", slow)
    answer = poster(world, text="Likes tea.")(0)
    assert (answer.status_code, answer.json()["reason"]) == (403, "key_ended")
    assert memories_of(world.owner) == []
