"""A read by a service: whose, for what, refused where memory is off, and on record."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rest_framework.request import Request

from governance.access import Caller, as_service_with, refuse_read_if_off
from governance.api.callers import caller_of, known_person, purpose_of
from governance.models import Memory, MemoryQuerySet, Person, ReadKind
from governance.recall import log_read


@dataclass(frozen=True)
class Reading:
    """Who reads about whom, and what for."""

    caller: Caller
    whose: Person
    purpose: str

    def rows(self) -> MemoryQuerySet:
        """What this service may read about the person."""
        mine = Memory.objects.owned_by(self.whose.id)
        return mine.written_by(self.caller.service_id).told_to_services()

    def log(
        self, kind: ReadKind, memories: Sequence[Memory], *, query: str = ""
    ) -> None:
        """Enters what is handed out, before it is."""
        log_read(
            kind,
            memories,
            person_id=self.whose.id,
            caller=self.caller,
            purpose=self.purpose,
            query=query,
        )

    @property
    def person_id(self) -> uuid.UUID:
        """The person that is read about."""
        return self.whose.id


def log_told_back(
    caller: Caller, person_id: uuid.UUID, memories: Sequence[Memory]
) -> None:
    """A write that is answered with what was there before tells it, as a read does."""
    if memories:
        with as_service_with(caller.service_id, person_id):
            log_read(
                ReadKind.TOLD,
                memories,
                person_id=person_id,
                caller=caller,
                purpose=caller.purposes[0],
            )


@contextmanager
def reading(request: Request, person: str) -> Iterator[Reading]:
    """Opens the scope of the caller and the person it names; 404 for somebody unknown,
    403 where memory is off."""
    caller, whose = caller_of(request), known_person(request, person)
    purpose = purpose_of(request)
    with as_service_with(caller.service_id, whose.id):
        refuse_read_if_off(whose.id)
        yield Reading(caller, whose, purpose)
