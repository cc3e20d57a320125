"""What goes into a package, read part by part, each in one short transaction about one
person of one service: however much there is, one part is in memory, and no reader holds
up a writer.

A package says what was there at one moment (``as_of``): what is learned or corrected while
it is made is not in it, so that nothing goes out that was not looked through.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from governance.access import (
    PersonGone,
    Refused,
    as_service_with,
    database_now,
    lock_for_writing,
)
from governance.models import (
    Consent,
    Hold,
    Kind,
    Memory,
    MemoryVersion,
    Package,
    Person,
    Receipt,
    Service,
    Source,
)
from governance.porting import (
    OWN_PURPOSE,
    Part,
    Place,
    Record,
    log_handed_out,
    part_after,
    told_out,
)
from governance.requests.packages.claim import Claim
from governance.requests.packages.withheld import Withheld
from governance.writing import opened

SIZE = 200
"""Memories of one part."""
SOURCES = 500

# A read comes after what it hands out was learned.
READ_BY = """
SELECT m, r.service_id, count(*), max(r.created_at), array_agg(DISTINCT r.purpose)
FROM read r CROSS JOIN LATERAL unnest(r.memory_ids) m
WHERE r.person_id = %s AND r.created_at >= %s AND r.created_at <= %s
  AND m = ANY (%s::uuid[]) AND r.purpose <> %s
GROUP BY m, r.service_id
"""


@dataclass(frozen=True)
class Received:
    """That a service was given one memory, how often, when last, and what for."""

    service: str
    times: int
    last_at: datetime
    purposes: Sequence[str]


@dataclass(frozen=True)
class Told:
    """A memory with all that is told about it; ``text`` and ``versions`` as they go out.
    ``opens`` is whether a sealed one could be opened for its person."""

    memory: Memory
    text: str
    versions: Sequence[tuple[MemoryVersion, str]]
    also_from: Sequence[Source]
    made_from: Sequence[uuid.UUID]
    read_by: Sequence[Received]
    hold: Hold | None
    left_out: int
    opens: bool = True


@dataclass(frozen=True)
class Contents:
    """One package's: ``persons`` are its (person, service) pairs that are still there."""

    held: Claim
    persons: Sequence[tuple[uuid.UUID, uuid.UUID]]
    as_of: datetime

    @classmethod
    def at_this_moment(cls, held: Claim) -> "Contents":
        """With each person locked for a moment: whatever writes now is waited for, and
        whatever writes later is later."""
        package = held.package
        pairs = zip(package.person_ids, package.service_ids, strict=True)
        seen = [(pair, at) for pair in pairs if (at := _moment(*pair))]
        if not seen:
            raise NobodyThere
        return cls(held, [pair for pair, _ in seen], min(at for _, at in seen))

    @property
    def package(self) -> Package:
        """The row."""
        return self.held.package

    def count(self) -> int:
        """How many memories there are, about."""
        found = 0
        for person_id, service_id in self.persons:
            with as_service_with(service_id, person_id):
                found += Memory.objects.owned_by(person_id).count()
        return found

    def records(self) -> Iterator[Record]:
        """Each record with what is kept beside memories."""
        for person_id, service_id in self.persons:
            with as_service_with(service_id, person_id):
                found = Person.objects.filter(id=person_id).select_related("service")
                person = found.first()
                consents = list(
                    Consent.objects.owned_by(person_id).order_by("created_at")
                )
            if person:
                yield Record(person, consents, [])

    def memories(self, person: Person) -> Iterator[list[Told]]:
        """Every memory that is the person's, in whatever state, part by part."""
        for part, told in self._parts(person, _all_of(person)):
            del part
            yield told

    def provided(self, person: Person) -> Iterator[tuple[Part, list[Told]]]:
        """What the person provided (Art. 20(1) GDPR), as parts of the document that an
        import takes: not what was worked out about them, nor what was made from other
        memories."""
        made = [Kind.SUMMARY, Kind.REFLECTION]
        among = told_out(person.id, person.service_id).filter(inferred=False)
        for part, told in self._parts(person, among.exclude(kind__in=made)):
            mine = [each for each in told if not each.made_from]
            if mine:
                yield _narrowed(part, mine), mine

    def sources(self, person: Person) -> Iterator[list[Source]]:
        """Where memories came from, by their ids."""
        last = uuid.UUID(int=0)
        while True:
            with as_service_with(person.service_id, person.id):
                rows = _sources_of(person).filter(
                    created_at__lte=self.as_of, id__gt=last
                )
                found = list(rows.order_by("id")[:SOURCES])
            self.held.renew()
            if found:
                yield found
            if len(found) < SOURCES:
                return
            last = found[-1].id

    def log(self, person: Person, told: Sequence[Told]) -> None:
        """That these went into the person's own copy stands in the record of reads."""
        with as_service_with(person.service_id, person.id):
            log_handed_out(person, [each.memory.id for each in told])

    def _parts(
        self, person: Person, among: QuerySet[Memory]
    ) -> Iterator[tuple[Part, list[Told]]]:
        place: Place | None = None
        rows = among.filter(created_at__lte=self.as_of).defer("embedding")
        while True:
            with as_service_with(person.service_id, person.id):
                part = part_after(
                    place,
                    person_id=person.id,
                    service_id=person.service_id,
                    size=SIZE,
                    among=rows,
                )
                told = self._told(part, person)
            self.held.renew()
            yield part, told
            place = part.more_after
            if place is None:
                return

    def _told(self, part: Part, person: Person) -> list[Told]:
        ids = [each.id for each in part.memories]
        withheld = Withheld.of(self.package.request_id, person.id, ids)
        read_by = _read_by(part, person, self.as_of)
        holds = Hold.objects.owned_by(person.id).filter(
            memory_id__any_of=ids, released_at=None
        )
        by_memory = {each.memory_id: each for each in holds}
        sources = {each.id: each for each in part.sources}
        return [
            _one(
                memory,
                [v for v in part.versions[memory.id] if v.created_at <= self.as_of],
                withheld,
                also_from=[
                    sources[s] for s in part.also_from[memory.id] if s in sources
                ],
                made_from=part.made_from[memory.id],
                read_by=read_by[memory.id],
                hold=by_memory.get(memory.id),
            )
            for memory in part.memories
        ]


