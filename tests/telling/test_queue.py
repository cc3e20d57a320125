"""Nothing is lost, and nothing is sent twice but where a worker died in between."""

import threading
from datetime import timedelta
from ipaddress import ip_network
from itertools import count

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.utils import timezone

from governance import tasks
from governance.access import as_service, as_service_with
from governance.models import DeliveryState, EventKind, Webhook, WebhookDelivery
from governance.telling import About, deliver, deliver_due, delivering, tell
from governance.telling.claim import LeaseLost, claim
from governance.telling.delivering import BACKOFF, settle
from governance.telling.sending import Answer
from tests.telling.conftest import deliveries, make_hook
from tests.telling.receiver import Answering, Receiver


@pytest.fixture
def waiting(world, bell, receiver, hook):
    """Something to be told to the travel assistant; its bell was not heard."""
    row = tell_something(world)
    bell.rung.clear()
    return row


def tell_something(world, program=None):
    service_id = (program or world.travel).service.id
    with as_service(service_id):
        # About nobody: the scope of a service may tell of that.
        tell(EventKind.SETTINGS_CHANGED, About(None, service_id))
    return deliveries(service_id=service_id)[-1]


def change(row, **columns):
    WebhookDelivery.objects.using("owner").filter(id=row.id).update(**columns)


def due_again(row):
    """Its time has come, and its webhook has rested."""
    change(row, next_at=timezone.now(), lease_until=None)
    Webhook.objects.using("owner").update(rests_until=None)


def now_is(row):
    return WebhookDelivery.objects.using("owner").get(id=row.id)


def test_a_bell_that_was_not_heard_loses_nothing(waiting, receiver):
    assert deliver_due() == 1
    assert len(receiver.received) == 1
    assert now_is(waiting).state == DeliveryState.DELIVERED


def test_what_was_told_is_not_told_again(waiting, receiver):
    assert deliver(waiting.id)
    assert not deliver(waiting.id)
    assert deliver_due() == 0
    assert len(receiver.received) == 1


def test_two_workers_send_one_message(waiting, receiver):
    together = threading.Barrier(4)
    done = []

    def work():
        together.wait()
        done.append(deliver(waiting.id))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert sorted(done) == [False, False, False, True]
    assert len(receiver.received) == 1
    assert now_is(waiting).tries == 1


def test_a_worker_that_dies_after_sending_leaves_the_same_message_to_the_next(
    waiting, receiver, monkeypatch
):
    class Killed(BaseException):
        """Nothing catches it, as nothing catches a kill."""

    def die(*args):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(delivering, "settle", die)
        with pytest.raises(Killed):
            deliver(waiting.id)
    # Its lease holds: nobody sends it meanwhile.
    assert deliver_due() == 0
    change(waiting, lease_until=timezone.now())
    assert deliver_due() == 1
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert now_is(waiting).state == DeliveryState.DELIVERED


def test_a_worker_that_was_overtaken_changes_nothing(waiting, world, receiver):
    slow = claim(waiting.id)
    assert slow
    change(waiting, lease_until=timezone.now())
    assert deliver(waiting.id)
    service_id = world.travel.service.id
    with pytest.raises(LeaseLost), as_service(service_id):
        settle(slow, Answer(500))
    row = now_is(waiting)
    assert (row.state, row.response_status) == (DeliveryState.DELIVERED, 200)


def test_what_does_not_arrive_is_tried_with_longer_and_longer_waits(waiting, receiver):
    receiver.answer = Answering(500)
    for wait in BACKOFF:
        before = timezone.now()
        assert deliver(waiting.id)
        row = now_is(waiting)
        assert row.state == DeliveryState.WAITING
        assert 0.85 * wait < row.next_at - before < 1.15 * wait + timedelta(seconds=5)
        assert not deliver(waiting.id)
        due_again(waiting)
    assert deliver(waiting.id)
    row = now_is(waiting)
    assert (row.state, row.reason, row.tries) == ("failed", "refused", 10)
    assert row.ended_at
    ids = {each.headers["webhook-id"] for each in receiver.received}
    assert (len(receiver.received), len(ids)) == (10, 1)


def test_a_webhook_that_does_not_answer_is_left_in_peace_for_longer_each_time(
    waiting, world, receiver
):
    receiver.answer = Answering(500)
    others = [tell_something(world) for _ in range(5)]
    rests = []
    for row in [waiting, *others][:3]:
        before = timezone.now()
        assert deliver(row.id)
        assert deliver_due() == 0
        until = Webhook.objects.using("owner").get().rests_until
        assert until
        rests.append(until - before)
        Webhook.objects.using("owner").update(rests_until=None)
    assert rests[0] < rests[1] < rests[2]
    assert len(receiver.received) == 3
    receiver.answer = Answering(200)
    assert deliver(others[3].id)
    hook = Webhook.objects.using("owner").get()
    assert (hook.failures, hook.rests_until) == (0, None)


