"""Tried again when that helps and harms nobody; done once."""

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from tenacity import RetryCallState, Retrying

from governance import correcting
from governance.embedding import EmbeddingFailed
from memoryhub.client import (
    Gone,
    Memoryhub,
    Retries,
    Source,
    TooManyRequests,
    Unavailable,
)
from tests.client.faults import breaks, says, times_out, unreachable
from tests.world import memories_of

CHAT = Source("user_message")
LOST = [breaks, times_out, says(502), says(503), says(504)]
NEVER_DONE = [unreachable, says(429)]


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def idempotency_keys(line):
    return [request.headers["Idempotency-Key"] for request in line.sent]


@pytest.mark.parametrize("fault", LOST)
def test_a_write_whose_answer_is_lost_is_done_once(shaky, line, world, fault):
    line.after = [fault, fault]
    written = shaky.remember("owner", "Likes tea.", source=CHAT)
    assert not written.duplicate
    assert [row.id for row in memories_of(world.owner)] == [written.id]
    assert len(line.sent) == 3
    assert len(set(idempotency_keys(line))) == 1


@pytest.mark.parametrize("fault", LOST + NEVER_DONE)
def test_a_write_that_never_arrived_is_done_by_the_next_try(shaky, line, world, fault):
    line.before = [fault]
    shaky.remember("owner", "Likes tea.", source=CHAT)
    assert len(memories_of(world.owner)) == 1


def test_every_write_has_a_key_of_its_own_unless_one_is_given(shaky, line):
    first = shaky.remember("owner", "Likes tea.", source=CHAT)
    shaky.remember("owner", "Likes rain.", source=CHAT)
    mine = [
        shaky.remember("owner", "Likes snow.", source=CHAT, idempotency_key="k-1")
        for _ in range(2)
    ]
    keys = idempotency_keys(line)
    assert len(set(keys)) == 3
    assert keys[2:] == ["k-1", "k-1"]
    assert mine[0] == mine[1] != first


def test_a_write_that_was_erased_before_its_second_try_stays_gone(
    shaky, line, world, address
):
    other = Memoryhub(address, world.travel.key)

    def erased(request):
        [memory] = other.memories("owner")
        other.erase("owner", memory.id)
        return breaks(request)

    line.after = [erased]
    with pytest.raises(Gone):
        shaky.remember("owner", "Likes tea.", source=CHAT)


@pytest.mark.parametrize("fault", [breaks, says(502)])
def test_an_erasure_whose_answer_is_lost_is_asked_for_once(shaky, line, world, fault):
    written = shaky.remember("owner", "Likes tea.", source=CHAT)
    line.after = [fault]
    run = shaky.erase("owner", written.id)
    assert shaky.erasure(run).planned["memories"] == 1


def test_an_erasure_by_somebody_else_is_no_success_of_this_call(shaky, line):
    written = shaky.remember("owner", "Likes tea.", source=CHAT)
    shaky.erase("owner", written.id)
    line.before = [unreachable]
    with pytest.raises(Gone):
        shaky.erase("owner", written.id)


@pytest.mark.parametrize("fault", LOST)
def test_what_cannot_be_done_twice_is_not_sent_twice(shaky, line, fault):
    written = shaky.remember("owner", "Likes tea.", source=CHAT)
    for call in (
        lambda: shaky.correct("owner", written.id, text="Likes rain."),
        lambda: shaky.forget("owner", ids=[written.id]),
        lambda: shaky.erase_person("owner"),
        lambda: shaky.dashboard_link("owner"),
    ):
        line.sent.clear()
        line.after = [fault]
        with pytest.raises(Unavailable) as caught:
            call()
        assert caught.value.maybe_done
        assert len(line.sent) == 1


@pytest.mark.parametrize("fault", NEVER_DONE)
def test_what_surely_was_not_done_is_sent_again_whatever_it_is(shaky, line, fault):
    written = shaky.remember("owner", "Likes tea.", source=CHAT)
    line.before = [fault]
    assert shaky.correct("owner", written.id, text="Likes rain.").text == "Likes rain."
    line.before = [fault]
    assert shaky.forget("owner", ids=[written.id])


def test_a_closed_gate_is_tried_again_and_says_that_nothing_was_done(
    hub, shaky, line, monkeypatch
):
    written = hub.remember("owner", "Likes tea.", source=CHAT)

    def fails(texts):
        raise EmbeddingFailed

    monkeypatch.setattr(correcting, "embed", fails)
    with pytest.raises(Unavailable) as caught:
        shaky.correct("owner", written.id, text="Likes rain.")
    assert (caught.value.status, caught.value.maybe_done) == (503, False)
    assert len(line.sent) == 8


def test_a_dead_server_is_given_up_after_the_last_attempt(connect, world, line):
    line.before = [unreachable] * 9
    hub = connect(
        world.travel.key, transport=line, retries=Retries(attempts=3, first_wait=0)
    )
    with pytest.raises(Unavailable) as caught:
        hub.remember("owner", "Likes tea.", source=CHAT)
    assert (caught.value.status, caught.value.maybe_done) == (0, False)
    assert "Nothing was sent" in str(caught.value)
    assert len(line.sent) == 3


def test_what_the_server_asks_to_wait_is_waited(shaky, line):
    line.before = [says(429, Retry_After="1")]
    began = time.monotonic()
    assert shaky.person("owner").memories == {}
    assert 1 <= time.monotonic() - began < 3


def test_a_date_to_wait_for_is_read_as_well(shaky, line):
    date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    line.before = [says(503, Retry_After=date)]
    with pytest.raises(Unavailable) as caught:
        shaky.person("owner")
    assert 3500 < caught.value.retry_after <= 3600


def test_no_attempt_begins_after_the_time_is_over(connect, world, line):
    line.before = [says(429, Retry_After="20")]
    patience = Retries(seconds=10, first_wait=0)
    hub = connect(world.travel.key, transport=line, retries=patience)
    began = time.monotonic()
    with pytest.raises(TooManyRequests):
        hub.person("owner")
    assert time.monotonic() - began < 1
    assert len(line.sent) == 1


def test_waits_grow_and_are_never_over_the_longest(monkeypatch):
    monkeypatch.setattr("random.uniform", lambda low, high: high)
    patience = Retries(first_wait=0.5, longest_wait=3)
    waits = []
    for attempt in range(1, 6):
        state = RetryCallState(Retrying(), None, (), {})
        state.attempt_number = attempt
        waits.append(patience._wait(state))
    assert waits == [0.5, 1, 2, 3, 3]
