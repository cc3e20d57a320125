"""A member of JSON: the value is read in the light of the member's name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.scrubbing import (
    STRICT,
    Finding,
    ScrubFailed,
    scrub_member,
)
from tests.scrubbing.test_gate import TEXTS

CARD = "4111111111111111"


@pytest.mark.parametrize(
    ("name", "value", "entity"),
    [
        ("password", "hunter2secret", "PASSWORD"),
        ("password", "open sesame", "PASSWORD"),
        ("passphrase", "it's the horse that eats", "PASSWORD"),
        ("userPassword", "geheim", "PASSWORD"),
        ("db_pass", "swordfish", "PASSWORD"),
        ("api_key", "abcd1234efgh5678", "API_KEY"),
        ("apiKey", "abcd1234efgh5678", "API_KEY"),
        ("API-KEY", "abcdefghijkl", "API_KEY"),
        ("clientSecret", "abcd1234efgh5678", "API_KEY"),
        ("secret", "abcd1234efgh5678", "API_KEY"),
        ("access_token", "abcd1234efgh5678", "API_KEY"),
        ("pin", "4711", "PIN"),
        ("cardPin", "4711", "PIN"),
        ("cvv", "123", "CARD_CODE"),
        ("security_code", "123", "CARD_CODE"),
        ("phone", "15112345678", "PHONE"),
        ("user-phone", "15112345678", "PHONE"),
        ("phoneNumber", "15112345678", "PHONE"),
        ("homeTel", "15112345678", "PHONE"),
        ("iban", "DE89 3704 0044 0532 0130 00", "IBAN"),
        ("card_number", "4111 1111 1111 1112", "CREDIT_CARD"),
        ("cardNumber", "41111111 11111111", "CREDIT_CARD"),
        ("pesel", "44051401359", "GOVERNMENT_ID"),
        ("anything", "anna@example.com", "EMAIL"),
        ("", CARD, "CREDIT_CARD"),
    ],
)
def test_the_name_tells_what_the_value_is(name: str, value: str, entity: str):
    scrubbed = scrub_member(name, value)
    assert scrubbed.findings == (Finding(entity, "redact", 0, len(value)),)
    assert scrubbed.text.startswith("[")
    assert scrubbed.text.endswith(" removed]")
    assert scrubbed.empty


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("order", "12345678"),
        ("orderNumber", "114-1234567-1234567"),
        ("version", "1.2.3.4"),
        ("user_id", "15112345678"),
        ("city", "Berlin"),
        ("password", "expired"),
        ("password", "not required"),
        ("has_password", "true"),
        ("boarding_pass", "of Anna, gate 12"),
        ("password_hint", "the name of the dog"),
        ("password_changed_at", "2026-11-29"),
        ("max_tokens", "4000"),
        ("keyboard", "qwertz"),
        ("anna@example.com", "likes tea"),
        ("session", "550e8400-e29b-41d4-a716-446655440000"),
        ("phone", ""),
        ("password", ""),
        ("password", "[password removed]"),
    ],
)
def test_what_the_name_makes_no_secret_of_stays(name: str, value: str):
    scrubbed = scrub_member(name, value)
    assert scrubbed.text == value
    assert scrubbed.findings == ()


def test_the_name_is_never_returned_and_findings_count_from_the_value():
    scrubbed = scrub_member("contact_of_Anna", "it is 15112345678, at noon")
    assert scrubbed.text == "it is [phone number removed], at noon"
    assert scrubbed.findings == (Finding("PHONE", "redact", 6, 17),)


def test_an_identifier_begun_in_the_name_leaves_no_rest_in_the_value():
    scrubbed = scrub_member("card 4111 1111", "1111 1111 and tea")
    assert "1111" not in scrubbed.text
    assert scrubbed.text.endswith(" and tea")


def test_a_secret_blocks_where_the_policy_says_so():
    assert scrub_member("password", "open sesame", policy=STRICT).blocked
    assert not scrub_member("note", "open sesame", policy=STRICT).blocked
    assert not scrub_member(f"of {CARD}", "tea", policy=STRICT).blocked


@pytest.mark.parametrize("name", ["note", "password"])
def test_a_value_that_nothing_can_store_is_refused(name: str):
    with pytest.raises(ScrubFailed):
        scrub_member(name, "\x00")
    with pytest.raises(ScrubFailed):
        scrub_member(name, "a" * 200_001)


def test_a_name_of_any_length_and_form_is_read():
    assert scrub_member("a" * 300_000 + "_phone", "15112345678").findings
    assert scrub_member("\x00\ud800", "likes tea").text == "likes tea"


@given(st.sampled_from(["note", "phone", "card", "apiKey", "password"]), TEXTS)
@settings(deadline=None, max_examples=100)
def test_a_second_scrub_of_a_member_changes_nothing(name: str, value: str):
    once = scrub_member(name, value).text
    assert scrub_member(name, once).text == once


@given(st.sampled_from(["note", "phone", "password"]), TEXTS)
@settings(deadline=None, max_examples=100)
def test_findings_of_a_member_lie_in_the_value(name: str, value: str):
    for finding in scrub_member(name, value).findings:
        assert 0 <= finding.start < finding.end <= len(value)
