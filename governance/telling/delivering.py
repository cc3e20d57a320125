"""One try of one delivery: claim, send, settle. Nothing is locked while it is sent.

A worker that dies between the two leaves its lease to end; the next sends the same
message with the same ``webhook-id``.
"""

import logging
import random
import uuid
from dataclasses import replace
from datetime import timedelta
from time import monotonic

from django.db.models import F
from django.db.models.functions import Now

from governance.access import as_service, enter_webhook
from governance.audit import SYSTEM, record
from governance.dispatch import run_later
from governance.models import DeliveryState, EventKind, Webhook
from governance.telling.acknowledging import note_acknowledged
from governance.telling.address import BadAddress, target_of
from governance.telling.adopting import GONE, orphan
from governance.telling.claim import Claim, LeaseLost, claim, due, next_of
from governance.telling.message import Message, message_of
from governance.telling.sending import Answer, post
from governance.telling.silence import DISABLED, disable

log = logging.getLogger(__name__)

BACKOFF = [
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=each) for each in (2, 5, 10, 14, 20, 24)),
]
"""After which the next try comes (Standard Webhooks, "retry schedule"), give or take a
tenth, so that what failed together is not tried together."""

REST = timedelta(seconds=10)
LONGEST_REST = timedelta(hours=1)
SLOW = 2.0
PAUSE = timedelta(seconds=4)
"""After an answer that took longer than ``SLOW`` seconds, for each second of it: a
recipient that takes its time has a worker for a fifth of it at most."""

SWEEP_SECONDS = 10.0
GONE_STATUS = 410


def deliver(delivery_id: uuid.UUID) -> bool:
    """Tries once; False when there was nothing to try, or it was taken over."""
    held = claim(delivery_id)
    if held is None:
        return False
    try:
        answer = _answer(held)
        with as_service(held.delivery.service_id):
            settle(held, answer)
    except LeaseLost:
        log.info("delivery %s was taken over", delivery_id)
        return False
    except Exception:
        # One bad row must not stop the queue; its lease will end.
        log.exception("delivery %s stopped", delivery_id)
        return False
    return True


def deliver_due() -> int:
    """Takes up what no worker has, one of each webhook, until some seconds are over;
    gives how many were tried. What is left is found the next time."""
    until = monotonic() + SWEEP_SECONDS
    tried = 0
    for delivery_id in due():
        if monotonic() >= until:
            break
        tried += deliver(delivery_id)
    return tried


def _answer(held: Claim) -> Answer:
    """What cannot be put together is tried again like what does not arrive."""
    try:
        message = message_of(held.delivery, held.webhook_id)
    except Exception:
        log.exception("delivery %s cannot be put together", held.delivery.id)
        return Answer(None, "not_ready")
    return send(message) if message else Answer(None, GONE)


def send(message: Message) -> Answer:
    """The answer to a message; an address that is refused by now is an answer too."""
    begun = monotonic()
    try:
        answer = post(target_of(message.url), message.body, message.headers)
    except BadAddress as refused:
        answer = Answer(None, refused.reason)
    return replace(answer, seconds=monotonic() - begun)


def settle(held: Claim, answer: Answer) -> None:
    """Notes what came of a try, in one transaction. The webhook is locked first, as by
    who removes it."""
    Webhook.objects.select_for_update().filter(id=held.webhook_id).first()
    if answer.trouble == GONE:
        _without_address(held)
    elif answer.status == GONE_STATUS:
        held.settle(response_status=answer.status)
        _disable(held)
    elif answer.taken:
        _taken(held, answer)
    else:
        _not_taken(held, answer)
    following = next_of(held.delivery.service_id)
    if following:
        run_later("tell", following)


def _taken(held: Claim, answer: Answer) -> None:
    told = held.delivery
    done = {
        "told_at": Now(),
        "next_at": None,
        "response_status": answer.status,
        "reason": "",
    }
    if told.run_id is None:
        held.settle(state=DeliveryState.DELIVERED, ended_at=Now(), **done)
    elif answer.acknowledged:
        held.settle(
            state=DeliveryState.ACKNOWLEDGED,
            acknowledged_at=Now(),
            ended_at=Now(),
            **done,
        )
        note_acknowledged(told, SYSTEM)
    else:
        held.settle(state=DeliveryState.DELIVERED, **done)
    slow = answer.seconds > SLOW
    rests = Now() + PAUSE * answer.seconds if slow else None
    Webhook.objects.filter(id=held.webhook_id).update(failures=0, rests_until=rests)


def _not_taken(held: Claim, answer: Answer) -> None:
    told = held.delivery
    noted = {
        "response_status": answer.status,
        "reason": answer.trouble or "refused",
    }
    if told.kind == EventKind.TEST or told.tries > len(BACKOFF):
        ended = {} if told.run_id else {"ended_at": Now()}
        held.settle(state=DeliveryState.FAILED, next_at=None, **noted, **ended)
    else:
        held.settle(next_at=Now() + _wait(told.tries), **noted)
    if told.kind != EventKind.TEST:
        _rest(held)


def _wait(tries: int) -> timedelta:
    return BACKOFF[tries - 1] * random.uniform(0.9, 1.1)  # noqa: S311  no secret


def _rest(held: Claim) -> None:
    """Others that wait for this webhook do not each find out that it is down."""
    theirs = Webhook.objects.filter(id=held.webhook_id)
    failures = theirs.values_list("failures", flat=True).first() or 0
    rest = min(REST * 2 ** min(failures, 16), LONGEST_REST)
    theirs.update(failures=F("failures") + 1, rests_until=Now() + rest)


def _disable(held: Claim) -> None:
    """410: whoever has the address wants nothing sent there any more."""
    webhook = Webhook.objects.select_for_update().get(id=held.webhook_id)
    if disable(webhook):
        enter_webhook(webhook, DISABLED)
        record(
            "webhook.disabled",
            SYSTEM,
            service_id=webhook.service_id,
            subjects=[webhook.id],
        )
    orphan(webhook)


def _without_address(held: Claim) -> None:
    """Its webhook went away just now, before it could be told that."""
    if held.delivery.run_id:
        held.settle(state=DeliveryState.NO_WEBHOOK, reason=GONE, next_at=None)
    else:
        held.settle(
            state=DeliveryState.CLOSED, reason=GONE, next_at=None, ended_at=Now()
        )
