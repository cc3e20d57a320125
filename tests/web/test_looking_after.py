"""What a person does to one memory: pause, pin, correct, forget, undo, add."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from governance import holding
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.holding import Ground
from governance.models import (
    AuditEntry,
    ErasureRun,
    Exception17,
    Memory,
    MemoryState,
    MemoryVersion,
    Person,
    RunState,
)
from tests.web.people import People, as_, location, words

PART = {"HX-Request": "true"}


def test_a_paused_memory_is_kept_and_told_to_nobody(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    answer = _post(people, memory["id"], "pause", paused="yes")
    assert location(answer) == "/me/"
    page = words(as_(people.owner).get("/me/"))
    assert "kept, not used" in page
    assert "Use again" in page
    assert _in_use(people) == []
    _post(people, memory["id"], "pause", paused="no")
    assert _in_use(people) == ["Prefers trains to planes."]


def test_a_pinned_memory_says_so_and_is_not_pinned_twice(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    _post(people, memory["id"], "pin", pinned="yes")
    _post(people, memory["id"], "pin", pinned="yes")
    assert _row(memory["id"]).pinned
    assert _entries("memory.pinned") == 1
    _post(people, memory["id"], "pin", pinned="no")
    assert not _row(memory["id"]).pinned


def test_what_is_done_is_said_on_the_next_page_once(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    client = as_(people.owner)
    client.post(f"/me/memories/{memory['id']}/pause/", {"paused": "yes"})
    assert "It is kept and not used." in words(client.get("/me/"))
    assert "It is kept and not used." not in words(client.get("/me/"))


def test_forgetting_takes_it_out_of_use_and_undo_brings_it_back(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    client = as_(people.owner)
    client.post(f"/me/memories/{memory['id']}/forget/")
    assert _in_use(people) == []
    page = words(client.get("/me/"))
    assert "Forgotten. Undo" in page
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/")
    assert _in_use(people) == ["Prefers trains to planes."]
    assert _row(memory["id"]).status == MemoryState.ACTIVE


def test_what_the_law_keeps_is_not_said_to_be_erased(people: People) -> None:
    memory = people.world.write("Owes the bank a letter.")
    with as_service_with(people.world.travel.service.id, people.world.owner.id):
        holding.place(
            uuid.UUID(memory["id"]),
            Ground(
                Exception17.CLAIMS, "A court case.", timezone.now() + timedelta(days=9)
            ),
            person_id=people.world.owner.id,
            actor=SYSTEM,
        )
    client = as_(people.owner)
    stays = "1 memory has to stay for now, by law."
    part = words(client.post(f"/me/memories/{memory['id']}/forget/", headers=PART))
    assert stays in part
    assert "Out of use. It is erased" not in part
    listed = words(client.get("/me/forgotten/"))
    assert stays in listed
    assert "Erased for good" not in listed
    bulk = {"deed": "forget", "id": [memory["id"]]}
    preview = client.post("/me/bulk/", bulk)
    sure = {**bulk, "confirmed": preview.context["chosen"].digest}
    client.post("/me/bulk/", sure)
    said = words(client.get("/me/forgotten/"))
    assert stays in said
    assert "forgotten. You can undo it here" not in said


def test_a_forget_lasts_as_long_as_the_person_has_chosen(people: People) -> None:
    _about(people.world.owner).update(undo_hours=168)
    memory = people.world.write("Prefers trains to planes.")
    _post(people, memory["id"], "forget")
    run = ErasureRun.objects.using("owner").get()
    assert (run.due_at - run.created_at).total_seconds() == pytest.approx(168 * 3600)


def test_without_time_for_undo_it_is_erased_at_once(people: People, bell) -> None:
    _about(people.world.owner).update(undo_hours=0)
    memory = people.world.write("Prefers trains to planes.")
    _post(people, memory["id"], "forget")
    bell.answer()
    assert not Memory.objects.using("owner").exists()


def test_a_forgotten_one_stands_among_the_forgotten_until_it_is_erased(
    people: People, bell
) -> None:
    memory = people.world.write("Prefers trains to planes.")
    client = as_(people.owner)
    client.post(f"/me/memories/{memory['id']}/forget/")
    page = words(client.get("/me/forgotten/"))
    assert "Prefers trains to planes." in page
    assert "1 entry" in page
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/now/")
    bell.answer()
    assert ErasureRun.objects.using("owner").get().state == RunState.DONE
    page = words(client.get("/me/forgotten/"))
    assert "Prefers trains" not in page
    assert "Erased" in page
    client.post(f"/me/erasures/{run.id}/undo/")
    assert not Memory.objects.using("owner").exists()


def test_htmx_gets_the_row_in_its_new_state_and_the_new_count(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    people.world.write("Drinks tea.")
    client = as_(people.owner)
    headers = {**PART, "HX-Current-URL": "http://testserver/me/"}
    body = client.post(
        f"/me/memories/{memory['id']}/forget/", headers=headers
    ).content.decode()
    assert body.lstrip().startswith("<li")
    assert "Undo" in body
    assert 'hx-swap-oob="true"' in body
    assert "1 memory" in body
    assert "<html" not in body


def test_correcting_keeps_the_old_text_in_history_and_scrubs_the_new(
    people: People,
) -> None:
    memory = people.world.write("Lives in Oslo.")
    card = " ".join(["4111"] + ["1111"] * 3)
    answer = _post(
        people, memory["id"], "correct", text=f"Lives in Bergen, card {card}."
    )
    assert answer.status_code == 303
    now = _row(memory["id"])
    assert now.text == "Lives in Bergen, card [card number removed]."
    assert now.trust == "user"
    texts = MemoryVersion.objects.using("owner").order_by("number")
    assert [each.text for each in texts] == ["Lives in Oslo.", now.text]
    assert [each.actor_kind for each in texts][1] == "account"
    page = words(as_(people.owner).get(f"/me/memories/{memory['id']}/"))
    assert "Left out before it was stored: a card number" in page


def test_nothing_typed_is_lost_where_a_correction_is_refused(people: People) -> None:
    memory = people.world.write("Lives in Oslo.")
    people.world.write("Lives in Bergen.")
    answer = _post(people, memory["id"], "correct", text="Lives in Bergen.")
    assert answer.status_code == 422
    assert "Another memory says just this already." in words(answer)
    assert "Lives in Bergen.</textarea>" in answer.content.decode()
    assert "Error:" in answer.content.decode()
    assert _row(memory["id"]).text == "Lives in Oslo."


@pytest.mark.parametrize("text", ["", "   ", "x" * 8_001, "\x00"])
def test_what_cannot_be_a_memory_is_refused_in_words(people: People, text: str) -> None:
    memory = people.world.write("Lives in Oslo.")
    answer = _post(people, memory["id"], "correct", text=text)
    assert answer.status_code == 422
    assert "There is a problem" in words(answer)
    assert _row(memory["id"]).text == "Lives in Oslo."


def test_a_correction_that_needs_consent_says_so(people: People) -> None:
    memory = people.world.write("Takes the train.")
    answer = _post(people, memory["id"], "correct", text="I have diabetes.")
    assert answer.status_code == 422
    assert "On or off" in words(answer)
    assert _row(memory["id"]).text == "Takes the train."


def test_editing_what_waits_for_review_lets_it_in(people: People) -> None:
    memory = people.world.write("Wants first class.", source={"type": "web"})
    _post(people, memory["id"], "correct", text="Wants second class.")
    now = _row(memory["id"])
    assert (now.status, now.trust, now.text) == (
        "active",
        "user",
        "Wants second class.",
    )


def test_a_person_adds_a_memory_of_their_own(people: People) -> None:
    client = as_(people.owner)
    answer = client.post(
        "/me/add/",
        {
            "text": "Speaks Portuguese.",
            "kind": "fact",
            "app": str(people.world.owner.id),
        },
    )
    assert location(answer) == "/me/"
    page = words(client.get("/me/"))
    assert "Speaks Portuguese." in page
    assert "From your own edit" in page
    assert _in_use(people) == ["Speaks Portuguese."]


def test_nobody_adds_to_the_record_of_another(people: People) -> None:
    answer = as_(people.owner).post(
        "/me/add/",
        {"text": "Likes cats.", "kind": "fact", "app": str(people.world.colleague.id)},
    )
    assert answer.status_code == 422
    assert not Memory.objects.using("owner").exists()


def test_a_link_may_look_after_what_its_service_keeps(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    client.post(f"/me/memories/{memory['id']}/pause/", {"paused": "yes"})
    assert _row(memory["id"]).status == MemoryState.PAUSED
    assert (
        AuditEntry.objects.using("owner").filter(verb="memory.paused").get().actor_kind
        == "link"
    )


def test_how_long_it_stays_and_how_private_it_is(people: People) -> None:
    memory = people.world.write("Prefers trains.", sensitivity="sensitive")
    _post(people, memory["id"], "details", ends="month", sensitivity="normal")
    now = _row(memory["id"])
    assert now.sensitivity == "normal"
    assert now.expires_at is not None
    _post(people, memory["id"], "details", ends="none", sensitivity="normal")
    assert _row(memory["id"]).expires_at is None


def test_words_of_an_earlier_version_are_taken_out_for_good(people: People) -> None:
    memory = people.world.write("Lives in Oslo.")
    _post(people, memory["id"], "correct", text="Lives in Bergen.")
    client = as_(people.owner)
    client.post(f"/me/memories/{memory['id']}/versions/1/redact/")
    page = words(client.get(f"/me/memories/{memory['id']}/"))
    assert "Oslo" not in page
    assert "You took these words out." in page


def test_who_read_it_stands_on_its_page(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    people.world.travel.client().get(f"/api/v1/people/owner/memories/{memory['id']}")
    page = words(as_(people.owner).get(f"/me/memories/{memory['id']}/"))
    assert "Travel assistant looked at one, for: assist" in page


def test_the_picture_links_what_it_shows(people: People) -> None:
    root = people.world.write("Prefers trains to planes.")
    made = people.world.write("Travels green.", derived_from=[root["id"]])
    body = as_(people.owner).get(f"/me/memories/{root['id']}/").content.decode()
    assert "<svg" in body
    assert f'href="/me/memories/{made["id"]}/"' in body.split("<svg", 2)[-1]


def _post(people: People, memory_id: str, deed: str, **given: str):
    return as_(people.owner).post(f"/me/memories/{memory_id}/{deed}/", given)


def _row(memory_id: str) -> Memory:
    return Memory.objects.using("owner").get(id=uuid.UUID(memory_id))


def _about(person: Person):
    return Person.objects.using("owner").filter(id=person.id)


def _entries(verb: str) -> int:
    return AuditEntry.objects.using("owner").filter(verb=verb).count()


def _in_use(people: People) -> list[str]:
    """What the service gets that is in use."""
    body = people.world.travel.client().get(
        "/api/v1/people/owner/memories?status=active"
    )
    return [each["text"] for each in body.json()["results"]]
