"""A text is cut into its sentences in any script, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.condensing.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lives in Oslo. Likes tea.", ["Lives in Oslo.", "Likes tea."]),
        ("Met Dr. Quux at 9 a.m. Then left.", ["Met Dr. Quux at 9 a.m.", "Then left."]),
        ("Pays 3.5 % to J. Quux. Done!", ["Pays 3.5 % to J. Quux.", "Done!"]),
        ("Seat No. 12. Row B.", ["Seat No. 12.", "Row B."]),
        ("Would she go? No. She stayed.", ["Would she go?", "No.", "She stayed."]),
        ("likes tea. lives in oslo", ["likes tea.", "lives in oslo"]),
        ("Buys tea, cake etc. and bread.", ["Buys tea, cake etc. and bread."]),
        ("“Really?” she said. Yes.", ["“Really?” she said.", "Yes."]),
        ("他喜欢茶。他住在奥斯陆！", ["他喜欢茶。", "他住在奥斯陆！"]),
        ("「はい。」そう言った。", ["「はい。」", "そう言った。"]),
        ("Great! 🎉 Moves to Oslo.", ["Great! 🎉", "Moves to Oslo."]),
        ("no punctuation at all", ["no punctuation at all"]),
        ("1. Likes tea\n2. Likes cake", ["1. Likes tea", "2. Likes cake"]),
        ("Hm... maybe. Or not…", ["Hm... maybe.", "Or not…"]),
        (" \n ", []),
    ],
)
def test_a_text_is_cut_where_a_reader_would_cut_it(text, expected):
    assert [each.text for each in sentences(text)] == expected


@given(st.text(alphabet="aB 1.!?。\n”(🎉é", max_size=80))
def test_nothing_is_lost_but_space(text):
    found = "".join(each.gap + each.text for each in sentences(text))
    assert found.split() == text.split()


def test_a_sentence_knows_what_stood_before_it():
    gaps = [each.gap for each in sentences("One.  Two.\n\nThree。Four")]
    assert gaps == ["", " ", "\n", ""]
