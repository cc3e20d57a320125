"""May anything be remembered about this person now? Asked twice: before the work and
again inside the transaction that locks the person (design.md, Locks)."""

import uuid

from django.db.models import Case, CharField, Value, When
from django.db.models.functions import Now

from governance.access.service_keys import Caller, valid_keys
from governance.models import Person

_WHY_NOT = Case(
    # Art. 18 GDPR: restricted data is stored and nothing else.
    When(restricted_at__isnull=False, then=Value("processing_restricted")),
    When(memory_enabled=False, then=Value("memory_off")),
    When(temporary_until__gt=Now(), then=Value("temporary_mode")),
    When(service__paused_at__isnull=False, then=Value("service_paused")),
    default=Value(""),
    output_field=CharField(),
)


class Refused(Exception):
    """The person, or the law, says no. ``reason`` is a fixed word, never text."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def refuse_if_off(person_id: uuid.UUID) -> None:
    """Raises :class:`Refused` where memory is off; call it inside the write's scope."""
    why_not = (
        Person.objects.filter(id=person_id)
        .annotate(why_not=_WHY_NOT)
        .values_list("why_not", flat=True)
        .first()
    )
    if why_not is None:
        raise Refused("unknown_person")
    if why_not:
        raise Refused(why_not)


def ask_again(person_id: uuid.UUID, caller: Caller) -> None:
    """Raises :class:`Refused` where memory is off or the caller's key has ended since;
    call it inside the transaction that holds the person's lock."""
    refuse_if_off(person_id)
    if not valid_keys().filter(id=caller.key_id).exists():
        raise Refused("key_ended")
