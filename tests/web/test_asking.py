"""The public form: equal for everybody, and nothing happens before it is proved."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from governance import tasks
from governance.models import (
    IdentityCode,
    Person,
    RequestState,
    SubjectRequest,
)
from tests.requests.conftest import kinds, now
from tests.web.people import People, as_, location, words

FORM = "/requests/"


@pytest.fixture(autouse=True)
def mailed(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []


def ask(people: People, address: str = "", right: str = "access", **more: str):
    address = address or people.owner.email
    return as_(None).post(FORM, {"right": right, "contact": address, **more})


def made() -> SubjectRequest:
    return SubjectRequest.objects.using("owner").get()


def asked_by_mail() -> tuple[str, str, str]:
    """Link, reference and code of the newest mail."""
    tasks.ask_identities()
    body = str(str(mail.outbox[-1].body))
    link = re.search(r"/requests/confirm/[\w-]{20,}/", body)
    code = re.search(r"Code: (\d{8})", body)
    assert link
    assert code
    return link.group(), made().reference, code.group(1)


def test_a_known_and_an_unknown_address_are_answered_alike(people: People) -> None:
    known = as_(None)
    unknown = as_(None)
    answers = [
        client.post(FORM, {"right": "access", "contact": address})
        for client, address in (
            (known, people.owner.email),
            (unknown, "nobody-at-all@example.org"),
        )
    ]
    assert {answer.status_code for answer in answers} == {303}
    assert {location(answer) for answer in answers} == {"/requests/asked/"}
    shown = [words(client.get("/requests/asked/")) for client in (known, unknown)]
    plain = [re.sub(r"[0-9A-Z]{4}-[0-9A-Z]{4}", "REF", page) for page in shown]
    assert plain[0] == plain[1]


def test_the_same_number_of_questions_is_asked_for_both(people: People) -> None:
    counts = []
    for address in (people.owner.email, "nobody-at-all@example.org"):
        client = as_(None)
        client.get(FORM)
        with CaptureQueriesContext(connection) as asked:
            client.post(FORM, {"right": "access", "contact": address})
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_nothing_happens_before_it_is_proved(people: People) -> None:
    ask(people, right="objection")
    person = Person.objects.using("owner").get(id=people.world.owner.id)
    assert person.restricted_at is None
    assert made().verified_at is None
    assert words(as_(people.owner).get("/me/requests/")).count(made().reference) == 0


def test_the_link_proves_it_and_it_takes_effect(people: People) -> None:
    ask(people, right="objection")
    link, _, _ = asked_by_mail()
    assert made().state == RequestState.NEEDS_IDENTITY
    shown = as_(None).get(link)
    assert "Is this your request?" in words(shown)
    assert made().verified_at is None
    assert as_(None).post(link).status_code == 200
    request = made()
    assert (request.state, request.verified_by) == (RequestState.IN_REVIEW, "mail_code")
    assert request.person_ids == [people.world.owner.id]
    person = Person.objects.using("owner").get(id=people.world.owner.id)
    assert person.objected_at is not None
    assert as_(None).post(link).status_code == 410
    assert request.reference in words(as_(people.owner).get("/me/requests/"))


def test_reference_and_code_prove_it_too(people: People) -> None:
    ask(people)
    _, reference, code = asked_by_mail()
    typed = {"reference": reference.lower().replace("-", " "), "code": code}
    assert as_(None).post("/requests/confirm/", typed).status_code == 200
    assert made().state == RequestState.IN_REVIEW


def test_a_code_cannot_be_guessed(people: People) -> None:
    ask(people)
    _, reference, code = asked_by_mail()
    wrong = f"{(int(code) + 1) % 10**8:08}"
    found = [
        as_(None)
        .post("/requests/confirm/", {"reference": reference, "code": wrong})
        .status_code
        for _ in range(7)
    ]
    assert found == [422] * 5 + [429] * 2
    late = as_(None).post("/requests/confirm/", {"reference": reference, "code": code})
    assert late.status_code == 429
    assert made().verified_at is None


def test_guessing_at_a_reference_that_is_none_is_answered_alike(people: People) -> None:
    found = [
        as_(None)
        .post("/requests/confirm/", {"reference": "7K3M-92QX", "code": "12345678"})
        .status_code
        for _ in range(6)
    ]
    assert found == [422] * 5 + [429]


def test_link_and_code_end_after_two_days(people: People) -> None:
    ask(people)
    link, reference, code = asked_by_mail()
    IdentityCode.objects.using("owner").update(
        expires_at=timezone.now() - timedelta(minutes=1)
    )
    assert as_(None).post(link).status_code == 410
    given = {"reference": reference, "code": code}
    assert as_(None).post("/requests/confirm/", given).status_code == 422


def test_one_mail_whatever_the_queue_delivers(people: People) -> None:
    ask(people)
    for _ in range(3):
        tasks.ask_identities()
    assert len(mail.outbox) == 1


def test_a_second_request_joins_the_first_once_it_is_proved(people: People) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "access", "words": ""})
    first = made()
    ask(people)
    assert kinds(first.id) == ["filed"]
    tasks.ask_identities()
    link = re.search(r"/requests/confirm/[\w-]{20,}/", str(mail.outbox[-1].body))
    assert link
    as_(None).post(link.group())
    rows = SubjectRequest.objects.using("owner").exclude(id=first.id)
    assert rows.get().joined_to == first.id
    assert rows.get().state == RequestState.WITHDRAWN
    assert kinds(first.id) == ["filed", "joined"]
    assert now(first).due == first.due


def test_an_address_without_an_account_waits_for_its_records(people: People) -> None:
    ask(people, "mara@example.org")
    link, _, _ = asked_by_mail()
    as_(None).post(link)
    assert made().person_ids == []
    assert made().state == RequestState.IN_REVIEW


def test_one_address_is_not_flooded_by_way_of_us(people: People) -> None:
    for _ in range(8):
        ask(people, "mara@example.org")
    tasks.ask_identities()
    assert len(mail.outbox) == 5
    rows = SubjectRequest.objects.using("owner")
    assert rows.count() == 8
    assert rows.filter(trouble="mail_withheld", channel="form").count() == 3


def test_one_place_cannot_file_without_end(people: People) -> None:
    found = [ask(people, f"mara-{each}@example.org").status_code for each in range(12)]
    assert found == [303] * 10 + [429] * 2


def test_behind_a_proxy_people_do_not_share_their_number(
    people: People, settings
) -> None:
    settings.BEHIND_PROXY = True
    found = [
        as_(None)
        .post(
            FORM,
            {"right": "access", "contact": f"mara-{each}@example.org"},
            headers={"X-Forwarded-For": f"10.0.0.1, 192.0.2.{each}"},
        )
        .status_code
        for each in range(12)
    ]
    assert found == [303] * 12


def test_a_mail_server_that_is_down_is_a_trouble_that_staff_see(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    ask(people)
    tasks.ask_identities()
    assert made().trouble == "mail_failed"
    page = words(as_(people.staff).get(f"/compliance/requests/{made().id}/"))
    assert "could not be written to" in page


def test_without_a_mail_server_the_page_promises_no_mail(
    people: People, settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert "Somebody will write" in words(as_(None).get(FORM))
    ask(people)
    tasks.ask_identities()
    assert made().state == RequestState.RECEIVED


@pytest.mark.parametrize("address", ["", "no address", "a@b\r\nBcc: x@example.org"])
def test_what_is_no_address_is_refused(people: People, address: str) -> None:
    answer = as_(None).post(FORM, {"right": "access", "contact": address})
    assert answer.status_code == 422
    assert not SubjectRequest.objects.using("owner").exists()
