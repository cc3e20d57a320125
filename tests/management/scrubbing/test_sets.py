"""The sets that the gate is judged by: labelled rightly, split for good, large enough."""

import random
import re
from collections import Counter

import pytest
from stdnum import iban, luhn

from governance.management.bench.scrubbing.baits import LONG, baits, prose
from governance.management.bench.scrubbing.clean_rows import clean_set
from governance.management.bench.scrubbing.filling import (
    UnknownPlace,
    Value,
    fill,
    filled,
    templates_of,
    unescaped,
)
from governance.management.bench.scrubbing.government import KINDS, government_ids
from governance.management.bench.scrubbing.labelled import labelled_set
from governance.management.bench.scrubbing.labels import ADDRESS, HARD
from governance.management.bench.scrubbing.score import Span
from governance.management.bench.scrubbing.secrets import cases
from governance.management.bench.scrubbing.sets import lines, sections
from governance.management.bench.scrubbing.split import is_unseen, part
from governance.management.bench.scrubbing.tokens import ALPHABETS, PREFIXED, drawn
from governance.management.bench.scrubbing.values import LOCALES, grouped, makers_of
from tests.scrubbing.special_cases import labelled

SEED = 7


def chance():
    return random.Random(SEED)  # noqa: S311 - no secret


def records(*, unseen=False):
    return labelled_set(None, unseen=unseen, count=400, chance=chance())


def made_of(label):
    return [
        record.text[span.start : span.end]
        for record in records()
        for span in record.spans
        if span.label == label
    ]


def digits(text):
    return re.sub(r"\D", "", text)


def test_what_is_labelled_a_card_passes_luhn():
    assert made_of("CREDIT_CARD")
    assert all(luhn.is_valid(digits(card)) for card in made_of("CREDIT_CARD"))


def test_what_is_labelled_an_iban_has_its_check_digits():
    assert made_of("IBAN")
    assert all(iban.is_valid(each) for each in made_of("IBAN"))


def test_what_is_labelled_a_mail_is_one():
    found = made_of("EMAIL")
    assert found
    assert all(re.fullmatch(r"[^@\s]+@[^@\s]+\.\w+", mail) for mail in found)


def test_what_is_labelled_a_phone_is_of_digits():
    found = made_of("PHONE")
    assert found
    assert all(5 <= len(digits(phone)) <= 20 for phone in found)
    assert all(phone == phone.strip() for phone in found)


@pytest.mark.parametrize("place", KINDS)
def test_a_government_id_holds_its_check_digits(place: str):
    # The maker asks python-stdnum; here it only must not run for ever.
    value = government_ids(chance())[place]()
    assert value.label == "GOVERNMENT_ID"
    assert any(char.isdigit() for char in value.text)


def test_the_name_before_a_government_id_is_not_labelled():
    record = fill("{{government_id}}", makers_of("en_US", chance()))
    span = record.spans[0]
    assert span.start > 0
    assert span.end == len(record.text)


def test_every_hard_label_and_addresses_are_in_the_set():
    counted = Counter(span.label for record in records() for span in record.spans)
    for label in (HARD | ADDRESS) - {"MAC_ADDRESS", "SSN", "DRIVING_LICENCE"}:
        assert counted[label] >= 5, label


def test_the_same_seed_makes_the_same_set():
    assert records() == records()


def test_spans_lie_in_their_text_in_order():
    for record in records():
        ends = [0]
        for span in record.spans:
            assert ends[-1] <= span.start < span.end <= len(record.text)
            ends.append(span.end)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_place_can_be_filled_in_every_country(locale: str):
    for name, make in makers_of(locale, chance()).items():
        # Some countries' fakers know of no Mr and Mrs.
        assert make().text.strip() or name.startswith("prefix"), name


def test_number_and_street_are_one_address():
    street = {"street_name": lambda: Value("Elm Road", "street")}
    number = {"building_number": lambda: Value("7b", "number")}
    unit = {"secondary_address": lambda: Value("Flat 2", "unit")}
    makers = street | number | unit
    template = "at {{building_number}} {{street_name}},\n {{secondary_address}} now"
    assert fill(template, makers).spans == (Span(3, 23, "STREET_ADDRESS"),)
    assert fill("on {{street_name}}", makers).spans == (Span(3, 11, "LOCATION"),)
    apart = fill("{{building_number}} and {{street_name}}", makers)
    assert {span.label for span in apart.spans} == {"LOCATION"}


