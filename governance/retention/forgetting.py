"""Forgetting by a rule: as the person would do it, with their time for undo.

Batch by batch, person by person; one person's trouble does not stop the others'.
"""

import logging
import uuid

from django.conf import settings

from governance.access import as_service_with, as_sweeper, lock_for_writing
from governance.audit import SYSTEM, record
from governance.erasure import ask, undo_time
from governance.models import About, Person, RetentionRule
from governance.retention.due import Going, Reach

log = logging.getLogger(__name__)

VERBS = {
    About.CHOSEN: "memory.aged",
    About.UNUSED: "memory.unused",
    About.MEMORIES: "memory.outdated",
    About.FILES: "file.unread",
}

COUNTED = {About.FILES: "files"}


def forget(rule: RetentionRule) -> int:
    """Forgets what the rule is about; gives how many memories."""
    with as_sweeper():
        found = Reach.of(rule).persons()
    return sum(_of_person(rule, each) for each in found)


def _of_person(rule: RetentionRule, going: Going) -> int:
    done = 0
    try:
        while batch := _batch(rule, going.person_id, going.service_id):
            done += batch
    except Exception:
        log.exception("memories of a person could not be forgotten by %s", rule.name)
    return done


def _batch(rule: RetentionRule, person_id: uuid.UUID, service_id: uuid.UUID) -> int:
    """One batch, which is one thing to undo. Asked again under the lock: the person may
    have chosen otherwise, pinned it or used it meanwhile."""
    with as_service_with(service_id, person_id):
        lock_for_writing(person_id)
        ids = Reach.of(rule).memories([person_id], limit=settings.ERASURE_BATCH)
        if not ids:
            return 0
        run = ask(
            ids,
            person_id=person_id,
            service_id=service_id,
            actor=SYSTEM,
            undo=undo_time(person_id),
        )
        record(
            VERBS[About(rule.about)],
            SYSTEM,
            service_id=service_id,
            person_id=person_id,
            subjects=[run.id, rule.id],
            counts={
                COUNTED.get(About(rule.about), "memories"): len(ids),
                **_age(rule, person_id),
            },
        )
    return len(ids)


def _age(rule: RetentionRule, person_id: uuid.UUID) -> dict[str, int]:
    if rule.days is not None:
        return {"days": rule.days}
    chosen = Person.objects.filter(id=person_id)
    months = chosen.values_list("forget_after_months", flat=True).get()
    return {} if months is None else {"months": months}
