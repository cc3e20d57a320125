"""Signing in again before what an open browser must not be able to do."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from governance.models import Account
from tests.web.people import PASSWORD, People, as_, location, words

PAGE = "/me/settings/password/"
AGAIN = "/accounts/again/"


def again(client: Client, password: str = PASSWORD, to: str = PAGE):
    return client.post(AGAIN, {"password": password, "next": to})


def test_a_page_that_needs_it_asks_first_and_comes_back(people: People) -> None:
    client = as_(people.owner)
    asked = client.get(PAGE + "?from=here")
    assert asked.status_code == 303
    assert (
        location(asked) == f"{AGAIN}?next=%2Fme%2Fsettings%2Fpassword%2F%3Ffrom%3Dhere"
    )
    page = client.get(location(asked))
    assert "Is it still you?" in words(page)
    back = again(client, to=page.context["redirect_field_value"])
    assert location(back) == PAGE + "?from=here"
    assert client.get(PAGE).status_code == 200


def test_it_holds_for_a_quarter_of_an_hour(people: People) -> None:
    client = as_(people.owner)
    again(client)
    now = timezone.now()
    with time_machine.travel(now + timedelta(minutes=14)):
        assert client.get(PAGE).status_code == 200
    with time_machine.travel(now + timedelta(minutes=16)):
        assert client.get(PAGE).status_code == 303


def test_another_browser_of_the_same_account_is_asked_itself(people: People) -> None:
    again(as_(people.owner))
    assert as_(people.owner).get(PAGE).status_code == 303


def test_a_wrong_password_opens_nothing_and_says_so(people: People) -> None:
    client = as_(people.owner)
    wrong = again(client, "not the password")
    assert wrong.status_code == 422
    assert "The password is wrong." in words(wrong)
    assert client.get(PAGE).status_code == 303


def test_the_password_of_another_account_opens_nothing(people: People) -> None:
    people.stranger.set_password("four tall blue towers")
    people.stranger.save()
    client = as_(people.owner)
    assert again(client, "four tall blue towers").status_code == 422


def test_wrong_tries_are_limited_and_then_the_right_one_is_refused_too(
    people: People,
) -> None:
    client = as_(people.owner)
    answers = [again(client, "not the password").status_code for _ in range(10)]
    assert answers[0] == 422
    assert again(client).status_code == 429
    assert client.get(PAGE).status_code == 303
    # Not by waiting for the minute of allauth's own count either: axes has counted too.
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert again(client).status_code == 429


def test_wrong_tries_of_one_account_leave_the_others_alone(people: People) -> None:
    for _ in range(10):
        again(as_(people.owner), "not the password")
    assert again(as_(people.colleague)).status_code == 302


def test_a_form_that_comes_too_late_leads_back_to_its_page(people: People) -> None:
    client = as_(people.owner)
    new = "four tall blue towers"
    late = client.post(
        PAGE,
        {"password1": new, "password2": new},
        headers={"Referer": "http://testserver" + PAGE},
    )
    assert location(late) == f"{AGAIN}?next=%2Fme%2Fsettings%2Fpassword%2F"
    assert location(again(client)) == PAGE
    people.owner.refresh_from_db()
    assert people.owner.check_password(PASSWORD)


def test_a_page_of_somebody_else_is_not_where_it_leads(people: People) -> None:
    client = as_(people.owner)
    late = client.post(PAGE, headers={"Referer": "https://example.com/x"})
    assert location(late) == f"{AGAIN}?next=%2Fme%2F"
    assert location(again(client, to="https://example.com/x")) == "/me/"


def test_whoever_came_by_a_link_may_not_at_all(people: People) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    refused = client.get(PAGE)
    assert refused.status_code == 403
    assert "You may not do this" in words(refused)
    assert client.post(PAGE).status_code == 403


@pytest.mark.parametrize("path", [PAGE, AGAIN, AGAIN + "passkey/"])
def test_nobody_is_asked_to_sign_in(people: People, path: str) -> None:
    assert location(as_(None).get(path)).startswith("/accounts/login/")


def test_an_account_without_a_password_is_told_how_to_get_one(people: People) -> None:
    Account.objects.filter(id=people.owner.id).update(password="!")
    client = Client()
    people.owner.refresh_from_db()
    client.force_login(
        people.owner, "allauth.account.auth_backends.AuthenticationBackend"
    )
    page = client.get(client.get(PAGE).headers["Location"])
    assert page.status_code == 403
    assert "You need a password first" in words(page)
