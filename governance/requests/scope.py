"""What an erasure request reaches, for the page and for who decides: by person and store,
what would go and what has to stay. Each person in a scope of its own; nothing is left."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import QuerySet

from governance.access import as_service_with, as_staff_with
from governance.erasure import not_yet_erased, previewed
from governance.models import EraseScope, ErasureRun, Hold, Person, SubjectRequest
from governance.signing import canonical


@dataclass(frozen=True)
class Reach:
    """Of one person record: rows by store, and the memories that a hold keeps."""

    person_id: uuid.UUID
    service_id: uuid.UUID
    counts: Mapping[str, int]
    again: int
    kept: Sequence[uuid.UUID]


@dataclass(frozen=True)
class Preview:
    reaches: Sequence[Reach]
    digest: str
    """Changes with what somebody decides about: whose records, which memories, what is
    kept; of chosen memories also with what was made from them. What an agent adds to
    "everything" meanwhile goes as well and asks for no new decision."""

    @property
    def counts(self) -> Mapping[str, int]:
        total: Counter[str] = Counter()
        for each in self.reaches:
            total.update(each.counts)
        return total

    @property
    def kept(self) -> int:
        return sum(len(each.kept) for each in self.reaches)

    @property
    def again(self) -> int:
        return sum(each.again for each in self.reaches)


def preview(request: SubjectRequest) -> Preview:
    """Outside of any scope."""
    found = [
        _of(request, person_id, service_id)
        for person_id, service_id in records_of(request.person_ids)
    ]
    return Preview(found, _digest(request, found))


def records_of(person_ids: Iterable[uuid.UUID]) -> list[tuple[uuid.UUID, uuid.UUID]]:
    """Persons that are there, each with its service; outside of any scope."""
    ids = list(person_ids)
    with as_staff_with(*ids):
        rows = Person.objects.filter(id__in=ids, gone_at=None).order_by("id")
        return list(rows.values_list("id", "service_id"))


def roots_of(request: SubjectRequest, person_id: uuid.UUID) -> list[uuid.UUID]:
    """The memories of one record that are named, where not all is meant; inside its
    scope."""
    return not_yet_erased(person_id, request.memory_ids)


def runs_of(request: SubjectRequest) -> QuerySet[ErasureRun]:
    """The erasures that this request has begun, each by its person."""
    return ErasureRun.objects.filter(unit=request.id, person_id__in=request.person_ids)


def _of(request: SubjectRequest, person_id: uuid.UUID, service_id: uuid.UUID) -> Reach:
    scope = EraseScope.WHOLE_PERSON if request.everything else EraseScope.MEMORIES
    with as_service_with(service_id, person_id):
        roots = [] if request.everything else roots_of(request, person_id)
        with previewed(person_id, service_id, roots, scope=scope) as plan:
            holds = Hold.objects.owned_by(person_id).filter(released_at=None)
            return Reach(
                person_id,
                service_id,
                dict(plan.counts),
                len(plan.again),
                sorted(_meant(holds, request, roots)),
            )


def _meant(
    holds: QuerySet[Hold], request: SubjectRequest, roots: Iterable[uuid.UUID]
) -> set[uuid.UUID]:
    held = set(holds.values_list("memory_id", flat=True))
    return held if request.everything else held & {*request.memory_ids, *roots}


def _digest(request: SubjectRequest, found: Sequence[Reach]) -> str:
    whole = request.everything
    decided_about = {
        "memories": sorted(map(str, request.memory_ids)),
        "records": [
            {
                "person": str(each.person_id),
                "kept": [str(kept) for kept in each.kept],
                "counts": {} if whole else dict(each.counts),
            }
            for each in found
        ],
    }
    return sha256(canonical(decided_about)).hexdigest()
