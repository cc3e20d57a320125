"""Which category is kept, redacted or blocks, by policy."""

import pytest

from governance.scrubbing import BALANCED, LIGHT, STRICT, policy_named, scrub

CARD = "4111111111111111"


def test_balanced_keeps_names_and_places_and_removes_the_card():
    assert scrub(f"Anna Schmidt of Berlin paid with {CARD}").text == (
        "Anna Schmidt of Berlin paid with [card number removed]"
    )


@pytest.mark.parametrize("secret", [CARD, "DE89370400440532013000", "sk-" + "a1" * 20])
def test_strict_blocks_a_text_with_credentials_or_payment(secret: str):
    scrubbed = scrub(f"Anna keeps {secret} here", policy=STRICT)
    assert scrubbed.blocked
    assert secret not in scrubbed.text


def test_strict_removes_names_and_places_without_blocking():
    scrubbed = scrub("Anna Schmidt moved to Berlin last year.", policy=STRICT)
    assert not scrubbed.blocked
    assert scrubbed.text == "[person 1] moved to [place 1] last year."


@pytest.mark.parametrize("policy", [BALANCED, LIGHT, STRICT])
def test_no_policy_keeps_a_password(policy):
    assert "hunter2" not in scrub("my password is hunter2", policy=policy).text


def test_a_text_with_nothing_but_a_secret_is_empty():
    assert scrub("my password is hunter2").empty
    assert scrub(CARD).empty
    assert not scrub(f"Anna's daughter pays with {CARD}").empty
    assert not scrub("👍").empty
    assert scrub("  ").empty


@pytest.mark.parametrize(
    "nothing",
    ["\u200b", "\u200b\ufeff \u2060", "\u3164", "\u2800\u00ad", "\ufe0f", "&#8203;"],
)
def test_a_text_that_shows_nothing_is_empty(nothing: str):
    assert scrub(nothing).empty
    assert scrub(f"{nothing}{CARD}{nothing}").empty
    assert not scrub(f"{nothing}👍{nothing}").empty


def test_policies_are_known_by_name():
    assert policy_named("strict") is STRICT
    with pytest.raises(ValueError, match="balanced, light, strict"):
        policy_named("none")


def test_a_finding_tells_kind_and_place_and_not_the_value():
    [finding] = scrub(f"card {CARD} of Anna").findings
    assert (finding.entity, finding.action) == ("CREDIT_CARD", "redact")
    assert (finding.start, finding.end) == (5, 21)
    assert CARD not in repr(finding)


@pytest.mark.parametrize(
    "number",
    ["536-90-4399", "756.9217.0769.85", "529.982.247-25", "RSSMRA85T10A562S",
     "12345678Z", "AB123456C", "PESEL 44051401359", "DL# F207177898991", "DNI es 59125093M", "Steuer-ID 86095742719"],
)  # fmt: skip
def test_a_number_a_state_gave_goes_when_its_check_digits_are_right(number: str):
    assert "[government id removed]" in scrub(f"Anna has {number} now").text
