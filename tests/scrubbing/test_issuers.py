"""Every published form of a key, bare and in company, leaves nothing behind."""

import pytest

from governance.scrubbing import scrub
from governance.scrubbing.recognisers.secrets.issuers import forms
from tests.scrubbing.made_secrets import MADE, secret_part

PLACES = [
    "{}",
    "SERVICE_KEY={}",
    '{{"service": "{}", "n": 1}}',
    "X-Custom: {}",
    "Please use {}, then tell Anna when it is done.",
    "For the deploy I took {}.",
    "she wrote “{}” in the chat",
    "first line\n{}\nlast line",
]
# Eight characters of a random secret are no accident.
_PIECE = 8


def assert_gone(text: str, secret: str) -> None:
    left = scrub(text).text
    pieces = (secret[at : at + _PIECE] for at in range(max(1, len(secret) - _PIECE)))
    assert not [piece for piece in pieces if piece in left]
    assert scrub(left).text == left


def test_the_table_knows_at_least_ninety_issuers():
    assert len({form.issuer for form in forms()}) >= 90


@pytest.mark.parametrize("name", MADE)
def test_nothing_of_a_key_is_left_wherever_it_stands(name: str):
    for place in PLACES:
        made = MADE[name]()
        assert_gone(place.format(made), secret_part(name, made))


@pytest.mark.parametrize("name", MADE)
def test_what_shows_nothing_does_not_hide_a_key(name: str):
    made = MADE[name]()
    secret = secret_part(name, made)
    half = len(secret) // 2
    hidden = made.replace(secret, f"{secret[:half]}\u200b{secret[half:]}")
    left = scrub(f"use {hidden} now").text.replace("\u200b", "")
    assert secret[half - 4 : half + 4] not in left


def test_a_key_of_letters_alone_goes_where_its_head_names_a_stage():
    body = "pfmnRID" + "SQKMILA"
    assert body not in scrub(f"use rzp_live_{body} now").text
    assert scrub("see rzp_live_" + "publishablename").text.endswith("publishablename")


def test_a_key_longer_than_its_issuer_says_leaves_no_rest():
    assert scrub("with ghp_" + "a1B2" * 100 + " today").text == (
        "with [API key removed] today"
    )


@pytest.mark.parametrize(
    "text",
    [
        "sk-learn-contrib-project-template",
        "the task-management-2024-overview page",
        "hf_hub_download_with_retries",
        "npm_config_registry_and_other_settings",
        "sk_live_" + "X" * 24,
        "AKIA" + "X" * 16,
        "live_view_of_the_kitchen_camera",
        "api-reference-guide-for-developers",
    ],
)
def test_a_name_that_begins_like_a_key_stays(text: str):
    assert scrub(text).text == text