class NobodyThere(Exception):
    """All of the package's persons were erased meanwhile."""


def _one(
    memory: Memory,
    versions: Sequence[MemoryVersion],
    withheld: Withheld,
    **more: object,
) -> Told:
    said, opens = _words(memory, versions)
    number = versions[-1].number if versions else memory.version
    return Told(
        memory=memory,
        text=withheld.text(memory.id, number, said),
        versions=[(v, withheld.text(memory.id, v.number, v.text)) for v in versions],
        left_out=withheld.count(memory.id),
        opens=opens,
        **more,  # type: ignore[arg-type]  # the rest of its fields, by name
    )


def _words(memory: Memory, versions: Sequence[MemoryVersion]) -> tuple[str, bool]:
    """As it stood at the moment, where it was corrected since."""
    if memory.sealed is not None:
        try:
            kept = opened(memory)
        except ValueError:
            return "", False  # its key is gone; the rest goes out all the same
        memory.key, memory.metadata = kept["key"], kept["metadata"]
        return str(kept["text"]), True
    if versions and versions[-1].number != memory.version:
        return versions[-1].text, True
    return memory.text, True


def _all_of(person: Person) -> QuerySet[Memory]:
    """In every state; not what is over or on its way out: that is theirs no more."""
    mine = Memory.objects.owned_by(person.id).written_by(person.service_id)
    return mine.unexpired().staying()


def _sources_of(person: Person) -> QuerySet[Source]:
    """Not of what is on its way out."""
    going = Receipt.objects.owned_by(person.id).filter(thing_id=OuterRef("id"))
    return Source.objects.owned_by(person.id).exclude(Exists(going))


def _moment(person_id: uuid.UUID, service_id: uuid.UUID) -> datetime | None:
    try:
        with as_service_with(service_id, person_id):
            lock_for_writing(person_id)
            return database_now()
    except (PersonGone, Refused):
        return None


def _read_by(
    part: Part, person: Person, until: datetime
) -> Mapping[uuid.UUID, list[Received]]:
    found: dict[uuid.UUID, list[Received]] = defaultdict(list)
    if not part.memories:
        return found
    ids = [each.id for each in part.memories]
    since = part.memories[0].created_at
    names = dict(Service.objects.values_list("id", "name"))
    with connection.cursor() as cursor:
        cursor.execute(READ_BY, [person.id, since, until, ids, OWN_PURPOSE])
        for memory_id, service_id, times, last_at, purposes in cursor.fetchall():
            received = Received(names[service_id], times, last_at, sorted(purposes))
            found[memory_id].append(received)
    return found


def _narrowed(part: Part, told: Sequence[Told]) -> Part:
    """The part with these memories only, and every text as it goes out."""
    named = {each.memory.source_id for each in told}
    named |= {source.id for each in told for source in each.also_from}
    for each in told:
        each.memory.text = each.text
        for version, text in each.versions:
            version.text = text
    return replace(
        part,
        memories=[each.memory for each in told],
        sources=[each for each in part.sources if each.id in named],
        versions={each.memory.id: [v for v, _ in each.versions] for each in told},
        made_from=defaultdict(list),
    )
