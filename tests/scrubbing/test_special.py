"""What is asked about before it is remembered, and the everyday talk that is not."""

from collections import Counter, defaultdict

import pytest

from governance.scrubbing.special import Category, special_categories
from governance.scrubbing.special.conditions import parsed
from governance.scrubbing.special.lexicon import lexicon
from governance.scrubbing.special.phrases import Node, Phrase
from tests.scrubbing.special_cases import CLEAN, labelled

TUNED = ["tuned", "languages"]
# Written without a look at the lexicons; each says how it was measured.
FRESH = ["held_out", "written_last", "fresh", "fresh_again"]
SETS = TUNED + FRESH
# Of a hundred sentences that reveal a category it may miss five, and may ask about five
# of a hundred that only look alike.
MOST_MISSED = 0.05
MOST_ASKED = 0.05
RARE = {Category.UNION, Category.BIOMETRIC, Category.GENETIC}


@pytest.mark.parametrize("name", SETS)
def test_what_reveals_a_category_is_asked_about(name: str):
    cases = [(label, text) for label, text in labelled(name) if label != CLEAN]
    missed = [text for label, text in cases if label not in special_categories(text)]
    assert len(missed) <= MOST_MISSED * len(cases), missed


@pytest.mark.parametrize("name", SETS)
def test_what_only_looks_alike_is_not_asked_about(name: str):
    texts = [text for label, text in labelled(name) if label == CLEAN]
    asked = [text for text in texts if special_categories(text)]
    assert len(asked) <= MOST_ASKED * len(texts), asked


def test_no_single_category_is_let_slip():
    missed, counted = defaultdict(list), Counter[str]()
    for name in SETS:
        for label, text in labelled(name):
            counted[label] += 1
            if label != CLEAN and label not in special_categories(text):
                missed[label].append(text)
    for category in Category:
        assert counted[category] >= (20 if category in RARE else 40)
        assert len(missed[category]) <= MOST_MISSED * counted[category], missed


def test_each_sentence_stands_in_one_set_and_enough_were_never_tuned_on():
    cases = [case for name in SETS for case in labelled(name)]
    assert len({text for _, text in cases}) == len(cases)
    fresh = [case for name in FRESH for case in labelled(name)]
    assert len(fresh) * 5 >= len(cases)


def test_several_categories_come_sorted_and_once():
    text = "He is a Muslim. He is Muslim, has asthma, votes Labour and is on parole."
    assert special_categories(text) == (
        Category.CONVICTIONS,
        Category.HEALTH,
        Category.POLITICS,
        Category.RELIGION,
    )


@pytest.mark.parametrize("text", ["", " ", "\n\n", "...", "42", "😀", "'s", "-"])
def test_nothing_is_asked_of_nothing(text: str):
    assert special_categories(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "My daughter is ALLERGIC to peanuts",
        "My daughter is all\u200berg\u00adic to peanuts",
        "My daughter is \u0430ll\u0435rgic to peanuts",
        "My daughter is ａｌｌｅｒｇｉｃ to peanuts",
        "My daughter is a\u0301llergic to peanuts",
        "My daughter is allergic&nbsp;to peanuts",
        "My%20daughter%20is%20allergic%20to%20peanuts",
        "My daughter’s peanut-allergy",
        "Meine Tochter hat eine Erdnußallergie",
    ],
)
def test_a_disguise_hides_no_word(text: str):
    assert special_categories(text) == (Category.HEALTH,)


@pytest.mark.parametrize("word", ["Bewährung", "Bewaehrung", "Bewahrung"])
def test_an_umlaut_may_be_written_as_the_keyboard_allows(word: str):
    assert special_categories(f"Er ist auf {word}") == (Category.CONVICTIONS,)


@pytest.mark.parametrize(
    "text",
    [
        "My cat takes insulin",
        "Her dog is allergic to chicken",
        "Watches a series about a man with cancer",
        "He works as a nurse on the cancer ward",
        "Donates to an autism charity",
    ],
)
def test_pets_films_and_work_are_not_the_person(text: str):
    assert special_categories(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "My cat sleeps all day, I have asthma",
        "Loves series and has cancer",
        "He works less since his stroke",
        "Reads a book because of her depression",
        "Anna is blind and travels with a guide dog",
    ],
)
def test_a_pet_a_film_or_work_nearby_hides_nothing_of_the_person(text: str):
    assert special_categories(text) == (Category.HEALTH,)


@pytest.mark.parametrize(
    "bait",
    ["I ", "my ", "a.a.a.", "diabetes ", "took part in a ", "%61", "\u200b", "dog is "],
)
def test_a_long_bait_is_read_to_its_end(bait: str):
    text = bait * (20_000 // len(bait))
    assert special_categories(f"{text}\nHe is on parole.")[0] == Category.CONVICTIONS


def test_the_lexicons_name_no_class_that_does_not_exist():
    known = {name for names in lexicon().classes.values() for name in names}
    named = {step[1:-1] for step in lexicon().symbols if step.startswith("<")}
    for meaning in meanings(lexicon().root):
        for condition in meaning.conditions:
            named |= {*condition.after, *condition.near}
    # "person" is told from the sentence as a whole.
    assert named - known == {"person"}


def meanings(root: Node):
    seen, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield from node.meanings
            waiting += (later for nodes in node.next.values() for later in nodes)


@pytest.mark.parametrize("entry", ["ab*", "(my|his leg", "my) leg", "old?", "*" * 3])
def test_a_phrase_that_cannot_be_read_fails_when_it_is_loaded(entry: str):
    with pytest.raises(ValueError, match="the lexicon"):
        Phrase(entry, Node())


def test_a_condition_that_does_not_exist_fails_when_it_is_loaded():
    with pytest.raises(ValueError, match="no condition"):
        parsed("near person | beside be")
