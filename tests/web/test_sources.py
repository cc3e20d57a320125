"""A whole source is dropped or let into use: by a job, person after person, in sight."""

from typing import Any

import pytest

from governance import quarantine, tasks
from governance.erasure import told_by_source
from governance.models import (
    AuditEntry,
    Memory,
    MemoryState,
    Person,
    Role,
    SourceDeed,
)
from tests.web.people import People, as_, location, words
from tests.web.test_staff_pages import poison
from tests.world import memories_of

AT = "/compliance/quarantine/"


@pytest.fixture
def poisoned(people: People) -> People:
    poison(people, "leaflet-7", person="owner")
    poison(people, "leaflet-7", person="colleague")
    poison(people, "leaflet-8", person="owner")
    return people


def asked(people: People, kind: str) -> str:
    """Asks for it; gives the page that shows how far it is."""
    given = {
        "service": str(people.world.travel.service.id),
        "ref": "leaflet-7",
        "sure": "yes",
        "reason": "We looked at the leaflet.",
    }
    answer = as_(people.staff).post(f"{AT}{kind}/", given)
    assert answer.status_code == 303
    return location(answer)


def states() -> list[str]:
    rows = Memory.objects.using("owner").order_by("status")
    return list(rows.values_list("status", flat=True))


def broken_for(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(person_id: Any, *args: Any, **more: Any) -> Any:
        if person_id == person.id:
            raise RuntimeError("a text of theirs")
        return told_by_source(person_id, *args, **more)

    monkeypatch.setattr("governance.quarantine.doing.told_by_source", told)


def test_nothing_happens_within_the_press_itself(poisoned: People, bell: Any) -> None:
    page = asked(poisoned, "drop")
    assert not AuditEntry.objects.using("owner").filter(verb="erasure.asked").exists()
    assert "0 of 2 are through" in words(as_(poisoned.staff).get(page))
    bell.answer()
    shown = words(as_(poisoned.staff).get(page))
    assert "2 of 2 are through" in shown
    assert "Everybody is through." in shown
    assert "We looked at the leaflet." in shown
    assert Memory.objects.using("owner").count() == 1


def test_a_bell_that_was_not_rung_is_made_up_for(poisoned: People, bell: Any) -> None:
    asked(poisoned, "drop")
    bell.rung.clear()
    tasks.sweep_sources()
    bell.answer()
    assert Memory.objects.using("owner").count() == 1


def test_one_persons_trouble_stops_no_other_and_is_seen(
    poisoned: People, bell: Any, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    with monkeypatch.context() as patch:
        broken_for(poisoned.world.owner, patch)
        page = asked(poisoned, "drop")
        bell.answer()
        assert "1 of 2 are through" in words(as_(poisoned.staff).get(page))
        for _ in range(4):
            tasks.sweep_sources()
        bell.answer()
    shown = words(as_(poisoned.staff).get(page))
    assert "For 1 person it could not be done" in shown
    assert "not for everybody" in words(as_(poisoned.staff).get(AT))
    assert "a text of theirs" not in caplog.text
    assert as_(poisoned.staff).post(f"{page}again/").status_code == 303
    bell.answer()
    assert "Everybody is through." in words(as_(poisoned.staff).get(page))
    assert Memory.objects.using("owner").count() == 1


def test_a_second_press_joins_the_first(poisoned: People, bell: Any) -> None:
    assert asked(poisoned, "drop") == asked(poisoned, "drop")
    bell.answer()
    assert AuditEntry.objects.using("owner").filter(verb="source.dropped").count() == 1


def test_what_another_worker_is_at_is_left_alone(poisoned: People, bell: Any) -> None:
    asked(poisoned, "drop")
    deed = SourceDeed.objects.using("owner").get()
    SourceDeed.objects.using("owner").update(lease_until="2099-01-01T00:00:00Z")
    quarantine.carry_on(deed.id)
    bell.answer()
    assert Memory.objects.using("owner").count() == 3


def test_the_name_of_the_source_is_not_kept(poisoned: People, bell: Any) -> None:
    asked(poisoned, "drop")
    bell.answer()
    assert SourceDeed.objects.using("owner").get().ref == ""


def test_a_source_is_let_into_use_for_everybody_on_record(
    poisoned: People, bell: Any
) -> None:
    page = asked(poisoned, "release")
    assert states() == [MemoryState.QUARANTINED] * 3
    bell.answer()
    assert states() == [MemoryState.ACTIVE] * 2 + [MemoryState.QUARANTINED]
    assert "Memories in use again 2" in words(as_(poisoned.staff).get(page))
    entries = AuditEntry.objects.using("owner").filter(verb="source.released")
    world = poisoned.world
    persons = {world.owner.id, world.colleague.id}
    assert {each.person_id for each in entries} == persons
    assert {each.actor_id for each in entries} == {poisoned.staff.id}
    seen = words(as_(poisoned.owner).get("/me/activity/"))
    assert "let what came from it into use" in seen


def test_where_memory_is_switched_off_nothing_is_let_in(
    poisoned: People, bell: Any
) -> None:
    person = Person.objects.using("owner").filter(id=poisoned.world.owner.id)
    person.update(memory_enabled=False)
    page = asked(poisoned, "release")
    bell.answer()
    for _ in range(3):
        tasks.sweep_sources()
    assert "For 1 person it could not be done" in words(as_(poisoned.staff).get(page))
    mine = {each.status for each in memories_of(poisoned.world.owner)}
    assert mine == {MemoryState.QUARANTINED}


def test_auditors_see_how_far_it_is_and_do_nothing(poisoned: People, bell: Any) -> None:
    page = asked(poisoned, "release")
    poisoned.staff.role = Role.AUDITOR
    poisoned.staff.save(update_fields=["role"])
    auditor = as_(poisoned.staff)
    assert "0 of 2 are through" in words(auditor.get(page))
    assert auditor.post(f"{page}again/").status_code == 403
    assert auditor.post(f"{AT}release/").status_code == 403
    assert "Let it in" not in words(auditor.get(AT))
