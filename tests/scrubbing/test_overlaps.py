"""Overlapping matches leave no remnant, whatever the order they come in."""

from itertools import permutations

from governance.scrubbing import STRICT, scrub
from governance.scrubbing.overlaps import resolve
from governance.scrubbing.results import Match

TEXT = "Anna 0123456789 in Berlin"


def test_two_hard_matches_that_overlap_in_part_are_covered_whole():
    found = resolve(TEXT, [Match("PHONE", 5, 12, 0.6), Match("CREDIT_CARD", 8, 15, 1)])
    assert found == [Match("CREDIT_CARD", 5, 15, 1)]


def test_a_name_gives_way_to_a_hard_match_and_keeps_its_rest():
    found = resolve(TEXT, [Match("PERSON", 0, 15, 0.85), Match("PHONE", 5, 15, 0.6)])
    assert found == [Match("PERSON", 0, 5, 0.85), Match("PHONE", 5, 15, 0.6)]


def test_the_order_of_the_matches_does_not_matter():
    matches = [
        Match("PERSON", 0, 9, 0.85),
        Match("PHONE", 5, 12, 0.6),
        Match("GOVERNMENT_ID", 7, 15, 0.6),
        Match("LOCATION", 19, 25, 0.85),
    ]
    assert len({tuple(resolve(TEXT, each)) for each in permutations(matches)}) == 1


def test_a_match_never_eats_a_placeholder():
    text = "password is [password removed] today"
    assert resolve(text, [Match("PASSWORD", 12, 30, 1)]) == []


def test_a_name_and_a_card_in_one_breath_both_go_under_strict():
    clean = scrub("Anna Schmidt 4111111111111111", policy=STRICT).text
    assert "Anna" not in clean
    assert "4111" not in clean
