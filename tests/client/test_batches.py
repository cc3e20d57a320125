"""Any number of memories, in order, by batches that the server takes."""

import json

import pytest

from memoryhub.client import (
    Gone,
    Invalid,
    NewMemory,
    NotAllowed,
    Remembered,
    Source,
    TooLarge,
)
from memoryhub.client.batches import MOST_BYTES, batches
from tests.client.faults import breaks
from tests.world import memories_of

CHAT = Source("user_message")


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def facts(count):
    return [NewMemory(f"Fact {n} about bread.", CHAT) for n in range(count)]


def sizes(line):
    return [len(json.loads(request.content)["items"]) for request in line.sent]


def test_any_number_is_written_in_order_by_batches_of_a_hundred(shaky, line, world):
    done = list(shaky.remember_many("owner", facts(230)))
    assert [each.text for each in done] == [each.text for each in facts(230)]
    assert sizes(line) == [100, 100, 30]
    assert len(memories_of(world.owner)) == 230


def test_nothing_is_sent_for_nothing(shaky, line):
    assert list(shaky.remember_many("owner", [])) == []
    assert line.sent == []


def test_a_stream_is_sent_while_it_is_read(shaky, line):
    done = shaky.remember_many("owner", iter(facts(150)))
    next(done)
    assert sizes(line) == [100]


def test_each_item_gets_its_memory_or_its_error(hub):
    card = " ".join(["4111", *["1111"] * 3])
    gone = hub.remember("owner", "Likes tea.", source=CHAT)
    run = hub.erase("owner", gone.id)
    done = list(
        hub.remember_many(
            "owner",
            [
                NewMemory("Likes rain.", CHAT),
                NewMemory("", CHAT),
                NewMemory("Likes snow.", Source("user_message", ref=card)),
                NewMemory("Likes hot drinks.", CHAT, derived_from=[gone.id]),
                NewMemory("Opens at nine.", Source("web")),
                NewMemory("likes RAIN.", CHAT),
            ],
        )
    )
    kinds = [Remembered, Invalid, Invalid, Gone, Remembered, Remembered]
    assert [type(each) for each in done] == kinds
    assert done[1].errors == {"text": ["must not be empty"]}
    assert (done[2].status, done[3].erasure) == (422, run)
    assert done[4].quarantined
    assert done[5].duplicate_of == done[0].id


def test_what_refuses_the_whole_batch_is_raised(hub, world, as_owner):
    as_owner(type(world.owner)).update(memory_enabled=False)
    with pytest.raises(NotAllowed, match="memory off"):
        list(hub.remember_many("owner", facts(2)))


def test_large_items_share_no_batch_and_one_too_large_harms_no_other():
    long = "ü" * 30_000
    items = [NewMemory(long, CHAT) for _ in range(20)]
    huge = NewMemory("Likes tea.", CHAT, metadata={"n": ["x" * MOST_BYTES]})
    items.insert(7, huge)
    cut = list(batches(items))
    assert [type(each) for each in cut] == [list, TooLarge, list, list]
    assert sum(len(each) for each in cut if isinstance(each, list)) == 20
    for batch in cut:
        if isinstance(batch, list):
            body = json.dumps(
                {"items": [i.members() for i in batch]}, ensure_ascii=False
            )
            assert len(body.encode()) <= MOST_BYTES + 10_000


def test_the_largest_batches_are_taken_by_the_server(shaky, line, settings):
    over_its_own_limit = NewMemory("x" * 43_400, CHAT)
    done = shaky.remember_many("owner", [over_its_own_limit] * 30)
    assert [type(each) for each in done] == [Invalid] * 30
    longest = max(len(request.content) for request in line.sent)
    assert settings.API_BODY_LIMIT * 0.95 < longest <= settings.API_BODY_LIMIT


def test_a_batch_whose_answer_is_lost_is_sent_again_and_done_once(shaky, line, world):
    line.after = [breaks]
    done = list(shaky.remember_many("owner", facts(3)))
    assert len(line.sent) == 2
    # As the first time: they were not there before.
    assert not any(each.duplicate for each in done)
    assert len(memories_of(world.owner)) == 3


def test_a_key_of_ones_own_holds_over_processes(hub, world):
    first = hub.remember_batch("owner", facts(3), idempotency_key="night-1")
    again = hub.remember_batch("owner", facts(3), idempotency_key="night-1")
    assert first == again
    assert len(memories_of(world.owner)) == 3
