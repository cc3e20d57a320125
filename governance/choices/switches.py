"""The person's switches: memory on or off, by service what it may learn and use,
temporary mode, and of which protected kinds they want to be asked. They hold from the
moment they are thrown, for writing and reading: writers ask again under the same lock
(design.md, promise 9)."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from enum import StrEnum

from django.db.models import QuerySet

from governance.access import Switch, enter_switch, lock_for_erasing
from governance.audit import Actor, record
from governance.choices.consents import give_consent, withdraw_consent
from governance.choices.telling import tell_settings
from governance.erasure import NO_UNDO, ask, not_yet_erased
from governance.models import (
    Consent,
    Memory,
    MemoryState,
    Person,
    SpecialCategory,
)

UNTIL_I_SAY = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of a temporary mode that has none; not the last day there is, which would
leave the calendar in zones east of Greenwich."""


class Asking(StrEnum):
    """What a person wants of one specially protected kind."""

    YES = "yes"
    ASK = "ask"
    NEVER = "never"


def switch_memory(person: Person, *, on: bool, actor: Actor) -> None:
    """Whether anything is remembered and read; call it inside the person's own scope."""
    lock_for_erasing(person.id)
    _rows(person.id).update(memory_enabled=on)
    _enter("memory.switched_on" if on else "memory.switched_off", person, actor)
    _tell(person, actor)
    enter_switch(Switch.MEMORY, person, protects=not on)


def set_temporary(person: Person, *, until: datetime | None, actor: Actor) -> None:
    """Nothing is remembered or read until then; None ends it now."""
    lock_for_erasing(person.id)
    _rows(person.id).update(temporary_until=until)
    _enter("temporary.begun" if until else "temporary.ended", person, actor)
    _tell(person, actor)
    end = until.isoformat() if until else ""
    enter_switch(Switch.TEMPORARY, person, protects=bool(until), detail=end)


def set_learning(person: Person, *, on: bool, actor: Actor) -> None:
    """Whether this service may remember anything new; the same again changes nothing."""
    lock_for_erasing(person.id)
    if _rows(person.id).exclude(remembering=on).update(remembering=on):
        _enter("learning.allowed" if on else "learning.stopped", person, actor)
        _tell(person, actor)
        enter_switch(Switch.LEARNING, person, protects=not on)


def set_using(person: Person, *, on: bool, actor: Actor) -> None:
    """Whether this service may use what is there; the same again changes nothing."""
    lock_for_erasing(person.id)
    if _rows(person.id).exclude(using=on).update(using=on):
        _enter("use.allowed" if on else "use.stopped", person, actor)
        _tell(person, actor)
        enter_switch(Switch.USING, person, protects=not on)


def for_all(persons: Iterable[Person], switch: Callable[[Person], None]) -> None:
    """Throws one switch of several records in one transaction. The locks are taken in one
    order, so that two presses at once wait for each other and not for ever."""
    for person in sorted(persons, key=lambda each: each.id):
        switch(person)


def choose_category(
    category: SpecialCategory, *, person: Person, choice: Asking, actor: Actor
) -> None:
    """Yes, "ask me", or "never ask". A yes that is taken back erases what rested on it,
    and "never ask" lets go of what waits for an answer."""
    lock_for_erasing(person.id)
    answer = give_consent if choice == Asking.YES else withdraw_consent
    if choice == Asking.YES or _consented(category, person.id):
        answer(
            category,
            person_id=person.id,
            service_id=person.service_id,
            actor=actor,
        )
    if choice == Asking.NEVER:
        _drop_waiting(category, person, actor)
    _set_refused(category, person, actor, refused=choice == Asking.NEVER)


def _set_refused(
    category: SpecialCategory, person: Person, actor: Actor, *, refused: bool
) -> None:
    now = _rows(person.id).values_list("refused_categories", flat=True).get()
    if (category in now) == refused:
        return
    others = [each for each in now if each != category]
    _rows(person.id).update(
        refused_categories=sorted([*others, category.value] if refused else others)
    )
    verb = "category.refused" if refused else "category.asked_again"
    _enter(verb, person, actor, counts={category.value: 1})
    enter_switch(Switch.CATEGORY, person, protects=refused, detail=category.value)


def _consented(category: SpecialCategory, person_id: uuid.UUID) -> bool:
    standing = Consent.objects.owned_by(person_id).standing()
    return standing.filter(category=category).exists()


def _drop_waiting(category: SpecialCategory, person: Person, actor: Actor) -> None:
    waiting = Memory.objects.owned_by(person.id).written_by(person.service_id)
    of_it = waiting.filter(
        status=MemoryState.PROPOSED, categories__contains=[category]
    ).values_list("id", flat=True)
    ids = not_yet_erased(person.id, list(of_it))
    if ids:
        ask(
            ids,
            person_id=person.id,
            service_id=person.service_id,
            actor=actor,
            undo=NO_UNDO,
        )


def _rows(person_id: uuid.UUID) -> QuerySet[Person]:
    return Person.objects.filter(id=person_id)


def _tell(person: Person, actor: Actor) -> None:
    tell_settings(person.id, person.service_id, actor)


def _enter(
    verb: str,
    person: Person,
    actor: Actor,
    *,
    counts: Mapping[str, int] | None = None,
) -> None:
    record(
        verb,
        actor,
        service_id=person.service_id,
        person_id=person.id,
        subjects=[person.id],
        counts=counts,
    )
