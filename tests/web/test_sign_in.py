"""Signing in and out."""

import re

import pytest
import redis
from axes.models import AccessAttempt
from django.core import mail
from django.test import Client

from governance.access import make_account
from governance.models import Account
from tests.web.people import PASSWORD, People, as_, location, words

LOGIN = "/accounts/login/"


def sign_in(client: Client, email: str, password: str = PASSWORD):
    return client.post(LOGIN, {"login": email, "password": password})


def test_a_person_lands_on_what_is_remembered(people: People) -> None:
    response = sign_in(as_(None), "owner@example.org")
    assert location(response) == "/me/"


def test_staff_land_on_the_compliance_page(people: People) -> None:
    response = sign_in(as_(None), "staff@example.org")
    assert location(response) == "/compliance/"


def test_the_address_is_compared_in_lower_case(people: People) -> None:
    assert sign_in(as_(None), "Owner@Example.ORG").status_code == 302


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(
    people: People,
) -> None:
    wrong = sign_in(as_(None), "owner@example.org", "not the password")
    unknown = sign_in(as_(None), "nobody@example.org", "not the password")
    assert words(wrong).replace("owner", "nobody") == words(unknown)
    page = " ".join(wrong.content.decode().split())
    assert "<title> Error: Sign in · Memoryhub </title>" in page


def test_what_was_typed_stays_but_not_the_password(people: People) -> None:
    page = sign_in(as_(None), "owner@example.org", "not the password").content.decode()
    assert 'value="owner@example.org"' in page
    assert "not the password" not in page


def test_the_eleventh_wrong_password_locks_this_account_from_here(
    people: People,
) -> None:
    client = as_(None)
    for _ in range(10):
        sign_in(client, "owner@example.org", "not the password")
    locked = sign_in(client, "owner@example.org")
    assert locked.status_code == 429
    assert "Too many tries" in words(locked)


def test_a_lock_on_one_account_leaves_the_office_in(people: People) -> None:
    client = as_(None)
    for _ in range(10):
        sign_in(client, "owner@example.org", "not the password")
    assert location(sign_in(client, "colleague@example.org")) == "/me/"


def test_signing_out_takes_a_button_and_ends_the_session(people: People) -> None:
    client = as_(people.owner)
    assert client.get("/accounts/logout/").status_code == 200
    assert client.get("/me/").status_code == 200
    assert client.post("/accounts/logout/").status_code == 303
    assert location(client.get("/me/")) == "/accounts/login/?next=/me/"


def test_nobody_can_sign_up(people: People) -> None:
    fields = {"email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}
    page = as_(None).post("/accounts/signup/", fields)
    assert "You cannot make an account here yet" in words(page)
    assert not Account.objects.filter(email="new@example.org").exists()


def test_a_closed_account_cannot_sign_in(people: People) -> None:
    Account.objects.filter(id=people.owner.id).update(is_active=False)
    response = sign_in(as_(None), "owner@example.org")
    assert response.status_code == 200 or location(response) == "/accounts/inactive/"
    assert location(as_(None).get("/me/")).startswith(LOGIN)


def test_a_new_password_comes_by_mail_and_works(people: People, settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    client = as_(None)
    asked = client.post("/accounts/password/reset/", {"email": "owner@example.org"})
    assert location(asked) == "/accounts/password/reset/done/"
    link = next(
        line for line in mail.outbox[0].body.splitlines() if "/password/reset/" in line
    )
    form = client.get(link.split("testserver", 1)[1], follow=True)
    assert "Choose a new password" in words(form)
    new = "four tall blue towers"
    saved = client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    assert location(saved) == "/accounts/password/reset/key/done/"
    assert location(sign_in(as_(None), "owner@example.org", new)) == "/me/"


def test_an_account_made_without_a_password_gets_one_by_mail(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    make_account("new@example.org", None)
    as_(None).post("/accounts/password/reset/", {"email": "new@example.org"})
    assert [message.to for message in mail.outbox] == [["new@example.org"]]


def test_asking_for_an_unknown_address_tells_nothing(people: People) -> None:
    asked = as_(None).post("/accounts/password/reset/", {"email": "no@example.org"})
    assert location(asked) == "/accounts/password/reset/done/"


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/accounts/password/reset/",
        "/accounts/password/reset/done/",
        "/accounts/password/reset/key/done/",
        "/accounts/password/reset/key/abc-def/",
        "/accounts/confirm-email/",
        "/accounts/confirm-email/nothing/",
        "/accounts/inactive/",
        "/accounts/signup/",
        "/accounts/signed-out/",
        "/how-memory-works/",
        "/styleguide/",
    ],
)
def test_a_public_page_opens_without_inline_code(people: People, path: str) -> None:
    page = as_(None).get(path)
    assert page.status_code == 200
    body = page.content.decode()
    assert re.findall(r"<script(?![^>]* src=)", body) == []
    assert " style=" not in body
    assert 'class="site-header"' in body
    assert page.headers["Cache-Control"] in {
        "no-store",
        "max-age=0, no-cache, no-store, must-revalidate, private",
    }


def test_a_server_without_mail_does_not_promise_a_letter(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    page = words(as_(None).get("/accounts/password/reset/"))
    assert "cannot send mail" in page
    assert "Send the link" not in page


def test_a_typed_address_is_not_kept_with_the_failed_tries(
    people: People, as_owner, settings
):
    sign_in(as_(None), "rosalind.quux@example.org", "wrong")
    assert as_owner(AccessAttempt).count() == 0
    cache = redis.from_url(settings.CACHES["default"]["LOCATION"])
    kept = [str(key) for key in cache.scan_iter()]
    assert kept
    assert "rosalind" not in str(kept)
