"""Derive a text afresh from what is left of its origins, as a new row.

Read under the lock; condense and embed outside any transaction; then one transaction that
locks the person, asks again, sees that every origin still says what was read, and writes.
The row of the queue goes in the same transaction, so that it happens once.
"""

import logging
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from governance.access import Refused, refuse_if_off
from governance.condensing.extract import Passage, extract
from governance.condensing.origins import origins_of
from governance.condensing.queue import (
    AT_ONCE,
    SOON,
    Held,
    LeaseLost,
    claim,
    erasing,
    too_old,
)
from governance.condensing.write import write
from governance.dispatch import run_later
from governance.embedding import embed
from governance.models import EventKind, Memory, Rebuild
from governance.telling import About, tell

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Fresh:
    """A text that was made, and the origins as they were read."""

    text: str
    vector: Sequence[float]
    origins: Sequence[Memory]


def rebuild(rebuild_id: uuid.UUID) -> bool:
    """Whether this text's time in the queue is over: it is there, or is not to be.

    Whatever stops it, the row stays and the sweeper takes it up again.
    """
    held = claim(rebuild_id)
    if held is None:
        return False
    try:
        return _rebuild(held)
    except LeaseLost:
        log.info("deriving %s again was taken over", rebuild_id)
    except Exception as trouble:  # noqa: BLE001  one bad row must not stop the queue
        _note(held, type(trouble).__name__)
    return False


def _rebuild(held: Held) -> bool:
    with held.step() as row:
        if _is_too_old(row):
            _give_up(row, held)
            return True
        if not _may(row, held):
            return False
        origins = _origins(row)
        if not origins:
            _give_up(row, held)
            return True
    fresh = _fresh(origins)
    with held.step() as row:
        if not _may(row, held):
            return False
        if _said(_origins(row)) != _said(fresh.origins):
            # Corrected, erased or switched off meanwhile: what was read is not true now.
            held.put_off(AT_ONCE)
            run_later("rebuild", row.id)
            return False
        write(row, fresh.text, fresh.vector, fresh.origins)
        held.done()
    return True


def _give_up(row: Rebuild, held: Held) -> None:
    """Whoever wrote the text may be able to write it again; call it inside a step."""
    about = About(row.person_id, row.service_id, [row.instead_of], event_id=row.id)
    tell(EventKind.REBUILD_NEEDED, about)
    held.done()


def _may(row: Rebuild, held: Held) -> bool:
    """Not while memory is off, and not while an erasure is on its way."""
    if erasing(row.person_id):
        held.put_off(AT_ONCE)  # the erasure rings when it is done
        return False
    try:
        refuse_if_off(row.person_id)
    except Refused:
        held.put_off(SOON)
        return False
    return True


def _origins(row: Rebuild) -> list[Memory]:
    rows = origins_of(row.person_id, row.service_id, row.origin_ids)
    return list(rows.defer("metadata", "findings").order_by("said_at", "id"))


def _said(origins: Sequence[Memory]) -> list[tuple[uuid.UUID, int]]:
    """What tells one reading from another: a new text is a new version."""
    return [(each.id, each.version) for each in origins]


def _fresh(origins: Sequence[Memory]) -> Fresh:
    text = extract(
        [
            Passage(
                each.text,
                said_at=each.said_at,
                importance=each.importance,
                vector=each.embedding,
            )
            for each in origins
        ]
    )
    return Fresh(text, embed([text])[0], origins)


def _is_too_old(row: Rebuild) -> bool:
    return Rebuild.objects.owned_by(row.person_id).filter(too_old(), id=row.id).exists()


def _note(held: Held, kind: str) -> None:
    """Leaves the row to the sweeper until it has failed too often; never what failed,
    since a message may repeat the text."""
    log.error("deriving %s again stopped: %s", held.rebuild_id, kind)
    try:
        with held.step():
            held.note(kind)
    except Exception:  # noqa: BLE001  its lease will end all the same
        log.info("deriving %s again could not be noted", held.rebuild_id)
