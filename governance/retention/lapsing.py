"""What waits for a yes or a review lapses: it ends unsaved, and may be told again.

Not by an erasure, which would refuse its source from then on: it comes to its end like
what has lived its time, is invisible at once, and the next sweep deletes it.
"""

import logging

from django.conf import settings
from django.db.models.functions import Now

from governance.access import as_service_with, as_sweeper, lock_for_writing
from governance.audit import SYSTEM, record
from governance.models import Memory, RetentionRule
from governance.retention.due import Going, Reach

log = logging.getLogger(__name__)


def lapse(rule: RetentionRule) -> int:
    """Ends what has waited longer than the rule says; gives how many memories."""
    with as_sweeper():
        found = Reach.of(rule).persons()
    return sum(_of_person(rule, each) for each in found)


def _of_person(rule: RetentionRule, going: Going) -> int:
    done = 0
    try:
        while batch := _batch(rule, going):
            done += batch
    except Exception:
        log.exception("what waits for a person could not lapse by %s", rule.name)
    return done


def _batch(rule: RetentionRule, going: Going) -> int:
    with as_service_with(going.service_id, going.person_id):
        lock_for_writing(going.person_id)
        ids = Reach.of(rule).memories([going.person_id], limit=settings.ERASURE_BATCH)
        if not ids:
            return 0
        mine = Memory.objects.owned_by(going.person_id).filter(id__any_of=ids)
        mine.update(expires_at=Now())
        record(
            "memory.lapsed",
            SYSTEM,
            service_id=going.service_id,
            person_id=going.person_id,
            subjects=[*ids, rule.id],
            counts={"memories": len(ids), "days": rule.days or 0},
        )
    return len(ids)
