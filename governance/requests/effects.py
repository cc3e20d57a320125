"""What a request does at once: restriction (Art. 18) and objection (Art. 21) stop recall,
condensing and whatever goes to services, in the transaction in which they are known to be
the person's own."""

import uuid

from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from governance.access import Switch, enter_switch, lock_for_erasing
from governance.audit import Actor, record
from governance.choices.telling import tell_settings
from governance.models import (
    OPEN_REQUESTS,
    Decision,
    Person,
    RequestEvent,
    RequestState,
    Right,
    SubjectRequest,
)

AT_ONCE = (Right.RESTRICTION, Right.OBJECTION)
LIFTED = "lifted"
"""The event by which one that was granted has ended: it wants nothing any more."""


def take_effect(request: SubjectRequest, actor: Actor) -> None:
    """Inside a scope that may change those whom the request is about."""
    if request.right not in AT_ONCE:
        return
    objects = request.right == Right.OBJECTION
    for person in _persons(request):
        restrict(person, actor, objects=objects)


def restrict(person: Person, actor: Actor, *, objects: bool) -> None:
    """Stored from now on, and nothing else; the same again changes nothing."""
    lock_for_erasing(person.id)
    rows = Person.objects.filter(id=person.id)
    rows.filter(restricted_at=None).update(restricted_at=Now())
    if objects:
        rows.filter(objected_at=None).update(objected_at=Now())
    _note("restriction.begun", person, actor)
    switch = Switch.OBJECTION if objects else Switch.RESTRICTED
    enter_switch(switch, person, protects=True)


def lift(request: SubjectRequest, actor: Actor) -> None:
    """Ends what this request began, unless another one wants it still. The person has
    been told before (Art. 18(3)), by the letter of refusal or of its end; or it is they
    who end it."""
    for person in _persons(request):
        wanted = _still_wanted(person.id, request)
        lock_for_erasing(person.id)
        rows = Person.objects.filter(id=person.id)
        if Right.OBJECTION not in wanted:
            rows.update(objected_at=None)
            enter_switch(Switch.OBJECTION, person, protects=False)
        if not wanted:
            rows.update(restricted_at=None)
            enter_switch(Switch.RESTRICTED, person, protects=False)
            _note("restriction.ended", person, actor)


def still_wanted(request: SubjectRequest) -> bool:
    """Whether somebody whom it is about stays restricted when this one ends."""
    return any(_still_wanted(each, request) for each in request.person_ids)


def _still_wanted(person_id: uuid.UUID, request: SubjectRequest) -> set[str]:
    others = SubjectRequest.objects.filter(
        person_ids__contains=[person_id],
        right__in=AT_ONCE,
        state__in=[*OPEN_REQUESTS, RequestState.DONE],
        verified_at__isnull=False,
    ).exclude(id=request.id)
    ended = RequestEvent.objects.filter(kind=LIFTED, request_id=OuterRef("id"))
    others = others.exclude(Exists(ended)).exclude(decision=Decision.NOTHING)
    return set(others.values_list("right", flat=True))


def _persons(request: SubjectRequest) -> list[Person]:
    return list(Person.objects.filter(id__in=request.person_ids).order_by("id"))


def _note(verb: str, person: Person, actor: Actor) -> None:
    record(
        verb,
        actor,
        service_id=person.service_id,
        person_id=person.id,
        subjects=[person.id],
    )
    tell_settings(person.id, person.service_id, actor)
