"""Ask that a source be dropped or let into use: one row, from which a job takes person after
person, and the page how far it is."""

import uuid
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from governance.access import as_staff, as_sweeper
from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.models import SourceDeed, SourceDeedKind
from governance.quarantine.suspects import suspects_of

RUN = "do_source"
MOST_TRIES = 3
KEPT = timedelta(days=30)


class NobodyThere(Exception):
    """Nothing of such a source is quarantined."""


def ask_for(
    kind: SourceDeedKind, service_id: uuid.UUID, ref: str, *, reason: str, actor: Actor
) -> SourceDeed:
    """For everybody of whom something of it is quarantined now; ``reason`` has been
    scrubbed. While one is under way for the source, it is that one. Opens its own scope;
    raises :class:`NobodyThere`."""
    with as_staff():
        persons = {
            person for each in suspects_of(service_id, ref) for person in each.persons
        }
        under_way = SourceDeed.objects.filter(service_id=service_id, ref=ref)
        before = under_way.filter(ended_at=None).first()
        if before:
            return before
        if not persons or actor.id is None:
            raise NobodyThere
        deed = SourceDeed(
            kind=kind,
            service_id=service_id,
            ref=ref,
            reason=reason,
            asked_by=actor.id,
            persons=sorted(persons),
        )
        try:
            with transaction.atomic():
                deed.save(force_insert=True)
        except IntegrityError:  # another press, this very moment
            return under_way.get(ended_at=None)
        record(
            VERBS[kind],
            actor,
            service_id=service_id,
            subjects=[deed.id, *deed.persons],
            counts={"persons": len(deed.persons)},
        )
        run_later(RUN, deed.id)
    return deed


VERBS = {
    SourceDeedKind.DROP: "source.dropped",
    SourceDeedKind.RELEASE: "source.let_in",
}


def try_again(deed_id: uuid.UUID, *, actor: Actor) -> bool:
    """Those that failed once more, after the last try; in the staff's scope."""
    over = SourceDeed.objects.filter(id=deed_id, ended_at__isnull=False)
    if not over.exclude(failed=[]).update(ended_at=None, failed=[], tries=0):
        return False
    record("source.tried_again", actor, subjects=[deed_id])
    run_later(RUN, deed_id)
    return True


def deeds() -> list[SourceDeed]:
    """Those of the last 30 days, the newest first; in the staff's scope."""
    return list(SourceDeed.objects.order_by("-created_at")[:20])


def drop_old() -> int:
    """Deletes rows 30 days after their end; gives how many."""
    with as_sweeper():
        old = SourceDeed.objects.filter(ended_at__lte=Now() - KEPT)
        return old.delete()[0]
