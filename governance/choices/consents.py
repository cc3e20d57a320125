"""Consent to remembering a special category, and its withdrawal, which must be as easy
(Art. 7(3) GDPR) and erases what rested on it."""

import uuid

from django.db.models.functions import Now

from governance.access import Switch, enter_switch, lock_for_erasing
from governance.audit import Actor, record
from governance.choices.telling import tell_settings
from governance.erasure import NO_UNDO, ask, not_yet_erased
from governance.models import (
    Consent,
    ConversationItem,
    Memory,
    MemoryFile,
    Person,
    SpecialCategory,
)

TELLING: tuple[type[Memory] | type[MemoryFile] | type[ConversationItem], ...] = (
    Memory,
    MemoryFile,
    ConversationItem,
)
"""What may tell of a special category."""


def give_consent(
    category: SpecialCategory,
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    actor: Actor,
) -> Consent:
    """From now on texts of this category are remembered; the same again changes
    nothing. Call it inside the scope of whoever asks."""
    lock_for_erasing(person_id)
    standing = Consent.objects.owned_by(person_id).standing()
    before = standing.filter(category=category).first()
    if before:
        return before
    consent = Consent.objects.create(
        person_id=person_id,
        service_id=service_id,
        category=category,
        given_by=actor.kind.value,
    )
    _enter("consent.given", consent, actor, protects=False)
    tell_settings(person_id, service_id, actor)
    return Consent.objects.owned_by(person_id).get(id=consent.id)


def withdraw_consent(
    category: SpecialCategory,
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    actor: Actor,
) -> uuid.UUID | None:
    """Nothing of this category is remembered from now on, and what was goes: gives the
    run that erases it, None where there was nothing. What waits for a yes goes too."""
    lock_for_erasing(person_id)
    standing = Consent.objects.owned_by(person_id).standing()
    for consent in standing.filter(category=category):
        Consent.objects.owned_by(person_id).filter(id=consent.id).update(
            withdrawn_at=Now()
        )
        _enter("consent.withdrawn", consent, actor, protects=True)
        tell_settings(person_id, service_id, actor)
    of_it = [
        each
        for model in TELLING
        for each in model.objects.owned_by(person_id)
        .written_by(service_id)
        .filter(categories__contains=[category])
        .values_list("id", flat=True)
    ]
    ids = not_yet_erased(person_id, of_it)
    if not ids:
        return None
    run = ask(
        ids,
        person_id=person_id,
        service_id=service_id,
        actor=actor,
        undo=NO_UNDO,
        wanted_back=True,  # a summary comes back from what does not tell of it
    )
    return run.id


def _enter(verb: str, consent: Consent, actor: Actor, *, protects: bool) -> None:
    record(
        verb,
        actor,
        service_id=consent.service_id,
        person_id=consent.person_id,
        subjects=[consent.id],
    )
    person = Person(id=consent.person_id, service_id=consent.service_id)
    enter_switch(Switch.CONSENT, person, protects=protects, detail=consent.category)
