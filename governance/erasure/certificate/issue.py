"""Issue the certificate of a run that is done: once, whoever tries it how often.

The run's row is the queue: it waits as long as ``certified_at`` is empty, and certificate
and time are one commit. What stops it leaves it to the sweeper.
"""

import logging
import uuid
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models.functions import Now

from governance.access import as_service_with, as_sweeper
from governance.audit import SYSTEM, Head, head, link_of, record, seal_new_entries
from governance.erasure.certificate.document import (
    Document,
    Kept,
    Place,
    Reach,
    StoreCount,
    Times,
)
from governance.erasure.certificate.ring import signing_key
from governance.ledger import find_entry
from governance.models import (
    Certificate,
    EraseScope,
    ErasureRun,
    RunState,
    Unwanted,
)
from governance.residue import next_compaction
from governance.signing import signed
from governance.telling import recipients_of

log = logging.getLogger(__name__)

BATCH = 100
PROBE = "probe."


class NotSealed(Exception):
    """The audit record has no sealed entry that the run is done."""


def uncertified() -> list[uuid.UUID]:
    """Ids of up to 100 runs that are done and have no certificate, oldest first."""
    with as_sweeper():
        waiting = ErasureRun.objects.filter(state=RunState.DONE, certified_at=None)
        return list(
            waiting.order_by("finished_at").values_list("id", flat=True)[:BATCH]
        )


def certify(run_id: uuid.UUID) -> bool:
    """Makes the certificate; False when there is none to make, or it could not be made
    now."""
    try:
        return _certify(run_id)
    except Exception:
        log.exception("erasure %s has no certificate yet", run_id)
        return False


def certificate_of(run: ErasureRun) -> str | None:
    """What was signed, as it is; None before there is one. Call it inside a scope that
    sees the run."""
    mine = Certificate.objects.owned_by(run.person_id).filter(run_id=run.id)
    return mine.values_list("signed", flat=True).first()


def _certify(run_id: uuid.UUID) -> bool:
    run = _done(run_id)
    if run is None:
        return False
    audit, audit_head = _sealed(run)
    entered = find_entry(str(run_id))
    with as_service_with(run.service_id, run.person_id):
        # First of all: the lock on its row lets one worker through.
        mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run_id)
        if not mine.filter(certified_at=None).update(certified_at=Now()):
            return False
        document = Document(
            **_facts(mine.get()),
            audit=_place(audit),
            audit_head=_place(audit_head),
            ledger=Place(entered.number, entered.hash) if entered else None,
            rewritten_at=next_compaction(),
        )
        _keep(run, signed(document.as_json(), signing_key()))
    return True


def _done(run_id: uuid.UUID) -> ErasureRun | None:
    with as_sweeper():
        waiting = ErasureRun.objects.filter(state=RunState.DONE, certified_at=None)
        return waiting.filter(id=run_id).first()


def _sealed(run: ErasureRun) -> tuple[Head, Head]:
    """The link of the entry that the run is done, and the end of the chain, once all that
    waits is linked; another sealer is waited for."""
    more = 1
    while more:
        with as_sweeper():
            more = seal_new_entries(wait=True)
    with as_sweeper():
        done = link_of("erasure.done", person_id=run.person_id, subject=run.id)
        end = head()
    if done is None:
        raise NotSealed
    return done, end


def _facts(run: ErasureRun) -> dict[str, Any]:
    """What the run itself tells; its ids stay where they are."""
    plan, left = run.plan, run.verification or {}
    return {
        "issuer": settings.PUBLIC_URL,
        "reference": str(run.id),
        "asked_by": run.asked_by,
        "times": _times(run),
        "reach": Reach(
            run.scope,
            _asked_for(run),
            plan["memories"],
            plan["sources"],
            plan.get("rebuilt", 0),
            Unwanted.objects.owned_by(run.person_id).filter(run_id=run.id).count(),
        ),
        "stores": [
            StoreCount(name, before, run.counts.get(name, 0), left[name])
            for name, before in sorted(plan["counts"].items())
        ],
        "probes": sorted(each for each in left if each.startswith(PROBE)),
        "kept": _kept(run),
        "recipients": [
            (str(each.service_id), each.state.value)
            for each in recipients_of(run.person_id, run.id)
        ],
        "backup_days": settings.BACKUP_RETENTION_DAYS,
    }


def _asked_for(run: ErasureRun) -> int:
    """Of a whole part nothing is named: all of it was asked for."""
    if run.scope == EraseScope.MEMORIES:
        return len(run.root_ids)
    return int(run.plan["memories"]) + int(run.plan.get("held", 0))


def _kept(run: ErasureRun) -> list[Kept]:
    """What holds kept of it when it began, by law and end."""
    return [
        Kept(each["memories"], each["law"], datetime.fromisoformat(each["until"]))
        for each in run.kept
    ]


def _times(run: ErasureRun) -> Times:
    begun, verified, issued = run.started_at, run.finished_at, run.certified_at
    if begun is None or verified is None or issued is None:
        raise ValueError("a run that is done has all its times")
    return Times(run.created_at, begun, verified, issued)


def _keep(run: ErasureRun, content: bytes) -> None:
    Certificate.objects.create(
        run_id=run.id,
        person_id=run.person_id,
        service_id=run.service_id,
        signed=content.decode(),
    )
    record(
        "certificate.issued",
        SYSTEM,
        service_id=run.service_id,
        person_id=run.person_id,
        subjects=[run.id],
    )


def _place(link: Head) -> Place:
    return Place(link.number, link.hash.hex())
