"""Take person after person of a source: each alone, each counted when it is through. What goes
wrong for one is noted and stops no other; a worker that dies is followed by another."""

import logging
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from governance.access import (
    PersonGone,
    as_service_with,
    as_sweeper,
    lock_for_writing,
)
from governance.audit import Actor, ActorKind, record
from governance.choices import NothingToReview, let_in
from governance.erasure import NO_UNDO, ask, told_by_source
from governance.models import Memory, MemoryState, SourceDeed, SourceDeedKind
from governance.quarantine.asking import MOST_TRIES, drop_old

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
BATCH = 20


class LeaseLost(Exception):
    """Another worker has taken it over."""


def sweep() -> None:
    """Takes up what waits: its bell was not rung, or its worker died."""
    with as_sweeper():
        rows = _free().order_by("created_at").values_list("id", flat=True)
        waiting = list(rows[:BATCH])
    for deed_id in waiting:
        carry_on(deed_id)
    drop_old()


def carry_on(deed_id: uuid.UUID) -> None:
    """Everybody whose turn is still to come; nothing where somebody else is at it."""
    deed = _claimed(deed_id)
    if deed is None:
        return
    actor = Actor(ActorKind.STAFF, deed.asked_by)
    try:
        for person_id in _to_come(deed):
            _one(deed, person_id, actor)
        _end(deed)
    except LeaseLost:
        log.info("the deed %s was taken over", deed_id)


def _one(deed: SourceDeed, person_id: uuid.UUID, actor: Actor) -> None:
    try:
        number = DO[deed.kind](deed, person_id, actor)
    except PersonGone:
        number = 0  # nothing of theirs is left
    except Exception as trouble:  # noqa: BLE001  one person's trouble stops no other
        log.error(  # noqa: TRY400  what it says may hold somebody's words
            "%s of the deed %s: %s", person_id, deed.id, type(trouble).__name__
        )
        deed.failed = sorted({*deed.failed, person_id})
    else:
        deed.done = sorted({*deed.done, person_id})
        deed.failed = [each for each in deed.failed if each != person_id]
        deed.number += number
    _note(deed, lease_until=Now() + LEASE)


def _dropped(deed: SourceDeed, person_id: uuid.UUID, actor: Actor) -> int:
    """One erasure of all that comes from it, what was let into use as well."""
    with as_service_with(deed.service_id, person_id):
        lock_for_writing(person_id)
        ids = told_by_source(person_id, deed.service_id, ref=deed.ref)
        if ids:
            ask(
                ids,
                person_id=person_id,
                service_id=deed.service_id,
                actor=actor,
                undo=NO_UNDO,
                unit=deed.id,
            )
    return int(bool(ids))


def _let_in(deed: SourceDeed, person_id: uuid.UUID, actor: Actor) -> int:
    """Each quarantined memory of it, as if its person had let it in."""
    number = 0
    for memory_id in _quarantined(deed, person_id):
        try:
            let_in(memory_id, scope=_scope(deed.service_id, person_id), actor=actor)
        except NothingToReview:
            continue  # decided by its person, or gone, in this very moment
        number += 1
    if number:
        with as_service_with(deed.service_id, person_id):
            record(
                "source.released",
                actor,
                service_id=deed.service_id,
                person_id=person_id,
                subjects=[deed.id],
                counts={"memories": number},
            )
    return number


DO: Mapping[str, Callable[[SourceDeed, uuid.UUID, Actor], int]] = {
    SourceDeedKind.DROP: _dropped,
    SourceDeedKind.RELEASE: _let_in,
}


def _quarantined(deed: SourceDeed, person_id: uuid.UUID) -> list[uuid.UUID]:
    with as_service_with(deed.service_id, person_id):
        mine = Memory.objects.owned_by(person_id).written_by(deed.service_id)
        rows = mine.told_by(ref=deed.ref).filter(status=MemoryState.QUARANTINED)
        return list(rows.order_by("created_at").values_list("id", flat=True))


def _scope(
    service_id: uuid.UUID, person_id: uuid.UUID
) -> Callable[[], AbstractContextManager[Sequence[uuid.UUID]]]:
    @contextmanager
    def opened() -> Iterator[Sequence[uuid.UUID]]:
        with as_service_with(service_id, person_id):
            yield (person_id,)

    return opened


def _free() -> QuerySet[SourceDeed]:
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=Now())
    return SourceDeed.objects.filter(free, ended_at=None)


def _claimed(deed_id: uuid.UUID) -> SourceDeed | None:
    with as_sweeper():
        mine = _free().filter(id=deed_id)
        if not mine.update(
            fence=F("fence") + 1, tries=F("tries") + 1, lease_until=Now() + LEASE
        ):
            return None
        return SourceDeed.objects.get(id=deed_id)


def _to_come(deed: SourceDeed) -> list[uuid.UUID]:
    return [each for each in deed.persons if each not in set(deed.done)]


def _end(deed: SourceDeed) -> None:
    """Over when everybody is through, or when it was tried often enough; else it is taken
    up once more by the sweep."""
    if not deed.failed:
        _note(deed, ended_at=Now(), ref="", lease_until=None)
    elif deed.tries >= MOST_TRIES:
        _note(deed, ended_at=Now(), lease_until=None)
    else:
        _note(deed, lease_until=None)


def _note(deed: SourceDeed, **columns: object) -> None:
    with as_sweeper():
        mine = SourceDeed.objects.filter(id=deed.id, fence=deed.fence, ended_at=None)
        if not mine.update(
            done=deed.done, failed=deed.failed, number=deed.number, **columns
        ):
            raise LeaseLost
