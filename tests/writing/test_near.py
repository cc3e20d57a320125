"""The same fact in other words is one row; what differs by a number, a name or a "not" never
is. Measured on labelled pairs (``near_pairs``)."""

import time
from datetime import UTC, datetime
from functools import cache

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.access import as_service_with, lock_for_writing
from governance.embedding import embed
from governance.models import TEXT_LIMIT, Memory, MemoryState, Trust
from governance.writing.differences import says_the_same
from governance.writing.near import LONGEST, NEAR, nearest
from governance.writing.trust import at_least
from tests.world import memories_of
from tests.writing.near_pairs import HELD_OUT, SAME, TUNED, Pair

SAID = """
    the user I my likes is was not never a dog dogs two 2 Rome from to , . ! ? : - ' and or
    her Anna 's on 3 May €5 5€ 7:00 am prefers seat aisle nicht 日本 é
"""
WORDS = st.sampled_from(SAID.split())
TEXTS = st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=40)


@cache
def alike(pairs: tuple[Pair, ...]) -> dict[Pair, float]:
    """The cosine similarity of each pair."""
    ones, others = embed([p.one for p in pairs]), embed([p.other for p in pairs])
    return {
        pair: sum(a * b for a, b in zip(one, other, strict=True))
        for pair, one, other in zip(pairs, ones, others, strict=True)
    }


def share(pairs: tuple[Pair, ...], *, same: bool, threshold: float) -> float:
    """How many of the pairs that say the same, or that differ, lie that close."""
    values = [v for pair, v in alike(pairs).items() if (pair.kind == SAME) == same]
    return sum(value >= threshold for value in values) / len(values)


def same_in(pairs: tuple[Pair, ...]) -> list[Pair]:
    return [pair for pair in pairs if pair.kind == SAME]


def test_there_are_pairs_enough_and_a_third_was_held_out():
    same = len(same_in(TUNED + HELD_OUT))
    assert same >= 150
    assert len(TUNED + HELD_OUT) - same >= 400
    assert len(HELD_OUT) >= 0.4 * len(TUNED)
    assert not {*HELD_OUT} & {*TUNED}


@pytest.mark.parametrize("threshold", [0.80, 0.90, 0.95])
def test_no_threshold_alone_would_do(threshold):
    wrong = share(TUNED, same=False, threshold=threshold)
    assert wrong > share(TUNED, same=True, threshold=threshold)


@pytest.mark.parametrize("pairs", [TUNED, HELD_OUT], ids=["tuned", "held out"])
def test_no_pair_that_differs_is_taken_for_one_fact(pairs):
    taken = [p for p in pairs if p.kind != SAME and says_the_same(p.one, p.other)]
    assert taken == []


@pytest.mark.parametrize(("pairs", "least"), [(TUNED, 0.83), (HELD_OUT, 0.74)])
def test_most_pairs_that_say_the_same_are_found(pairs, least):
    found = [
        pair
        for pair in same_in(pairs)
        if alike(pairs)[pair] >= NEAR and says_the_same(pair.one, pair.other)
    ]
    assert len(found) >= least * len(same_in(pairs))


def test_the_order_of_the_two_texts_does_not_matter():
    for pair in TUNED + HELD_OUT:
        there = says_the_same(pair.one, pair.other)
        assert says_the_same(pair.other, pair.one) == there, pair


@given(TEXTS, TEXTS)
@settings(deadline=None)
def test_any_two_texts_are_answered_and_alike_both_ways(one, other):
    assert says_the_same(one, other) == says_the_same(other, one)


@given(TEXTS, st.integers(0, 9), st.integers(0, 9))
@settings(deadline=None)
def test_another_figure_is_another_fact(text, one, other):
    said = [f"{text} {figure} dogs {text}" for figure in (one, other)]
    assert says_the_same(*said) == (one == other)


@pytest.mark.parametrize(
    "repeated",
    [
        "word ",
        "a ",
        "and likes ",
        "please ",
        "name: ",
        "'",
        "1:",
        "\n",
        "日本",
        "my not ",
    ],
)
def test_the_longest_text_is_compared_quickly(repeated):
    text = (repeated * TEXT_LIMIT)[:TEXT_LIMIT]
    began = time.process_time()
    assert not says_the_same(f"{text} yes", f"{text} no")
    assert time.process_time() - began < 3


