"""What makes a memory useful survives `balanced`: names, places, machine values."""
# look-alikes and odd digits are what these tests are about

import pytest

from governance.scrubbing import hard_identifier, scrub

MACHINE_VALUES = [
    "550e8400-e29b-41d4-a716-446655440000",
    "12345678-1234-1234-1234-123456789012",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "sha256:" + "ab12" * 16,
    "v1.2.3",
    "3.5.1-rc.2",
    "version 1.2.3.4",
    "Chrome 120.0.6099.109",
    "2024-11-29T22:38:00Z",
    "2024-11-29 22:38:00.123+00:00",
    "20241129223800",
    "1732912345678",
    "05.11.2024",
    "978-3-16-148410-0",
    "order 114-1234567-1234567",
    "Order #4567890123",
    "Bestellnummer 3025550199",
    "ticket 1234567890",
    "1Z999AA10123456784",
    "1,250,000 EUR",
    "52.5200066, 13.404954",
    "13.396984322646578",
    "301.40166567532947",
    "167.00495440864938",
    "2010-2015",
    "10:30-12:45",
    "72.5 kg and 180 cm",
    "std::vector<int>",
    "user 1234567890",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
    "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16",
    "v10.2.33.4",
    "ask-me-anything-2024-thread",
    "part ABC123456D",
    "2019, 2020, 2021, 2022",
    "0.25 and 0.50, 0.75",
    "commit 9fceb02",
    "IMG_20240115_093012",
]


@pytest.mark.parametrize("text", MACHINE_VALUES)
def test_a_machine_value_stays(text: str):
    assert scrub(f"Anna noted {text} on Monday").text == f"Anna noted {text} on Monday"


@pytest.mark.parametrize("text", MACHINE_VALUES)
def test_a_machine_value_is_no_hard_identifier(text: str):
    assert hard_identifier(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "My daughter Anna is allergic to peanuts.",
        "We live in Hamburg and Tom works at a bakery since March 2019.",
        "Anna prefers tea 🍵, two sugars, before 10:30",
        "Анна любит чай",
        "アンナは紅茶が好きです",
        "Das Passwort-Thema interessiert Jonas nicht.",
    ],
)
def test_a_plain_memory_is_left_to_the_letter(text: str):
    scrubbed = scrub(text)
    assert scrubbed.text == text
    assert not scrubbed.findings


@pytest.mark.parametrize(
    ("identifier", "entity"),
    [
        ("anna@example.com", "EMAIL"),
        ("user-anna%40example.com", "EMAIL"),
        ("+49 170 1234567", "PHONE"),
        ("+491701234567", "PHONE"),
        ("customer_4111111111111111", "CREDIT_CARD"),
        ("DE89370400440532013000", "IBAN"),
        ("/memories/anna@example.com.md", "EMAIL"),
        ("ghp_" + "a1" * 18, "API_KEY"),
        ("phone:15112345678", "PHONE"),
        ("call 15112345678", "PHONE"),
        ("userPhone=15112345678", "PHONE"),
        ("tel_15112345678", "PHONE"),
        ("homeTel-15112345678", "PHONE"),
        ("pesel 44051401359", "GOVERNMENT_ID"),
        ("user_pesel_44051401359", "GOVERNMENT_ID"),
        ("card 41111111 11111111", "CREDIT_CARD"),
        ("pin:4711", "PIN"),
    ],
)
def test_a_hard_identifier_in_a_chosen_name_is_told(identifier: str, entity: str):
    assert hard_identifier(identifier) == entity


@pytest.mark.parametrize(
    "name",
    ["preference:units", "session-2026-11-29T23:05", "order 12345678", "user:42", "thread_20261129_2305",
     "123456789", "1234567890123456789", "15112345678", "44051401359", "recalls:12345678"],
)  # fmt: skip
def test_a_plain_name_is_no_hard_identifier(name: str):
    assert hard_identifier(name) is None


def test_names_are_checked_without_a_model(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("governance.scrubbing.loading.engine", None)
    assert hard_identifier("phone:15112345678") == "PHONE"