def test_a_place_that_nothing_fills_is_named():
    with pytest.raises(UnknownPlace, match="shoe_size"):
        fill("wears {{shoe_size}}", {})


def test_a_template_without_a_place_is_taken_once():
    assert len(filled(["plain"], [{}], count=5, chance=chance())) == 1


def test_a_file_of_templates_may_break_its_lines(tmp_path):
    (tmp_path / "t.txt").write_text("a\\nb\n\n{{x}}\\,\n")
    found = [unescaped(line) for line in templates_of(tmp_path / "t.txt")]
    assert found == ["a\nb", "{{x}},"]


def test_american_express_is_grouped_as_on_the_card():
    assert grouped("378282246310005", " ") == "3782 822463 10005"
    assert grouped("4111111111111111", "-") == "4111-1111-1111-1111"


@pytest.mark.parametrize("name", ["templates", "clean", "special", "talk"])
def test_about_a_third_of_every_set_is_unseen(name: str):
    all_ = lines(name)
    unseen = part(all_, unseen=True, by=str)
    assert 0.22 < len(unseen) / len(all_) < 0.45
    assert sorted(unseen + part(all_, unseen=False, by=str)) == sorted(all_)


def test_the_split_is_the_same_for_good():
    # A line that changed sides would have been looked at while it was unseen.
    assert not is_unseen("my password is {{password}}")
    assert is_unseen("Contact ({{email}}) prefers German.")


def test_the_seen_part_holds_nothing_of_the_unseen():
    unseen = [t for t in lines("templates") if is_unseen(t) and "{{" in t[12:]]
    starts = {t.split("{{")[0] for t in unseen if len(t.split("{{")[0]) > 12}
    assert len(starts) >= 5
    for record in records(unseen=False):
        assert not any(record.text.startswith(start) for start in starts)


def test_no_line_stands_twice():
    for name in ["templates", "clean", "special"]:
        assert [each for each, n in Counter(lines(name)).items() if n > 1] == []


def test_the_sets_are_as_large_as_was_promised():
    told = Counter(label == "clean" for label, _ in sections("special"))
    assert len(lines("templates")) >= 120
    assert len(lines("clean")) >= 150
    assert told[True] >= 150
    assert told[False] >= 150
    assert len(PREFIXED) >= 60
    assert len(baits(chance())) >= 15


def test_no_special_sentence_is_one_the_lexicons_were_tuned_on():
    known = {
        t for name in ("tuned", "held_out", "written_last") for _, t in labelled(name)
    }
    assert known.isdisjoint(lines("special"))


def test_nothing_hard_fills_a_clean_line():
    hard = {"credit_card_number", "phone_number", "email", "iban", "ssn", "address"}
    places = {
        place for line in lines("clean") for place in re.findall(r"\{\{(\w+)", line)
    }
    assert places.isdisjoint(hard)
    assert len(clean_set(chance(), unseen=False)) >= 300


def test_a_token_has_the_length_that_its_shape_says():
    before, token = drawn("Key=|ghx_<A36>", chance())
    assert before == "Key="
    assert len(token) == 40
    assert set(drawn("<T99>", chance())[1]) <= set(ALPHABETS["T"])
    assert all("<" not in drawn(shape, chance())[1] for shape in PREFIXED.values())


def test_a_secret_is_labelled_where_it_stands():
    told = [case for side in (True, False) for case in cases(chance(), unseen=side)]
    groups = {case.group for case in told}
    assert {
        "tokens bare",
        "tokens in a sentence",
        "tokens URL",
        "pin in talk",
    } <= groups
    for case in told:
        assert case.record.spans
        for span in case.record.spans:
            assert case.record.text[span.start : span.end].strip()


def test_passwords_are_told_in_six_languages_or_more():
    said = [line for heading, line in sections("talk") if heading == "password"]
    words = (
        "password passwort passe contraseña wachtwoord lösenord senha hasło пароль 密码"
    )
    found = [
        word for word in words.split() if any(word in line.lower() for line in said)
    ]
    assert len(found) >= 6


def test_every_bait_and_the_prose_are_of_one_length():
    assert {len(text) for text in [*baits(chance()).values(), prose(chance())]} == {
        LONG
    }
