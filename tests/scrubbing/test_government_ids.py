"""Ids of many countries go whole; one check digit alone is no proof."""

import pytest

from governance.scrubbing import hard_identifier, scrub
from governance.scrubbing.entities import placeholder

REMOVED = placeholder("GOVERNMENT_ID")

SHAPED = [
    "536-90-4399",  # United States
    "912-90-3456",
    "AB 12 34 56 C",  # United Kingdom
    "36 574 261 809",  # Germany
    "15 070649 C 10 3",
    "2 95 10 99 126 111 93",  # France
    "54362315-K",  # Spain
    "X-2482300W",
    "RCCMNL83S18D969H",  # Italy
    "RCC MNL 83S18 D969H",
    "1112.22.333",  # Netherlands
    "880320-0016",  # Sweden
    "450401-3150",  # Iceland
    "131052-308T",  # Finland
    "161175-19997",  # Latvia
    "710319/2745",  # Czechia and Slovakia
    "151086 95088",  # Norway
    "85.07.30-033.28",  # Belgium
    "756.9217.0769.85",  # Switzerland
    "390.533.447-05",  # Brazil
    "12.531.909-2",  # Chile
    "BOXW310820HNERXN09",  # Mexico
    "6433435OA",  # Ireland
    "S1234567D",  # Singapore
    "360426199101010071",  # China
    "971013-1019901",  # Korea
]
WITH_A_WORD = [
    ("SSN", "536904399"),
    ("SSN", "901-39-2431"),
    ("NHS number", "943 476 5870"),
    ("BSN", "111222333"),
    ("Steuer-ID", "36574261809"),
    ("PESEL", "44051401359"),
    ("CPR", "211062-5629"),
    ("CNP", "1630615123457"),
    ("ЕГН", "7523169263"),
    ("OIB", "33392005961"),
    ("EMŠO", "0101006500006"),
    ("AMKA", "01013099997"),
    ("isikukood", "36805280109"),
    ("asmens kodas", "33309240064"),
    ("T.C. kimlik no", "17291716060"),
    ("CPF", "39053344705"),
    ("SIN", "123 456 782"),
    ("tax file number", "123 456 782"),
    ("Aadhaar", "2341 2341 2346"),
    ("個人番号", "123456789018"),
    ("South African id", "7503305044089"),
    ("SV-Nummer der Versicherung", "1237 010180"),
    ("NIF", "501964843"),
    ("passport no.", "C01X00T47"),
    ("Passport:", "533380006"),
    ("Reisepass Nr.", "C01X00T478"),
    ("driver's license number is", "D7545410"),
    ("driving licence", "MORGA657054SM9IJ"),
    ("Führerschein", "B072RRE2I55"),
    ("national insurance", "ZZ 052520 T"),
]
KEPT = [
    "row 536904399 of the sheet",
    "batch 44051401359 was shipped",
    "ticket 1630615123457",
    "passport expires 2027-05-12",
    "my passport needs 12 more stamps",
    "driving licence since 2019",
    "the id number 1234567890 of the order",
    "score 880320-0017 of it",
    "part AB1234567",
    "2024-11 and 710319/2746",
]


@pytest.mark.parametrize("written", SHAPED)
def test_an_id_of_a_form_of_its_own_goes_without_any_word(written: str):
    assert (
        scrub(f"🪪 hers is {written}, thanks").text == f"🪪 hers is {REMOVED}, thanks"
    )


@pytest.mark.parametrize(("word", "number"), WITH_A_WORD)
def test_what_could_be_any_number_goes_where_a_word_says_what_it_is(
    word: str, number: str
):
    assert (
        scrub(f"Her {word} {number} is valid").text == f"Her {word} {REMOVED} is valid"
    )


@pytest.mark.parametrize("text", KEPT)
def test_a_number_that_nothing_says_to_be_an_id_stays(text: str):
    assert scrub(text).text == text


@pytest.mark.parametrize("zero", ["０", "٠", "०", "𝟎"])
def test_digits_of_other_scripts_hide_no_id(zero: str):
    number = "".join(
        chr(ord(zero) + int(d)) if d.isdigit() else d for d in "880320-0016"
    )
    assert scrub(f"hers is {number} now").text == f"hers is {REMOVED} now"


def test_a_second_scrub_of_ids_changes_nothing():
    text = "; ".join(f"{word} {number}" for word, number in WITH_A_WORD)
    once = scrub(text).text
    assert scrub(once).text == once
    assert not any(char.isdigit() for char in once)


def test_an_id_is_a_hard_identifier_in_a_chosen_name():
    assert hard_identifier("user_pesel_44051401359") == "GOVERNMENT_ID"
    assert hard_identifier("44051401359") is None
