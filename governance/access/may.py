"""May anything be remembered about this person now? Asked twice: before the work and
again inside the transaction that locks the person (design.md, Locks)."""

import uuid
from collections.abc import Sequence

from django.db.models import Case, CharField, Exists, Value, When
from django.db.models.functions import Now

from governance.access.service_keys import Caller, valid_keys
from governance.models import GonePerson, KeyScope, Person, Ready

WHOLE = "person_erased"

OFF = (
    When(gone_at__isnull=False, then=Value(WHOLE)),
    # Art. 18 GDPR: restricted data is stored and nothing else.
    When(restricted_at__isnull=False, then=Value("processing_restricted")),
    When(memory_enabled=False, then=Value("memory_off")),
    When(temporary_until__gt=Now(), then=Value("temporary_mode")),
    When(service__paused_at__isnull=False, then=Value("service_paused")),
)
DISCONNECTED = When(disconnected_at__isnull=False, then=Value("disconnected"))


def _why_not(*reasons: When) -> Case:
    return Case(*reasons, default=Value(""), output_field=CharField())


WHY_NOT = _why_not(
    *OFF, DISCONNECTED, When(remembering=False, then=Value("remembering_off"))
)
"""Why a service may not write about this person now; empty where it may."""

WHY_NOT_READ = _why_not(*OFF, DISCONNECTED, When(using=False, then=Value("use_off")))
"""Why a service may not read; empty where it may."""

WHY_NOT_KEEP = _why_not(*OFF)
"""Why the person themselves cannot let anything into use now."""


class Refused(Exception):
    """The person, or the law, says no. ``reason`` is a fixed word, never text, and
    ``categories`` names the special categories that it is about."""

    def __init__(self, reason: str, categories: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.categories = tuple(categories)


class PersonGone(Refused):
    """The person was erased as a whole, by ``run_id``, and what is written for their id
    is stale until the service has confirmed it (design.md, Barrier)."""

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__(WHOLE)
        self.run_id = run_id


def refuse_gone(person_id: uuid.UUID) -> None:
    """Raises :class:`PersonGone` where they are; call it in a scope that sees them."""
    rows = GonePerson.objects.owned_by(person_id).values_list("run_id", flat=True)
    run_id = rows.first()
    if run_id:
        raise PersonGone(run_id)


def refuse_if_off(person_id: uuid.UUID) -> None:
    """Raises :class:`Refused` where memory is off for a service that writes, and for
    jobs that write in its stead; call it inside the scope of the write."""
    refuse_if(_why_not_for(person_id, WHY_NOT))


def refuse_read_if_off(person_id: uuid.UUID) -> None:
    """Raises :class:`Refused` where memory is off for a service that reads."""
    refuse_if(_why_not_for(person_id, WHY_NOT_READ))


def refuse_keeping_if_off(person_id: uuid.UUID) -> None:
    """The same for the person, who may look after what a service may not use."""
    refuse_if(_why_not_for(person_id, WHY_NOT_KEEP))


def _why_not_for(person_id: uuid.UUID, why_not: Case) -> str | None:
    rows = Person.objects.filter(id=person_id).annotate(why_not=why_not)
    return rows.values_list("why_not", flat=True).first()


def ask_again(
    person_id: uuid.UUID, caller: Caller, *, needs: str = KeyScope.MEMORIES_WRITE
) -> None:
    """Raises :class:`Refused` where memory is off, or where the caller's key has ended
    or has not the scope ``needs`` any more since; call it inside the transaction that
    holds the person's lock."""
    if caller.hand:
        refuse_keeping_if_off(person_id)
        return
    found = _ABOUT_BOTH(person_id=person_id, key_id=caller.key_id, needs=str(needs))
    if not found or found[0][0] == WHOLE:
        refuse_gone(person_id)
    refuse_if(found[0][0] if found else None)
    if not found[0][1]:
        raise Refused("key_ended")


def refuse_if(why_not: str | None) -> None:
    """Raises :class:`Refused` for a reason, and for nobody (None); '' is no reason."""
    if why_not is None:
        raise Refused("unknown_person")
    if why_not:
        raise Refused(why_not)


_ABOUT_BOTH = Ready[tuple[str, bool]](
    lambda person_id, key_id, needs: (
        Person.objects.filter(id=person_id)
        .annotate(
            why_not=WHY_NOT,
            key=Exists(valid_keys().filter(id=key_id, scopes__contains=[needs])),
        )
        .values_list("why_not", "key")
    )
)