def near(world, text, *, key="", space="", trust=Trust.USER):
    """What a write of this text by ``travel`` about the owner would find."""
    service, person = world.travel.service.id, world.owner.id
    [vector] = embed([text])
    with as_service_with(service, person):
        lock_for_writing(person)
        return nearest(
            person,
            service,
            space=space,
            key=key,
            trusts=at_least(trust),
            vector=vector,
            text=text,
        )


def test_a_fact_told_again_in_other_words_finds_its_row(world):
    row = world.write("Prefers an aisle seat.", kind="fact")
    found = near(world, "The user prefers aisle seats.")
    assert found is not None
    assert str(found.id) == row["id"]


def test_told_over_rest_it_refreshes_the_row_and_keeps_its_words(world):
    first = world.write("Prefers an aisle seat.", importance=3)
    again = world.write(
        "The user prefers aisle seats.", kind="preference", importance=8
    )
    assert again["duplicate_of"] == first["id"]
    assert (again["text"], again["importance"]) == ("Prefers an aisle seat.", 8)
    assert len(memories_of(world.owner)) == 1


def test_a_near_value_of_a_key_that_differs_supersedes(world):
    old = world.write("Prefers an aisle seat.", key="seat")
    same = world.write("The user prefers aisle seats.", key="seat")
    new = world.write("The user prefers window seats.", key="seat")
    assert same["duplicate_of"] == old["id"]
    assert new["supersedes"] == [old["id"]]


def test_what_differs_by_one_word_finds_nothing(world):
    world.write("The user has two cats.")
    assert near(world, "The user has three cats.") is None
    assert near(world, "The user has no cats.") is None
    assert near(world, "The user had two cats.") is None


def test_closer_rows_that_differ_do_not_hide_the_one_that_says_the_same(world):
    for other in ("tea", "cocoa", "milk", "water", "juice", "wine"):
        world.write(f"The user prefers {other}.")
    row = world.write("Prefers coffee.")
    found = near(world, "The user prefers coffee.")
    assert found is not None
    assert str(found.id) == row["id"]


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"ref": "colleague"},
        {"space": "work"},
        {"key": "drink"},
        {"source": {"type": "web"}},
    ],
)
def test_the_row_of_another_person_space_key_or_trust_is_no_match(world, elsewhere):
    world.write("Prefers coffee.", **elsewhere)
    assert near(world, "The user prefers coffee.") is None


def test_the_row_of_another_service_is_no_match(world):
    world.write("Prefers coffee.", program=world.bank)
    assert near(world, "The user prefers coffee.") is None


def test_a_better_trusted_row_is_a_match_for_what_is_trusted_less(world):
    world.write("Prefers coffee.")
    assert near(world, "The user prefers coffee.", trust=Trust.UNTRUSTED)


@pytest.mark.parametrize(
    "change",
    [
        {"expires_at": datetime(2026, 1, 1, tzinfo=UTC)},
        {"status": MemoryState.FORGOTTEN},
        {"status": MemoryState.SUPERSEDED},
        {"embedding": None},
    ],
)
def test_a_row_that_is_over_or_not_embedded_is_no_match(world, as_owner, change):
    world.write("Prefers coffee.")
    as_owner(Memory).update(**change)
    assert near(world, "The user prefers coffee.") is None


def test_a_row_on_its_way_to_be_erased_is_no_match(world):
    row = world.write("Prefers coffee.")
    url = f"/api/v1/people/owner/memories/{row['id']}"
    assert world.travel.client().delete(url).status_code == 202
    assert near(world, "The user prefers coffee.") is None


def test_it_is_one_statement_and_none_for_a_very_long_text(world):
    world.write("Prefers coffee.")
    for text, statements in (("Likes tea.", 1), ("Likes tea. " * LONGEST, 0)):
        [vector] = embed([text])
        with (
            as_service_with(world.travel.service.id, world.owner.id),
            CaptureQueriesContext(connection) as asked,
        ):
            found = nearest(
                world.owner.id,
                world.travel.service.id,
                space="",
                key="",
                trusts=[Trust.USER],
                vector=vector,
                text=text,
            )
        assert found is None
        assert len(asked) == statements
