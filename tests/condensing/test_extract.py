"""What the default provider makes: whole sentences of its sources, within a budget."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.condensing import Passage, extract
from governance.condensing.sentences import sentences

DAY = datetime(2026, 5, 1, tzinfo=UTC)


def passage(text, *, day=0, **more):
    return Passage(text, said_at=DAY + timedelta(days=day), **more)


def only_from(text, sources):
    """Whether a text is nothing but sentences of these, the last perhaps cut."""
    known = {each.text for source in sources for each in sentences(source)}
    rest = text.strip()
    while rest:
        whole = [each for each in known if rest.startswith(each)]
        if whole:
            rest = rest[len(max(whole, key=len)) :].strip()
            continue
        cut, ellipsis, rest = rest.partition("…")
        if not ellipsis or not any(each.startswith(cut) for each in known):
            return False
        rest = rest.strip()
    return True


WORDS = st.sampled_from(
    [
        "Likes",
        "tea",
        "Oslo",
        "12",
        "prefers",
        "Anna",
        "window",
        "the",
        "and",
        "a",
        "seat",
        "GB-22",
        "Bergen",
        "rain",
    ]
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=12).map(
    lambda words: " ".join(words).capitalize() + "."
)
PASSAGES = st.lists(
    st.builds(
        passage,
        st.lists(SENTENCES, min_size=1, max_size=5).map(" ".join),
        day=st.integers(0, 5),
        importance=st.integers(1, 10),
        vector=st.none() | st.lists(st.floats(-1, 1), min_size=3, max_size=3),
    ),
    max_size=6,
)


@given(PASSAGES, st.integers(1, 300))
def test_it_says_nothing_that_no_source_says_and_keeps_within_the_budget(
    passages, budget
):
    text = extract(passages, budget=budget)
    assert len(text) <= budget
    assert bool(text) == bool(passages)
    assert only_from(text, [each.text for each in passages])


@given(PASSAGES, st.randoms())
def test_equal_sources_give_an_equal_text_in_whatever_order(passages, chance):
    shuffled = list(passages)
    chance.shuffle(shuffled)
    assert extract(shuffled, budget=150) == extract(passages, budget=150)


@given(st.text(alphabet="aB 1.!?。\n”🎉é\u0301\u200d", max_size=80), st.integers(1, 40))
def test_any_text_at_all_stays_within_the_budget(text, budget):
    assert len(extract([passage(text)], budget=budget)) <= budget


def test_it_is_told_in_the_order_in_which_it_was_said():
    later = passage("Moved to Bergen.", day=2)
    earlier = passage("Lived in Oslo. Liked it.", day=1)
    assert extract([later, earlier]) == "Lived in Oslo. Liked it. Moved to Bergen."


def test_what_is_said_twice_is_told_once():
    twice = [passage("Likes tea."), passage("The user likes tea.", day=1)]
    text = extract([*twice, passage("Does not like tea with milk.", day=2)])
    assert text.count("likes tea") + text.count("Likes tea") == 1
    assert "Does not like tea with milk." in text


@pytest.mark.parametrize(
    "kept",
    [
        "Her booking is GB-2231.",
        "She met Rosalind Quux there.",
        "She decided to sell the boat.",
        "It is not yet decided who drives.",
        "She prefers the aisle.",
        "Will he come along?",
    ],
)
def test_what_must_survive_comes_before_what_is_only_said(kept):
    idle = [
        passage(f"It was {n} that was talked of.") for n in ("this", "that", "rain")
    ]
    assert kept in extract([*idle, passage(kept, day=9)], budget=60)


def test_what_is_close_to_the_middle_comes_before_what_is_far():
    near = [passage(f"Walks by the {w}.", vector=[1, 0.1]) for w in ("sea", "lake")]
    far = passage("Hums in the bath.", vector=[-1, 0])
    assert "Hums" not in extract([far, *near], budget=40)


def test_what_matters_more_comes_first():
    less, more = (
        passage("Walks by the sea.", importance=1),
        passage("Hums in the bath.", importance=9),
    )
    assert extract([less, more], budget=20) == "Hums in the bath."


def test_an_over_long_sentence_is_cut_at_a_word():
    text = extract([passage("word " * 40)], budget=22)
    assert text == "word word word word…"
    assert extract([passage("茶" * 40)], budget=10) == "茶" * 9 + "…"


def test_an_over_long_sentence_does_not_push_the_others_out():
    long = passage("and then " * 300)
    text = extract([long, passage("Lives in Oslo.", day=1)])
    assert text.endswith("… Lives in Oslo.")
    assert len(text) <= 1_200


def test_texts_without_a_full_stop_stay_apart():
    assert extract([passage("Likes tea"), passage("Oslo", day=1)]) == "Likes tea\nOslo"


def test_of_nothing_nothing_is_made():
    assert extract([]) == ""
    with pytest.raises(ValueError, match="one character"):
        extract([passage("Likes tea.")], budget=0)
