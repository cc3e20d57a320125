"""Passages about other people (Art. 15(4) GDPR): proposed by the scrubber's own recogniser of
names, decided by staff. Until they have decided no access package is made.

Texts were scrubbed when they were written, and under a strict policy names are codes by
now: a code names nobody, and is proposed no more. What waits sealed for its person's yes is
read by nobody here: it is their own, and goes to them as it is.
"""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.db.models.functions import Now

from governance.access import as_service_with
from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.models import (
    Memory,
    MemoryVersion,
    Package,
    PackageRedaction,
    PackageState,
    RedactionState,
)
from governance.requests.packages.claim import Claim
from governance.scrubbing import names_in

AT_ONCE = 100
"""Memories of one batch."""
KEPT_FOR = timedelta(days=180)
"""A request takes three months at most; its decisions last for a second package."""
AROUND = 80
"""Characters on each side of a passage that are shown with it."""

Place = tuple[datetime, uuid.UUID]


@dataclass(frozen=True)
class Passage:
    """A passage among its words, for the one who decides about it."""

    before: str
    words: str
    after: str


def look(held: Claim, *, until: datetime) -> bool:
    """Looks through the texts that were written since the last look; whether nothing is
    left to be decided. No transaction is open while names are looked for."""
    package = held.package
    for person_id, service_id in zip(
        package.person_ids, package.service_ids, strict=True
    ):
        for versions in _versions(person_id, service_id, package.looked_at, until):
            held.renew()
            found = names_in([each.text for each in versions])
            rows = [
                _row(package, version, span)
                for version, spans in zip(versions, found, strict=True)
                for span in spans
            ]
            with as_service_with(service_id, person_id):
                PackageRedaction.objects.bulk_create(rows, ignore_conflicts=True)
    held.change(looked_at=until)
    package.looked_at = until
    return not _undecided(package)


def proposals(request_id: uuid.UUID) -> list[PackageRedaction]:
    """Every passage of a request with what was decided about it, in the order of the
    texts; positions only. Call it in the staff's scope."""
    rows = PackageRedaction.objects.filter(request_id=request_id)
    return list(rows.order_by("person_id", "memory_id", "version", "start"))


def passage(redaction: PackageRedaction) -> Passage | None:
    """Its words; call it in the scope of staff about its person, who have said why. None
    where the text has gone meanwhile."""
    versions = MemoryVersion.objects.owned_by(redaction.person_id)
    version = versions.filter(
        memory_id=redaction.memory_id, number=redaction.version, redacted_at=None
    ).first()
    if version is None:
        return None
    text, start, end = version.text, redaction.start, redaction.end
    return Passage(
        text[max(0, start - AROUND) : start],
        text[start:end],
        text[end : end + AROUND],
    )


def confirm(ids: Sequence[uuid.UUID], *, actor: Actor) -> int:
    """These passages are left out; gives how many were decided. Call it in the staff's
    scope. What is decided for the last time has the package made."""
    return _decide(ids, RedactionState.CONFIRMED, actor)


def keep(ids: Sequence[uuid.UUID], *, actor: Actor) -> int:
    """These stay in: they are no other person, or do not harm their rights."""
    return _decide(ids, RedactionState.KEPT, actor)


def _decide(ids: Sequence[uuid.UUID], state: RedactionState, actor: Actor) -> int:
    rows = PackageRedaction.objects.filter(id__in=ids).exclude(state=state)
    groups = ("request_id", "person_id", "service_id")
    about = list(rows.values_list(*groups).annotate(Count("id")).order_by())
    rows.update(state=state, decided_by=actor.id, decided_at=Now())
    for request_id, person_id, service_id, count in about:
        record(
            "package.passages_decided",
            actor,
            service_id=service_id,
            person_id=person_id,
            subjects=[request_id],
            counts={state.value: count},
        )
    for request_id in {each[0] for each in about}:
        _go_on(request_id)
    return sum(each[3] for each in about)


def _go_on(request_id: uuid.UUID) -> None:
    undecided = PackageRedaction.objects.filter(
        request_id=request_id, state=RedactionState.PROPOSED
    )
    if undecided.exists():
        return
    packages = Package.objects.filter(
        request_id=request_id, state=PackageState.BUILDING
    )
    for package_id in packages.values_list("id", flat=True):
        run_later("build_package", package_id)


def _undecided(package: Package) -> bool:
    for person_id, service_id in zip(
        package.person_ids, package.service_ids, strict=True
    ):
        with as_service_with(service_id, person_id):
            rows = PackageRedaction.objects.owned_by(person_id).filter(
                request_id=package.request_id, state=RedactionState.PROPOSED
            )
            if rows.exists():
                return True
    return False


def _versions(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    since: datetime | None,
    until: datetime,
) -> Iterator[list[MemoryVersion]]:
    """Texts of the time between, batch by batch: memory after memory, by the index that
    there is. An import brings earlier texts along with their own times, so the time of the
    memory counts too."""
    place: Place | None = None
    while True:
        with as_service_with(service_id, person_id):
            memories = _following(person_id, place, until)
            rows = MemoryVersion.objects.owned_by(person_id).filter(
                memory_id__any_of=[memory_id for _at, memory_id in memories],
                redacted_at=None,
                created_at__lte=until,
            )
            if since:
                later = Q(created_at__gt=since) | Q(memory__created_at__gt=since)
                rows = rows.filter(later)
            found = list(rows.order_by("memory_id", "number"))
        if found:
            yield found
        if len(memories) < AT_ONCE:
            return
        place = memories[-1]


def _following(
    person_id: uuid.UUID, place: Place | None, until: datetime
) -> list[Place]:
    """Only what this scope sees: not what is on its way out."""
    rows = Memory.objects.owned_by(person_id).filter(created_at__lte=until)
    if place:
        at, last = place
        rows = rows.filter(created_at__gte=at).filter(
            Q(created_at__gt=at) | Q(id__gt=last)
        )
    return list(
        rows.order_by("created_at", "id").values_list("created_at", "id")[:AT_ONCE]
    )


def _row(
    package: Package, version: MemoryVersion, span: tuple[int, int]
) -> PackageRedaction:
    start, end = span
    return PackageRedaction(
        person_id=version.person_id,
        service_id=version.service_id,
        request_id=package.request_id,
        memory_id=version.memory_id,
        version=version.number,
        start=start,
        end=end,
        entity="PERSON",
        expires_at=Now() + KEPT_FOR,
    )
