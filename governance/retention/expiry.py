"""Expiry: what has lived its time is deleted on beat; it is invisible before that.

Rows with nothing derived from them go by set, whosever they are; the rest person by
person, and where something was derived, an erasure run takes the derived texts along.
Restricted data stays (Art. 18 GDPR).
"""

import logging
import uuid

from django.conf import settings

from governance.access import as_service_with, as_sweeper
from governance.audit import SYSTEM, record
from governance.erasure import (
    AlreadyErased,
    erase_alone,
    erase_memories,
    not_yet_erased,
)
from governance.models import Epoch, Memory, RetentionRule
from governance.retention.by_set import Taken, take
from governance.retention.due import Reach

log = logging.getLogger(__name__)

Owner = tuple[uuid.UUID, uuid.UUID]


def delete_expired(rule: RetentionRule) -> int:
    """Deletes what has expired; gives how many memories went, or were handed to a run."""
    by_set = _by_set(rule)
    return by_set.done if by_set.all else by_set.done + _one_by_one(rule)


def _by_set(rule: RetentionRule) -> Taken:
    """Whatever is wrong with a row, the rest is tried person by person."""
    try:
        return take(rule)
    except Exception:
        log.exception("expired rows could not be deleted by set")
        return Taken()


def _one_by_one(rule: RetentionRule) -> int:
    return sum(_of_person(rule, *owner) for owner in _owners())


def _owners() -> list[Owner]:
    """Whoever has expired memories left, but for what a run is on its way to already."""
    with as_sweeper():
        left = Memory.objects.expired().staying().filter(held=False)
        return list(left.values_list("person_id", "service_id").distinct())


def _of_person(rule: RetentionRule, *owner: uuid.UUID) -> int:
    """One person's trouble must not keep the others' rows alive."""
    done = 0
    try:
        while batch := _delete(rule, *owner):
            done += batch
    except Exception:
        log.exception("expired rows of a person could not be deleted")
    return done


def _delete(rule: RetentionRule, person_id: uuid.UUID, service_id: uuid.UUID) -> int:
    with as_service_with(service_id, person_id):
        if not _free(person_id):
            return 0
        due = Reach.of(rule).memories([person_id], limit=settings.ERASURE_BATCH)
        ids = not_yet_erased(person_id, due)
        if not ids:
            return 0
        if not erase_alone(ids, person_id=person_id, service_id=service_id):
            _erase_with_derived(ids, person_id, service_id)
        record(
            "memory.expired",
            SYSTEM,
            service_id=service_id,
            person_id=person_id,
            subjects=[*ids, rule.id],
            counts={"memories": len(ids)},
        )
        return len(ids)


def _free(person_id: uuid.UUID) -> bool:
    """Locks the person as a writer does, unless somebody has: then the next run takes
    what is theirs, and nobody else waits for it."""
    rows = Epoch.objects.select_for_update(no_key=True, skip_locked=True)
    return bool(rows.filter(person_id=person_id).values_list("number"))


def _erase_with_derived(
    ids: list[uuid.UUID], person_id: uuid.UUID, service_id: uuid.UUID
) -> None:
    try:
        erase_memories(
            ids,
            person_id=person_id,
            service_id=service_id,
            actor=SYSTEM,
        )
    except AlreadyErased:
        return  # a run is on its way to them
