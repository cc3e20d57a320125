"""Tell controllers how their requests stand: each status once, tried again where it does
not arrive. Nothing waits for it: a sweep looks for rows that were told something else."""

import json
import logging
import uuid
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from governance.access import as_sweeper, drop_over, unseal
from governance.models import ControllerCallback, ControllerRequest
from governance.requests.opendsr.stamp import stamped
from governance.requests.opendsr.standing import (
    OVER,
    our_state,
    standing_of,
    status_now,
)
from governance.requests.opendsr.taking import CALLBACK_USE
from governance.telling.delivering import BACKOFF, SWEEP_SECONDS, send
from governance.telling.message import Message

log = logging.getLogger(__name__)

BATCH = 100
REST = timedelta(seconds=30)
"""How long a controller that did not answer is left in peace."""

KEPT = timedelta(days=400)
"""How long a controller's own id is kept, counted from when it came."""


@dataclass(frozen=True)
class _Try:
    callback: ControllerCallback
    status: str
    message: Message


def tell_controllers() -> int:
    """Tries what is due, until some seconds are over; gives how many were tried."""
    if not settings.OPENDSR:
        return 0
    until, tried = monotonic() + SWEEP_SECONDS, 0
    with as_sweeper():
        ids = list(
            _due().order_by("next_at", "id").values_list("id", flat=True)[:BATCH]
        )
    for callback_id in ids:
        if monotonic() >= until:
            break
        tried += _tell(callback_id)
    return tried


def drop_old() -> int:
    """Deletes what a controller has asked for long ago; our request has its own age.
    Gives how many."""
    old = Q(created_at__lte=Now() - KEPT)
    callbacks = drop_over(ControllerCallback, old, name="controller_callbacks")
    alone = old & Q(controllercallback=None)
    return callbacks + drop_over(ControllerRequest, alone, name="controller_requests")


def _due() -> QuerySet[ControllerCallback]:
    free = Q(lease_until=None) | Q(lease_until__lte=Now())
    rows = ControllerCallback.objects.filter(free, next_at__lte=Now())
    standing = rows.annotate(our_state=our_state("about"))
    return standing.annotate(status=status_now("about")).exclude(told=F("status"))


def _tell(callback_id: uuid.UUID) -> bool:
    try:
        held = _claim(callback_id)
        if held is None:
            return False
        _settle(held, taken=send(held.message).taken)
    except Exception:
        # One bad row must not stop the queue; its lease will end.
        log.exception("callback %s stopped", callback_id)
        return False
    return True


def _claim(callback_id: uuid.UUID) -> _Try | None:
    """Nothing is locked while it is sent; a worker that dies leaves its lease to end."""
    with as_sweeper():
        row = (
            _due()
            .filter(id=callback_id)
            .select_for_update(of=("self",), skip_locked=True)
            .select_related("about")
            .first()
        )
        if row is None:
            return None
        standing = standing_of(row.about)
        status = standing.status.value
        row.tries = row.tries + 1 if row.trying == status else 1
        row.trying, row.fence = status, row.fence + 1
        ControllerCallback.objects.filter(id=row.id).update(
            trying=status,
            tries=row.tries,
            fence=row.fence,
            lease_until=Now() + settings.WEBHOOK_LEASE,
        )
        url = unseal(CALLBACK_USE, bytes(row.url_sealed), row.url_sealed_by_id)
        document = standing.document() | {"status_callback_url": url}
    body = json.dumps(document).encode()
    return _Try(row, status, Message(url, body, stamped(body)))


def _settle(held: _Try, *, taken: bool) -> None:
    """It arrived; or it is tried again; or it was tried often enough."""
    row = held.callback
    given_up = not taken and row.tries > len(BACKOFF)
    if given_up:
        log.warning("callback %s was given up", row.id)
    changes: dict[str, object] = {"told": held.status, "tries": 0}
    if held.status in OVER:
        changes["next_at"] = None
    if not taken and not given_up:
        changes = {"next_at": Now() + BACKOFF[row.tries - 1]}
    with as_sweeper():
        mine = ControllerCallback.objects.filter(id=row.id, fence=row.fence)
        mine.update(lease_until=None, **changes)
        if not taken:
            _rest(row)


def _rest(row: ControllerCallback) -> None:
    """Others of this controller do not each find out that it is down, and nobody else's
    wait behind them."""
    until = Now() + REST
    theirs = ControllerCallback.objects.filter(service_id=row.service_id)
    theirs.filter(next_at__lt=until).exclude(id=row.id).update(next_at=until)