def test_one_that_is_down_does_not_hold_up_the_others(waiting, world, receiver):
    other = Receiver()
    try:
        make_hook(world.bank, other.url)
        receiver.answer = Answering(500)
        theirs = tell_something(world, world.bank)
        assert deliver_due() == 2
        assert len(other.received) == 1
        assert now_is(theirs).state == DeliveryState.DELIVERED
    finally:
        other.close()


def test_a_sweep_ends_when_its_time_is_over(waiting, world, receiver, monkeypatch):
    make_hook(world.bank, receiver.url)
    tell_something(world, world.bank)
    clock = count(0, 6)
    monkeypatch.setattr(delivering, "monotonic", lambda: next(clock))
    assert deliver_due() == 1


def test_to_one_service_one_message_is_on_its_way_at_a_time(waiting, world, receiver):
    make_hook(world.travel, receiver.url)
    second = tell_something(world)
    held = claim(waiting.id)
    assert held
    assert not deliver(second.id)
    change(waiting, lease_until=timezone.now())
    assert deliver(second.id)


def test_what_waits_behind_is_rung_for(waiting, world, bell, receiver):
    tell_something(world)
    bell.rung.clear()
    tasks.tell(str(waiting.id))
    bell.answer()
    assert len(receiver.received) == 2


def test_a_webhook_that_is_removed_meanwhile_is_not_written_to(
    waiting, world, hook, receiver
):
    world.travel.client().delete(f"/api/v1/webhooks/{hook['id']}")
    row = now_is(waiting)
    assert (row.state, row.reason) == (DeliveryState.CLOSED, "webhook_gone")
    assert not deliver(waiting.id)
    assert receiver.received == []


def test_a_row_that_was_made_while_its_webhook_was_removed_is_closed(waiting, receiver):
    Webhook.objects.using("owner").all().delete()
    assert deliver(waiting.id)
    assert now_is(waiting).state == DeliveryState.CLOSED


def test_a_network_that_is_not_allowed_any_more_is_not_reached(
    waiting, receiver, settings
):
    settings.WEBHOOK_NETWORKS = [ip_network("10.0.0.0/8")]
    assert deliver(waiting.id)
    row = now_is(waiting)
    assert (row.state, row.reason) == (DeliveryState.WAITING, "not_reachable")
    assert receiver.received == []


def test_what_cannot_be_put_together_is_put_off_like_what_does_not_arrive(
    waiting, receiver
):
    Webhook.objects.using("owner").update(url_sealed=b"changed")
    assert deliver(waiting.id)
    row = now_is(waiting)
    assert (row.state, row.reason) == (DeliveryState.WAITING, "not_ready")


def test_a_recipient_that_takes_its_time_has_a_worker_for_a_fifth_of_it(
    waiting, world, receiver, monkeypatch
):
    second = tell_something(world)
    monkeypatch.setattr(delivering, "SLOW", 0.0)
    monkeypatch.setattr(delivering, "PAUSE", timedelta(seconds=1_000))
    assert deliver(waiting.id)
    assert now_is(waiting).state == DeliveryState.DELIVERED
    assert not deliver(second.id)
    monkeypatch.setattr(delivering, "SLOW", 10.0)
    Webhook.objects.using("owner").update(rests_until=None)
    assert deliver(second.id)
    assert Webhook.objects.using("owner").get().rests_until is None


def test_the_sweep_by_hand_tells_what_waits(waiting, receiver, capsys):
    call_command("sweep")
    assert "1 done" in capsys.readouterr().out
    assert len(receiver.received) == 1


def test_the_sweep_by_the_clock_does_too(waiting, receiver):
    tasks.tell_waiting()
    tasks.close_unanswered()
    assert now_is(waiting).state == DeliveryState.DELIVERED


def test_who_is_gone_by_then_is_not_named(world, bell, receiver, hook):
    """With the whole person their row goes; the message says only that."""
    service_id = world.travel.service.id
    with as_service_with(service_id, world.owner.id):
        about = About(world.owner.id, service_id)
        tell(EventKind.PERSON_ERASED, about)
    with connections["owner"].cursor() as cursor:
        cursor.execute("DELETE FROM epoch WHERE person_id = %s", [world.owner.id])
        cursor.execute("DELETE FROM person WHERE id = %s", [world.owner.id])
    bell.answer()
    assert receiver.received[0].document["data"] == {"person": None}
