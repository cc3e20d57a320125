"""Holds: keep one memory in spite of an erasure, by law (Art. 17(3) GDPR), and restrict it
meanwhile (Art. 18). Everything else goes; when the hold ends, so does this, unasked."""

import logging
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from governance.access import (
    Switch,
    as_service_with,
    as_sweeper,
    enter_switch,
    hold_detail,
    lock_for_erasing,
    note_current_key,
    restrict,
)
from governance.audit import SYSTEM, Actor, record
from governance.erasure import (
    NO_UNDO,
    AlreadyErased,
    NothingToErase,
    ask,
    erase_whole,
    lock_runs_first,
    not_yet_erased,
    previewed,
)
from governance.models import (
    LIVE_STATES,
    EraseScope,
    ErasureRun,
    Exception17,
    Hold,
    Memory,
    Person,
)
from governance.scrubbing import scrub
from governance.writing import text_hash, text_hashes

LONGEST = 500
"""Characters of a reason, after scrubbing."""

log = logging.getLogger(__name__)


class NotToHold(Exception):
    """No such memory is there to be kept, or it is held already."""


@dataclass(frozen=True)
class Ground:
    """Why something is kept: by which exception, in whose words, and until when."""

    law: Exception17
    reason: str
    until: datetime

    def __post_init__(self) -> None:
        """Raises ``ValueError`` where the reason is empty or long, or the end is over."""
        if not 0 < len(self.reason) <= LONGEST or self.until <= timezone.now():
            raise ValueError("a hold needs a reason and an end to come")


@dataclass(frozen=True)
class Ending:
    """What goes with the end of a hold: nothing (''), the ``memory`` with what was made
    from it, or the rest of the ``person``; rows by store."""

    what: str
    counts: Mapping[str, int]

    @property
    def digest(self) -> str:
        """Changes with what somebody has seen of it."""
        return f"{self.what}/{self.counts.get('memories', 0)}"


def ground(law: Exception17, reason: str, until: datetime) -> Ground:
    """A ground with its reason scrubbed: call it outside of any transaction. Raises
    ``ValueError`` and ``ScrubFailed``."""
    clean = scrub(reason.strip())
    return Ground(law, "" if clean.blocked else clean.text.strip(), until)


def place(
    memory_id: uuid.UUID, why: Ground, *, person_id: uuid.UUID, actor: Actor
) -> Hold:
    """Holds one memory from this transaction on; call it in the scope of its service.

    Raises :class:`NotToHold`.
    """
    lock_for_erasing(person_id)  # as a switch: no job may go on with what it read
    mine = Memory.objects.owned_by(person_id).filter(
        id=memory_id, held=False, sealed__isnull=True
    )
    memory = mine.staying().first()
    if memory is None:
        raise NotToHold
    restrict(mine)
    hold = Hold.objects.create(
        person_id=person_id,
        service_id=memory.service_id,
        memory_id=memory_id,
        law=why.law,
        reason=why.reason,
        until=why.until,
        placed_by=actor.id,
    )
    _enter(Switch.HOLD, hold)
    _record("hold.placed", hold, actor)
    return hold


def release(
    hold_id: uuid.UUID, *, person_id: uuid.UUID, actor: Actor, why: str = ""
) -> Hold:
    """Ends a hold; what an erasure had to leave is erased now. ``why`` (scrubbed) is said
    by whoever ends it early. Raises :class:`NotToHold` where it has ended already. Call
    it in the scope of its service."""
    lock_runs_first(person_id)
    lock_for_erasing(person_id)
    open_ones = Hold.objects.owned_by(person_id).filter(id=hold_id, released_at=None)
    hold = open_ones.first()
    if hold is None:
        raise NotToHold
    open_ones.update(
        released_at=Now(), released_by=actor.id, released_why=why[:LONGEST]
    )
    _enter(Switch.HOLD_ENDED, hold)
    told_anew = _let_go(hold)
    _record("hold.released", hold, actor)
    if hold.wanted_by or told_anew:
        _finish(hold)
    return hold


