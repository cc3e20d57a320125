"""Answers to a passkey challenge that no device gave; whose passkeys one sees."""

import json

import pytest
import redis
from allauth.mfa.models import Authenticator

from governance.models import Account
from tests.web.people import People, as_, location, words
from tests.web.signing import again_as

SIGN_IN = "/accounts/login/passkey/"
AGAIN = "/accounts/again/passkey/"
PASSKEYS = "/me/settings/passkeys/"
JSON = {"Accept": "application/json"}
PART = {"clientDataJSON": "e30", "authenticatorData": "AAAA", "signature": "AAAA"}
NO_ANSWERS = [
    "",
    "not json",
    "null",
    "5",
    '"text"',
    "[]",
    "{}",
    '{"response": 5}',
    '{"response": {}}',
    '{"id": "x", "rawId": "x", "response": {"userHandle": 7}}',
    '{"id": "AA", "rawId": "AA", "response": {"userHandle": "!!!!"}}',
    json.dumps({"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": PART}),
    json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {
                "clientDataJSON": "e30",
                "attestationObject": "oA",
                "userHandle": "AAAA",
            },
        }
    ),
]


def a_passkey(account: Account, name: str = "my phone") -> Authenticator:
    return Authenticator.objects.create(
        user=account,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": name, "credential": {}},
    )


def test_the_challenge_of_the_sign_in_page_names_nobody(people: People) -> None:
    a_passkey(people.owner)
    options = as_(None).get(SIGN_IN, headers=JSON).json()["request_options"]
    assert options["publicKey"]["userVerification"] == "required"
    assert not options["publicKey"].get("allowCredentials")


@pytest.mark.parametrize("answer", NO_ANSWERS)
def test_what_is_no_answer_signs_nobody_in(people: People, answer: str) -> None:
    client = as_(None)
    client.get(SIGN_IN, headers=JSON)
    refused = client.post(SIGN_IN, {"credential": answer})
    assert refused.status_code == 422
    assert "There is a problem" in words(refused)
    assert client.get("/me/").status_code == 302


@pytest.mark.parametrize("answer", NO_ANSWERS)
def test_what_is_no_answer_adds_no_passkey(people: People, answer: str) -> None:
    client = again_as(people.owner)
    client.get(PASSKEYS, headers=JSON)
    refused = client.post(PASSKEYS, {"credential": answer, "name": "mine"})
    assert refused.status_code == 422
    assert 'value="mine"' in refused.content.decode()
    assert not Authenticator.objects.exists()


def test_tries_from_one_place_are_limited_and_the_place_is_not_kept(
    people: People, settings
) -> None:
    client = as_(None)
    answers = [
        client.post(SIGN_IN, {"credential": "{}"}).status_code for _ in range(11)
    ]
    assert answers == [422] * 10 + [429]
    assert client.post(SIGN_IN, {"credential": "{}"}).status_code == 429
    counters = redis.from_url(settings.CACHES["default"]["LOCATION"])
    kept = str(list(counters.scan_iter()))
    assert "webauthn_login" in kept
    assert "127.0.0.1" not in kept


def test_tries_to_show_again_that_it_is_them_are_limited(people: People) -> None:
    people.owner.set_unusable_password()
    people.owner.save()
    a_passkey(people.owner)
    client = as_(people.owner)
    answers = [client.post(AGAIN, {"credential": "{}"}).status_code for _ in range(11)]
    assert answers[0] == 422
    assert answers[-1] == 429


def test_passkeys_of_others_are_not_there(people: People) -> None:
    theirs = a_passkey(people.stranger)
    client = again_as(people.owner)
    for answer in (
        client.get(f"{PASSKEYS}{theirs.id}/"),
        client.post(f"{PASSKEYS}{theirs.id}/", {"remove": "yes"}),
        client.post(f"{PASSKEYS}{theirs.id}/", {"name": "mine"}),
        client.get(f"{PASSKEYS}{theirs.id + 10_000}/"),
    ):
        assert answer.status_code == 404
    assert "my phone" not in words(client.get("/me/settings/"))
    theirs.refresh_from_db()
    assert theirs.data["name"] == "my phone"


def test_passkeys_are_looked_after_behind_a_second_sign_in(people: People) -> None:
    mine = a_passkey(people.owner)
    client = as_(people.owner)
    for path in (PASSKEYS, f"{PASSKEYS}{mine.id}/"):
        assert location(client.get(path)).startswith("/accounts/again/?next=")
        assert client.post(path, {"remove": "yes"}).status_code == 303
    assert Authenticator.objects.count() == 1


def test_a_name_must_be_there_and_hostile_ones_are_inert(people: People) -> None:
    mine = a_passkey(people.owner)
    client = again_as(people.owner)
    assert client.post(f"{PASSKEYS}{mine.id}/", {"name": " "}).status_code == 422
    hostile = "<script>alert(1)</script>"
    client.post(f"{PASSKEYS}{mine.id}/", {"name": hostile})
    assert hostile not in client.get("/me/settings/").content.decode()


def test_an_account_with_a_passkey_alone_is_asked_for_it(people: People) -> None:
    people.owner.set_unusable_password()
    people.owner.save()
    a_passkey(people.owner)
    page = as_(people.owner).get(PASSKEYS, follow=True)
    assert "Is it still you?" in words(page)
    assert "Use a passkey" in words(page)
    assert "Password" not in words(page)
