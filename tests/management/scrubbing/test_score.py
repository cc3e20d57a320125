"""The scorer, by cases that can be counted by hand."""

from hypothesis import given
from hypothesis import strategies as st

from governance.management.bench.scrubbing.labels import HARD, NAMES, canonical
from governance.management.bench.scrubbing.score import Record, Score, Span

LETTERS = "abc 12-3 😀é"


def scored(text, gold, found, **options):
    score = Score(**options)
    score.add(Record(text, tuple(Span(*span) for span in gold)), _spans(found))
    return score


def _spans(found):
    return None if found is None else [Span(*span) for span in found]


def test_a_card_that_is_masked_whole_leaks_nothing():
    score = scored("card 4111-1111 now", [(5, 14, "CREDIT_CARD")], [(5, 14, "X")])
    hard = score.told["hard"]
    assert (hard.recall, hard.covered, hard.leaking) == (1, 1, 0)
    assert score.mask.precision == 1


def test_half_a_card_is_half_of_the_characters_and_a_leak():
    score = scored("card 4111-1111 now", [(5, 14, "CREDIT_CARD")], [(5, 9, "X")])
    hard = score.told["hard"]
    assert (hard.recall, hard.covered, hard.leaking) == (0.5, 0, 1)


def test_one_digit_left_is_a_leak():
    score = scored("4111", [(0, 4, "CREDIT_CARD")], [(1, 4, "CREDIT_CARD")])
    assert score.told["hard"].leaking == 1


def test_a_dash_or_a_bracket_left_is_none():
    gold, found = [(0, 7, "PHONE")], [(1, 3, "PHONE"), (4, 7, "PHONE")]
    score = scored("(01)-23", gold, found)
    assert (score.told["hard"].leaking, score.told["hard"].covered) == (0, 1)


def test_two_masks_may_cover_one_span_together():
    score = scored("411112", [(0, 6, "CREDIT_CARD")], [(0, 4, "A"), (3, 6, "B")])
    assert score.told["hard"].recall == 1
    assert score.mask.masked == 6


def test_offsets_are_code_points_before_an_emoji_and_after():
    text = "😀👩‍👧 a@b.de 🎉"
    start = text.index("a@")
    gold = [(start, start + 6, "EMAIL")]
    assert scored(text, gold, gold).told["hard"].covered == 1
    shifted = [(start + 1, start + 7, "EMAIL")]
    assert scored(text, gold, shifted).told["hard"].leaking == 1


def test_a_span_within_another_counts_its_characters_once():
    gold = [(0, 6, "EMAIL"), (2, 4, "PHONE")]
    score = scored("ab12cd", gold, [(0, 3, "EMAIL")])
    assert score.told["hard"].characters == 6
    assert score.told["hard"].recall == 0.5
    assert score.by_label["PHONE"].recall == 0.5
    assert score.told["hard"].spans == 2
    assert score.told["hard"].records == 1


def test_a_mask_outside_of_every_span_is_wrong_by_its_characters():
    score = scored("call 0171 please", [(5, 9, "PHONE")], [(5, 16, "PHONE")])
    assert score.mask.precision == 4 / 10
    assert score.masks["PHONE"].precision == 4 / 10


def test_a_mask_is_right_on_a_span_of_any_label():
    score = scored("0171", [(0, 4, "PHONE")], [(0, 4, "CREDIT_CARD")])
    assert score.masks["CREDIT_CARD"].precision == 1


def test_clean_words_are_those_that_touch_no_span():
    # "mail:a@b" is three words, two of them labelled.
    score = scored("one two mail:a@b", [(13, 16, "EMAIL")], [(5, 6, "X")])
    assert score.words == 3
    assert score.words_masked == 1
    assert score.clean_words_masked == 1 / 3


def test_a_word_that_a_span_touches_is_not_clean():
    assert scored("x4111 y", [(1, 5, "CREDIT_CARD")], []).words == 1


def test_names_are_not_hard():
    score = scored("Anna", [(0, 4, "PERSON")], [])
    assert score.told["hard"].records == 0
    assert score.told["hard"].leaking is None
    assert score.by_label["PERSON"].leaking == 1


def test_a_group_is_scored_over_its_labels():
    groups = {"both": HARD | NAMES}
    gold = [(0, 4, "PERSON"), (5, 9, "PHONE")]
    score = scored("Anna 0171", gold, [(5, 9, "PHONE")], groups=groups)
    assert score.told["both"].recall == 0.5
    assert score.told["both"].leaking == 1


def test_a_text_that_was_given_up_is_counted_apart():
    score = scored("4111", [(0, 4, "CREDIT_CARD")], None)
    assert (score.records, score.failed, score.told["hard"].records) == (1, 1, 0)


def test_of_nothing_there_is_no_share():
    score = scored("", [], [])
    assert score.mask.precision is None
    assert score.clean_words_masked is None


def test_letters_of_any_script_count():
    assert scored("Ж中é", [(0, 3, "EMAIL")], []).told["hard"].characters == 3


@given(st.text(LETTERS, max_size=20), st.data())
def test_shares_lie_between_nothing_and_all(text, data):
    places = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    drawn = st.lists(places.map(lambda p: (min(p), max(p), "PHONE")), max_size=4)
    score = scored(text, data.draw(drawn), data.draw(drawn))
    hard = score.told["hard"]
    shares = (hard.recall, hard.covered, hard.leaking, score.mask.precision)
    assert all(each is None or 0 <= each <= 1 for each in shares)
    if hard.leaking == 0:
        assert hard.recall in {None, 1}


def test_foreign_labels_mean_ours():
    assert {
        name: canonical(name)
        for name in ["EMAIL_ADDRESS", "US_SSN", "FIRSTNAME", "IBAN_CODE", "B-PER"]
    } == {
        "EMAIL_ADDRESS": "EMAIL",
        "US_SSN": "SSN",
        "FIRSTNAME": "PERSON",
        "IBAN_CODE": "IBAN",
        "B-PER": "PERSON",
    }
    assert canonical("FIRSTNAME1") == "PERSON"
    assert canonical("CREDITCARDNUMBER") == "CREDIT_CARD"
    assert canonical("something new") == "SOMETHING NEW"


def test_every_label_means_itself():
    assert all(canonical(label) == label for label in HARD | NAMES)