def ending(hold_id: uuid.UUID, *, person_id: uuid.UUID) -> Ending:
    """What would go if it ended now; nothing is changed. Raises :class:`NotToHold` where
    it has ended. Call it in the scope of its service."""
    hold = Hold.objects.owned_by(person_id).filter(id=hold_id, released_at=None).first()
    if hold is None:
        raise NotToHold
    before = transaction.savepoint()
    try:
        return _ending(hold)
    finally:
        transaction.savepoint_rollback(before)


def lapse() -> int:
    """Ends every hold whose time is over, by the clock of the database; gives how many.
    One person's trouble does not stop the others'."""
    with as_sweeper():
        over = Hold.objects.filter(released_at=None, until__lte=Now())
        found = list(
            over.order_by("until").values_list("id", "person_id", "service_id")
        )
    return sum(_lapsed(*each) for each in found)


def _lapsed(hold_id: uuid.UUID, person_id: uuid.UUID, service_id: uuid.UUID) -> bool:
    try:
        with as_service_with(service_id, person_id):
            release(hold_id, person_id=person_id, actor=SYSTEM)
    except NotToHold:
        return False  # released in this very moment
    except Exception:
        log.exception("hold %s could not be ended", hold_id)
        return False
    return True


def _let_go(hold: Hold) -> bool:
    """The memory is as any other again; whether another row says the same by now, for two
    of one fact there cannot be."""
    kept = Memory.objects.owned_by(hold.person_id).filter(id=hold.memory_id)
    memory = kept.first()
    if memory is None:
        return False
    twins = Memory.objects.owned_by(hold.person_id).filter(
        service_id=memory.service_id,
        space=memory.space,
        key=memory.key,
        trust=memory.trust,
        text_hash__in=text_hashes(memory.text),
        status__in=LIVE_STATES,
    )
    told_anew = memory.status in LIVE_STATES and twins.exists()
    if not told_anew:
        note_current_key()
        known = text_hash(memory.text)
        kept.update(text_hash=known.digest, hash_key=known.key_id)
    kept.update(held=False)
    return told_anew


def _finish(hold: Hold) -> None:
    """The rest of what had to leave it: of a whole person their own row as well. It counts
    to whatever asked for the erasure in the first place: a request tells of it."""
    runs = ErasureRun.objects.owned_by(hold.person_id)
    wanted = runs.filter(id=hold.wanted_by).first() if hold.wanted_by else None
    unit = wanted.unit if wanted else None
    if _keeps_a_person(hold):
        erase_whole(hold.person_id, hold.service_id, actor=SYSTEM, unit=unit)
        return
    try:
        ask(
            [hold.memory_id],
            person_id=hold.person_id,
            service_id=hold.service_id,
            actor=SYSTEM,
            undo=NO_UNDO,
            unit=unit,
        )
    except (AlreadyErased, NothingToErase):
        return  # it is gone, or on its way


def _enter(switch: Switch, hold: Hold) -> None:
    whose = Person(id=hold.person_id, service_id=hold.service_id)
    enter_switch(switch, whose, protects=True, detail=hold_detail(hold))


def _keeps_a_person(hold: Hold) -> bool:
    runs = ErasureRun.objects.owned_by(hold.person_id)
    whole = runs.filter(scope=EraseScope.WHOLE_PERSON).values_list("id", flat=True)
    return hold.wanted_by in whole


def _ending(hold: Hold) -> Ending:
    """Really lets it go, for whoever takes that back."""
    person_id, service_id = hold.person_id, hold.service_id
    Hold.objects.owned_by(person_id).filter(id=hold.id).update(released_at=Now())
    told_anew = _let_go(hold)
    if not (hold.wanted_by or told_anew):
        return Ending("", {})
    whole = _keeps_a_person(hold)
    roots = [] if whole else not_yet_erased(person_id, [hold.memory_id])
    scope = EraseScope.WHOLE_PERSON if whole else EraseScope.MEMORIES
    with previewed(person_id, service_id, roots, scope=scope) as plan:
        return Ending("person" if whole else "memory", dict(plan.counts))


def _record(verb: str, hold: Hold, actor: Actor) -> None:
    record(
        verb,
        actor,
        service_id=hold.service_id,
        person_id=hold.person_id,
        subjects=[hold.id, hold.memory_id],
    )
