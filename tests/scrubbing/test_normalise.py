"""The plain form and its map: findings are told in code points of the input."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.scrubbing import normalised, scrub
from governance.scrubbing.normalise import views

CARD = "4111111111111111"
AWKWARD = st.text(
    st.one_of(
        st.sampled_from("4①\u200b\u0301é👨‍👩‍👧🇩🇪&#52;%41\\n\u00a0－аDE@."),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    "before",
    ["👨‍👩‍👧 ", "e\u0301e\u0301 ", "&amp;&amp; ", "\u200b\u200b ", "ﬁﬁ ", "🇩🇪🏴 "],
)
def test_a_finding_points_at_the_input_past_awkward_characters(before: str):
    text = f"{before}{CARD} 👍"
    [finding] = scrub(text).findings
    assert text[finding.start : finding.end] == CARD


def test_what_is_kept_is_kept_as_it_was_written():
    assert scrub(f"ﬁne &amp; e\u0301 №5 {CARD} ½").text == (
        "ﬁne &amp; e\u0301 №5 [card number removed] ½"
    )


def test_marks_and_selectors_on_the_last_digit_go_with_it():
    assert scrub(f"{CARD}\ufe0f\u20e3 Anna").text == "[card number removed] Anna"


@given(AWKWARD)
def test_every_character_of_a_view_maps_into_the_text_in_order(text: str):
    for view in views(text):
        assert len(view.text) == len(view.starts) == len(view.ends)
        assert list(view.starts) == sorted(view.starts)
        pairs = list(zip(view.starts, view.ends, strict=True))
        assert all(0 <= start < end <= len(text) for start, end in pairs)


@given(AWKWARD)
def test_the_map_leads_back_to_the_characters_it_came_from(text: str):
    view = views(text)[0]
    for char, start in zip(view.text, view.starts, strict=True):
        if char in "0123456789":
            folded = unicodedata.normalize("NFKC", text[start])
            assert any(unicodedata.digit(c, None) == int(char) for c in folded)


def test_texts_that_differ_in_form_only_are_the_same_to_dedupe():
    assert normalised("  Anna  likes ＴＥＡ. ") == normalised("anna likes tea")


@pytest.mark.parametrize(
    ("one", "other"),
    [("room 12", "room 13"), ("Anna eats fish", "Anna eats no fish"), ("-5", "5")],
)
def test_another_number_or_a_negation_is_another_text(one: str, other: str):
    assert normalised(one) != normalised(other)


@given(st.text())
def test_the_form_for_dedupe_is_stable(text: str):
    assert normalised(normalised(text)) == normalised(text)
