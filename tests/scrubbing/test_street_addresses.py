"""Street addresses go whole, in many languages, and streets without a number stay."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.scrubbing import LIGHT, SaidBy, scrub
from governance.scrubbing.entities import placeholder
from governance.scrubbing.recognisers.streets import RULES

REMOVED = placeholder("STREET_ADDRESS")

WRITTEN = [
    "2500 Durant Avenue",
    "1016-1098 North Center Court Street",
    "1234 West 7th Street",
    "221B Baker Street",
    "350 5th Ave, New York, NY 10118",
    "Goethestraße 7, 2. Stock links, 60313 Frankfurt am Main",
    "Sokolská 12, 120 00 Praha 2",
    "calle mayor 12",
    "1600 Broadway, New York",
    "5500 Phinney Avenue North",
    "29 East Allen Street 2nd Floor",
    "7615 Lankershim Boulevard, North Hollywood, California 91605, United States",
    "12345 Smith Track Suite 123\nPort Amy, CA 12345",
    "84 Charles Pass Apt. 669, Ryanburgh, IN 40492",
    "12 St. John's Rd., St. Louis, MO 63101-1234",
    "5 Oak Lane, Apt 4B",
    "5 Oak Lane #4",
    "12 Rue Road, Sainte-Anne, QC J5A 4L3",
    "Flat 3, 12 Abbey Road, London NW8 9AY",
    "4 O'Connor Inlet\nTeresastad\nN6 2JU",
    "Unit 7 110 Dunn Parade, South Abigailstad, NSW, 2651",
    "High Street, Oxford OX1 4AU",
    "PO Box 123, Springfield, IL 62704",
    "P.O. Box 99",
    "RR 2 Box 15, Ely MN 55731",
    "PSC 1234, Box 5678\nAPO AE 12345",
    "Unit 1234 Box 5678\nDPO AA 12345",
    "12345 Highway 61 N",
    "Lindenstraße 12a, 50667 Köln",
    "Lindenstr. 12, 50667 Köln",
    "Berliner Straße 3",
    "Straße des 17. Juni 135, 10623 Berlin",
    "Karl-Marx-Allee 3, 2. OG, 10178 Berlin, Deutschland",
    "Am Alten Markt 5, 50667 Köln",
    "Haberlgasse 4\nA-4244 Bruck an der Mur",
    "Postfach 12 34 56, 50667 Köln",
    "12 bis, rue de la Paix, 75001 Paris",
    "7, rue Éric Mercier\n03511 Charpentier-sur-Mer",
    "boulevard de l'Église\n64582 Pau Cedex",
    "Calle de Alcalá 12, 3º B, 28004 Madrid",
    "Avda. de la Constitución, n.º 12, 41001 Sevilla",
    "C/ Mayor 3, 2º izq, 28013 Madrid",
    "Via Garibaldi, 12, 00100 Roma (RM)",
    "Piazza San Marco 4",
    "Spuistraat 12-III, 1012 AB Amsterdam",
    "Prinsengracht 263",
    "Storgatan 4, 111 22 Stockholm",
    "Torvevej 22\n5068 Ikast",
    "Yhteiskouluntie 30\n43244 Espoo",
    "ul. Długa 5/7 m. 3, 00-950 Warszawa",
    "Rua Augusta, 150, 1100-053 Lisboa",
    "Rua do Sol, S/N\n2332-508 Coimbra",
    "Rua Mendes, 21\nAlto Caiçaras\n84038-854 Caldeira / GO",
    "Szabadság utca 24.\nH-2068 Budapest",
    "Atatürk Caddesi No: 12",
    "Pikovická 367\n110 00 Praha",
    "ул. Ленина, д. 12, кв. 3",
    "東京都千代田区丸の内1丁目2番3号",
    "北京市海淀区中关村大街27号",
]

KEPT = [
    "on Main Street",
    "we walked down Abbey Road in May",
    "Wall Street 3 years ago",
    "10 Downing Street politics",
    "Chapter 12 Street Smarts",
    "5 Guys and 2 large pizzas Avenue",
    "In 1999 Golden Park opened",
    "In 1969 Abbey Road came out",
    "the 3 Oxford Street shops",
    "Top 10 High Street shops",
    "iPhone 12, 2020 Apple",
    "Windows 10, 2019 Server",
    "Am Dienstag 5 Leute, im Kapitel 3 mehr",
    "Bahnhof 3 Minuten, Arbeitsplatz 12, Decade 3",
    "a 20 minute drive, a 2 way street and 2 lane roads",
    "bus 42 to Oak Street",
    "She bought 2 Adidas Trail shoes",
    "We live in Hamburg, Germany, near Park Avenue",
    "Anna, 34, Berlin",
    "Plaza Mayor 2 days ago",
    "5 place de parking, 3 cours de français",
    "King Street Station and the 92nd Street Y",
    "Call of Duty 4 Modern Warfare",
    "She has 2 Golden Retrievers, Max and Bella",
    "my zip code is in 50667 Köln",
]


@pytest.mark.parametrize("written", WRITTEN)
def test_a_street_address_goes_whole(written: str):
    assert scrub(f"Mum lives at {written}").text == f"Mum lives at {REMOVED}"


@pytest.mark.parametrize("written", WRITTEN)
def test_an_address_goes_from_the_middle_of_a_talk(written: str):
    clean = scrub(f"🏡 My address: {written}; it has a balcony.").text
    assert clean == f"🏡 My address: {REMOVED}; it has a balcony."


@pytest.mark.parametrize("text", KEPT)
def test_a_street_or_a_place_without_a_house_stays(text: str):
    assert scrub(text).text == text


def test_an_address_in_small_letters_goes_where_a_word_tells_of_it():
    assert scrub("i live at 12 elm street").text == f"i live at {REMOVED}"
    assert scrub("it took 12 test street").text == "it took 12 test street"


def test_quoted_lines_of_an_address_go_together():
    text = "> Anna Smith\n> 12 Mill Road\n> Apt. 4\n> Springfield\n> Ireland 12345"
    assert scrub(text).text == f"> Anna Smith\n> {REMOVED}"


def test_the_person_after_an_address_stays():
    assert (
        scrub("I am at 12 Mill Road, Anna said").text == f"I am at {REMOVED}, Anna said"
    )


def test_digits_of_other_scripts_make_an_address_as_well():
    assert scrub("she lives at １２ Mill Road").text == f"she lives at {REMOVED}"
    assert scrub("she lives at ١٢ Mill Road").text == f"she lives at {REMOVED}"


def test_light_keeps_the_persons_own_address_and_not_that_of_others():
    text = "Anna lives at 12 Mill Road"
    assert scrub(text, policy=LIGHT).text == text
    assert REMOVED in scrub(text, policy=LIGHT, said_by=SaidBy.OTHERS).text


PIECES = st.one_of(
    st.sampled_from(
        [*WRITTEN, "12 ", "Main ", "Street", "Lindenstraße ", ", ", "\n", " ", "50667 ", "Köln", "Apt. 4",
         "rue de ", "Via ", "№", "🏡", "NW8 9AY", "lives at ", "S/N", "c/", "1丁目", "'s-", "d'", REMOVED]
    ),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6),
)  # fmt: skip


@given(st.lists(PIECES, max_size=10).map("".join))
@settings(deadline=None, max_examples=200)
def test_a_second_scrub_of_addresses_changes_nothing(text: str):
    once = scrub(text).text
    assert scrub(once).text == once


@given(st.lists(PIECES, max_size=12).map("".join))
@settings(deadline=None, max_examples=300)
def test_what_the_rule_claims_lies_in_the_text_and_is_not_empty(text: str):
    for rule in RULES:
        for match in rule.find(text):
            assert 0 <= match.start < match.end <= len(text)


def test_the_rules_load_without_the_tables_that_take_seconds():
    asked = (
        "import sys, governance.scrubbing; print('phonenumbers.geodata' in sys.modules)"
    )
    done = subprocess.run(  # noqa: S603 # our own words
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
