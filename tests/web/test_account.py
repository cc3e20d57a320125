"""Another password, another address: behind a second sign-in, told by mail."""

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from governance.models import Account, AuditEntry
from tests.web.people import PASSWORD, People, as_, location, words
from tests.web.signing import again_as

NEW = "four tall blue towers"
PASSWORD_PAGE = "/me/settings/password/"
ADDRESS_PAGE = "/me/settings/address/"


@pytest.fixture
def letters(settings) -> list[EmailMessage]:
    """A server that sends mail; what it sent."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    return mail.outbox


def verbs() -> list[str]:
    found = AuditEntry.objects.using("owner").filter(verb__startswith="account.")
    return list(found.order_by("created_at").values_list("verb", flat=True))


def sign_in(email: str, password: str):
    return as_(None).post("/accounts/login/", {"login": email, "password": password})


def test_a_new_password_works_and_signs_other_browsers_out(
    people: People, letters: list[EmailMessage]
) -> None:
    other = as_(people.owner)
    client = again_as(people.owner)
    saved = client.post(PASSWORD_PAGE, {"password1": NEW, "password2": NEW})
    assert (saved.status_code, location(saved)) == (303, "/me/settings/")
    assert "Your password is changed." in words(client.get("/me/settings/"))
    assert location(other.get("/me/")) == "/accounts/login/?next=/me/"
    assert location(sign_in("owner@example.org", NEW)) == "/me/"
    assert sign_in("owner@example.org", PASSWORD).status_code == 200
    assert verbs() == ["account.password_changed"]
    assert [(each.to, each.subject) for each in letters] == [
        (["owner@example.org"], "The password of your account was changed")
    ]
    assert "127.0.0.1" not in letters[0].body


@pytest.mark.parametrize(
    "typed",
    [(NEW, "another one here"), ("short", "short"), ("password12", "password12")],
)
def test_a_password_that_will_not_do_changes_nothing(
    people: People, letters: list[EmailMessage], typed: tuple[str, str]
) -> None:
    client = again_as(people.owner)
    first, second = typed
    refused = client.post(PASSWORD_PAGE, {"password1": first, "password2": second})
    assert refused.status_code == 422
    assert "There is a problem" in words(refused)
    assert Account.objects.get(id=people.owner.id).check_password(PASSWORD)
    assert letters == []
    assert verbs() == []


def test_a_new_address_counts_once_it_is_confirmed_and_the_old_one_is_told(
    people: People, letters: list[EmailMessage]
) -> None:
    client = again_as(people.owner)
    asked = client.post(ADDRESS_PAGE, {"email": "New@example.org"})
    assert location(asked) == "/me/settings/"
    said = words(client.get("/me/settings/"))
    assert "new@example.org waits until you open the link" in said
    assert location(sign_in("owner@example.org", PASSWORD)) == "/me/"
    assert [each.to for each in letters] == [["new@example.org"]]
    link = next(x for x in letters[0].body.splitlines() if "/confirm-email/" in x)
    path = link.split("testserver", 1)[1]
    assert "Is this your address?" in words(client.get(path))
    assert Account.objects.get(id=people.owner.id).email == "owner@example.org"

    assert location(client.post(path)) == "/me/settings/"
    assert Account.objects.get(id=people.owner.id).email == "new@example.org"
    assert letters[1].to == ["owner@example.org"]
    assert "from owner@example.org to new@example.org" in letters[1].body
    assert location(sign_in("new@example.org", PASSWORD)) == "/me/"
    assert sign_in("owner@example.org", PASSWORD).status_code == 200
    assert verbs() == ["account.address_asked", "account.address_changed"]
    entries = AuditEntry.objects.using("owner").filter(verb__startswith="account.")
    assert {tuple(each.subject_ids) for each in entries} == {(people.owner.id,)}


def test_a_link_that_was_used_changes_nothing_again(
    people: People, letters: list[EmailMessage]
) -> None:
    client = again_as(people.owner)
    client.post(ADDRESS_PAGE, {"email": "new@example.org"})
    link = next(x for x in letters[0].body.splitlines() if "/confirm-email/" in x)
    path = link.split("testserver", 1)[1]
    client.post(path)
    assert client.post(path).status_code == 404
    assert verbs().count("account.address_changed") == 1


def test_an_address_of_another_account_gets_the_same_answer_and_no_account(
    people: People, letters: list[EmailMessage]
) -> None:
    client = again_as(people.owner)
    asked = client.post(ADDRESS_PAGE, {"email": "stranger@example.org"})
    assert location(asked) == "/me/settings/"
    for line in letters[0].body.splitlines() if letters else ():
        if "/confirm-email/" in line:
            client.post(line.split("testserver", 1)[1])
    assert Account.objects.get(id=people.owner.id).email == "owner@example.org"
    assert Account.objects.get(id=people.stranger.id).email == "stranger@example.org"
    assert "account.address_changed" not in verbs()


@pytest.mark.parametrize("typed", ["", "no address", "owner@example.org"])
def test_what_is_no_new_address_is_an_error(
    people: People, letters: list[EmailMessage], typed: str
) -> None:
    refused = again_as(people.owner).post(ADDRESS_PAGE, {"email": typed})
    assert refused.status_code == 422
    assert letters == []


def test_without_a_mail_server_the_page_says_so_and_takes_no_address(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    client = again_as(people.owner)
    assert "cannot send mail" in words(client.get(ADDRESS_PAGE))
    client.post(ADDRESS_PAGE, {"email": "new@example.org"})
    assert "new@example.org" not in words(client.get("/me/settings/"))
    assert verbs() == []
