"""Names, places and organisations under `strict`, and full names in what nobody vouches
for: what is taken, what stays, and what stands in its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.scrubbing import BALANCED, STRICT, SaidBy, scrub
from governance.scrubbing.recognisers.people import RULES, cleaned, spread
from governance.scrubbing.results import Match

[BESIDE] = RULES

NAMED = [
    ("My name is Ottoline.", "Ottoline"),
    ("people call me Fenk", "Fenk"),
    ("hey it's Juuls, save my number", "Juuls"),
    ("name: Ottoline Quast", "Ottoline Quast"),
    ('{"first_name": "Ottoline", "tea": true}', "Ottoline"),
    ("From: Ottoline van der Quast <o@quast.example>", "Ottoline van der Quast"),
    ("> Ottoline Quast wrote:\n> tea?", "Ottoline Quast"),
    ("Kind regards,\n\nOttoline", "Ottoline"),
    ("Un saludo,\nOttoline Quast", "Ottoline Quast"),
    ("Mit freundlichen Grüßen\nOttoline Quast", "Ottoline Quast"),
    ("my daughter Ottoline likes tea", "Ottoline"),
    ("meine Tochter Ottoline mag Tee", "Ottoline"),
    ("a letter for Frau Quast", "Frau Quast"),
    ("see Sig.ra Quast about it", "Sig.ra Quast"),
    ("accounts with ms. Quast please", "ms. Quast"),
    ("Ich heiße Ottoline.", "Ottoline"),
    ("Je m'appelle Ottoline.", "Ottoline"),
    ("Me llamo Ottoline.", "Ottoline"),
    ("Mi chiamo Ottoline.", "Ottoline"),
    ("Ik heet Ottoline.", "Ottoline"),
    ("Jag heter Ottoline.", "Ottoline"),
    ("Nazywam się Ottoline.", "Ottoline"),
    ("Ottoline's sister is here", "Ottoline"),
    ("- Ottoline: 0171 2345678", "Ottoline"),
    ("Ottoline: Did you see the cat today?", "Ottoline"),
    ("Ottoline Quast, o@quast.example, 12", "Ottoline Quast"),
    ("Ottoline Quast\n4 Elm Row\nLeeds", "Ottoline Quast"),
]


@pytest.mark.parametrize(("text", "name"), NAMED)
def test_what_stands_beside_capitals_makes_them_a_name(text: str, name: str):
    assert name in [text[m.start : m.end] for m in BESIDE.find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Hello I moved, please update",
        "Hi There, how are you?",
        "Milk\n- Eggs: 12\n- Butter: 2",
        "Deadline: Friday\nBudget: 300\nVenue: Town Hall",
        "Tel: 0171 2345678",
        "Lieferadresse: 12345 Musterstadt",
        "Monday's train was late",
        "Best Practices\n\nWrite tests first.",
        "User: I like tea.\nAssistant: Noted, you like tea.",
        "def get_name(self): return self.Name",
        "my daughter Is nine",
        "What's your name? I forgot.",
        "called Monday",
    ],
)
def test_capitals_beside_nothing_of_the_kind_are_no_name(text: str):
    assert list(BESIDE.find(text)) == []


@pytest.mark.parametrize(
    ("text", "taken", "left"),
    [
        ("Der Server hat die Adresse.", "Der Server", []),
        ("Bitte überweise die Miete auf das Konto.", "Miete", []),
        ("Meine Handynummer ist neu.", "Meine Handynummer", []),
        ("Here's my SSN: 12", "SSN", []),
        ("Ze woont boven de bakker.", "boven de bakker", []),
        ("Date\nName: Ada Quast\nPhone: 1", "Ada Quast\nPhone", ["Ada Quast"]),
        ("Meine Tochter Lena mag Katzen.", "Lena mag", ["Lena"]),
        ("we saw [person 1] and Ada Quast", "[person 1] and Ada Quast", ["Ada Quast"]),
        ("the Quast's car is here", "the Quast's", ["Quast"]),
        ("Dear Ada Quast, hello there", "Dear Ada", ["Ada Quast"]),
    ],
)
def test_what_the_model_takes_is_cut_to_the_form_of_a_name(
    text: str, taken: str, left: list[str]
):
    start = text.index(taken)
    found = Match("PERSON", start, start + len(taken), 0.85)
    assert [text[m.start : m.end] for m in cleaned(text, found)] == left


@pytest.mark.parametrize(
    ("text", "found", "names"),
    [
        ("see Dr. Ada van der Quast, PhD today", "Ada", ["Dr. Ada van der Quast, PhD"]),
        ("Ada, Bo and Cleo came", "Ada", ["Ada", "Bo", "Cleo"]),
        (
            "Ada Quast left. QUAST called; ada is out",
            "Ada Quast",
            ["Ada Quast", "QUAST"],
        ),
        ("Ada's tea. I like Ada's cat.", "Ada", ["Ada", "Ada"]),
    ],
)
def test_a_name_found_once_makes_more_of_the_text_a_name(
    text: str, found: str, names: list[str]
):
    start = text.index(found)
    spreading = spread(text, [Match("PERSON", start, start + len(found), 0.85)])
    places = {(m.start, m.end) for m in spreading}
    told = {text[start:end] for start, end in places}
    assert told >= set(names)
    assert all(any(name in each for each in told) for name in names)


def test_a_title_makes_nobody_else_of_a_person():
    clean = scrub("I met Dr. Anna Schmidt. Then Anna Schmidt left.", policy=STRICT)
    assert clean.text == "I met [person 1]. Then [person 1] left."


def test_full_names_in_untrusted_content_go_and_first_names_stay():
    text = "Kind regards,\nOttoline Quast\n\nGreetings from my dog, says Juuls."
    clean = scrub(text, policy=BALANCED, said_by=SaidBy.UNTRUSTED).text
    assert "Quast" not in clean
    assert "Juuls" in clean


def test_what_the_person_says_keeps_its_names_under_balanced():
    assert scrub("My name is Ottoline Quast.").text == "My name is Ottoline Quast."


_WORDS = st.sampled_from(
    [
        "Anna",
        "Quast",
        "Dr.",
        "van",
        "der",
        "and",
        ",",
        ".",
        ":",
        "\n",
        ">",
        "-",
        "[person",
        "1]",
        "my",
        "name",
        "is",
        "regards",
        "Hi",
        "Tel",
        "0171",
        "Frau",
        "die",
        "Der",
        "mag'",
        "'s",
        "|",
        "a@b.example",
        "MD,",
        "I'm",
        "José",
        "Ångström",
        "Straße",
        "İ",
        "ǅ",
        "Mr",
    ]
)


@given(st.lists(_WORDS, max_size=14).map(" ".join))
def test_a_second_strict_scrub_of_names_changes_nothing(text: str):
    once = scrub(text, policy=STRICT).text
    assert scrub(once, policy=STRICT).text == once


@given(st.text(max_size=60), st.data())
def test_pieces_lie_within_the_text_and_hold_letters(text: str, chosen: st.DataObject):
    start = chosen.draw(st.integers(0, len(text)))
    end = chosen.draw(st.integers(start, len(text)))
    found = Match("PERSON", start, end, 0.85)
    for match in [*cleaned(text, found), *BESIDE.find(text)]:
        assert any(char.isalpha() for char in text[match.start : match.end])
