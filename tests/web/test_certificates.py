"""The certificate on the person's pages, and the link that opens it for anybody."""

import json
import re
import zlib
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from governance.access import hashes
from governance.erasure import open_receipt
from governance.models import (
    Account,
    AuditEntry,
    Certificate,
    ErasureRun,
    Person,
    ReceiptLink,
)
from governance.tasks import retain_nightly
from tests.bell import Bell
from tests.web.people import People, as_, location, words

SECRET = "Prefers trains to planes."


@pytest.fixture
def receipt(people: People, bell: Bell, settings: Any, tmp_path: Any) -> str:
    """The page of an erasure that is done."""
    settings.LEDGER_DIR = tmp_path / "ledger"
    written = people.world.write(SECRET)
    path = location(as_(people.owner).post(f"/me/memories/{written['id']}/erase/"))
    bell.answer()
    return path


def a_link(people: People, receipt: str) -> str:
    """A fresh receipt link, as a path."""
    page = as_(people.owner).post(f"{receipt}link/")
    assert page.status_code == 200
    address = page.content.decode().split("<code>")[1].split("</code>")[0]
    return address.removeprefix("http://127.0.0.1:8000")


def test_the_receipt_leads_to_the_certificate_as_a_page_and_as_a_file(
    people: People, receipt: str
) -> None:
    client = as_(people.owner)
    page = client.get(receipt).content.decode()
    assert f'href="{receipt}certificate/"' in page
    assert f'href="{receipt}certificate.json"' in page
    shown = words(client.get(f"{receipt}certificate/"))
    assert "The signature holds" in shown
    assert "Memories, with their vectors and search words 1 1 0" in shown
    assert "Nothing of it is kept." in shown
    assert SECRET not in shown
    file = client.get(f"{receipt}certificate.json")
    assert file.content.decode() == Certificate.objects.using("owner").get().signed
    assert "attachment" in file.headers["Content-Disposition"]


def printed(pdf: bytes) -> str:
    """The words on a sheet, in their order."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    drawn = b"".join(zlib.decompress(each) for each in streams if each[:1] == b"x")
    said = re.findall(rb"\((.*?)(?<!\\)\) Tj", drawn, re.DOTALL)
    return b" ".join(said).decode("latin-1").replace("\\", "")


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Certificate of an erasure"), ("de", "Urkunde über eine Löschung")],
)
def test_it_can_be_printed(
    people: People, receipt: str, language: str, title: str
) -> None:
    signed = json.loads(Certificate.objects.using("owner").get().signed)
    Account.objects.filter(id=people.owner.id).update(language=language)
    client = as_(people.owner)
    client.cookies["django_language"] = language
    sheet = client.get(f"{receipt}certificate.pdf")
    assert sheet.headers["Content-Type"] == "application/pdf"
    text = printed(sheet.content)
    assert title in text
    for fact in (signed["reference"], signed["audit"]["head"]["hash"]):
        assert fact in text.replace(" ", "")
    assert SECRET not in text
    path = a_link(people, receipt)
    assert as_(people.stranger).get(f"{path}certificate.pdf").status_code == 200


def test_before_it_is_there_the_receipt_says_so(people: People, receipt: str) -> None:
    Certificate.objects.using("owner").all().delete()
    ErasureRun.objects.using("owner").update(certified_at=None)
    client = as_(people.owner)
    assert "Its certificate is being made" in words(client.get(receipt))
    assert client.get(f"{receipt}certificate/").status_code == 404
    assert client.post(f"{receipt}link/").status_code == 404


def test_a_certificate_that_was_changed_in_the_database_is_not_passed_off_as_good(
    people: People, receipt: str
) -> None:
    row = Certificate.objects.using("owner").get()
    Certificate.objects.using("owner").update(
        signed=row.signed.replace('"after":0', '"after":1')
    )
    shown = words(as_(people.owner).get(f"{receipt}certificate/"))
    assert "The signature cannot be checked here" in shown
    assert "The signature holds" not in shown


def test_nobody_else_sees_the_certificate_or_makes_a_link(
    people: People, receipt: str
) -> None:
    for other in (people.colleague, people.stranger, people.staff):
        client = as_(other)
        assert client.get(f"{receipt}certificate/").status_code == 404
        assert client.get(f"{receipt}certificate.json").status_code == 404
        assert client.get(f"{receipt}certificate.pdf").status_code == 404
        assert client.post(f"{receipt}link/").status_code == 404
    assert ReceiptLink.objects.using("owner").count() == 0


def test_a_receipt_link_opens_it_without_a_session(
    people: People, receipt: str
) -> None:
    path = a_link(people, receipt)
    nobody = as_(None)
    page = nobody.get(path)
    assert page.status_code == 200
    assert "The signature holds" in words(page)
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert page.headers["Cache-Control"] == "no-store"
    assert not nobody.cookies.get("sessionid")
    file = nobody.get(f"{path}certificate.json")
    assert file.content.decode() == Certificate.objects.using("owner").get().signed


def test_who_came_by_a_dashboard_link_sees_it_and_may_make_one(
    people: People, receipt: str
) -> None:
    by_link = as_(None)
    by_link.post(people.link(people.world.owner, people.world.travel))
    assert "The signature holds" in words(by_link.get(f"{receipt}certificate/"))
    assert by_link.post(f"{receipt}link/").status_code == 200


def test_it_opens_after_the_account_is_gone(people: People, receipt: str) -> None:
    path = a_link(people, receipt)
    Person.objects.using("owner").update(account=None)
    Account.objects.using("owner").filter(id=people.owner.id).delete()
    assert as_(None).get(path).status_code == 200


def test_the_token_is_kept_as_a_hash_and_shown_once(
    people: People, receipt: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        path = a_link(people, receipt)
        as_(None).get(path)
    token = path.split("/")[2]
    assert len(token) >= 43
    row = ReceiptLink.objects.using("owner").get()
    assert bytes(row.token_hash) in hashes("receipt link", token)
    assert token not in caplog.text
    assert token not in as_(people.owner).get(receipt).content.decode()


def test_a_wrong_token_is_not_found_and_a_lapsed_one_is_gone(
    people: People, receipt: str
) -> None:
    path = a_link(people, receipt)
    for suffix in ("", "certificate.json"):
        assert as_(None).get(f"/receipts/{'x' * 43}/{suffix}").status_code == 404
        ReceiptLink.objects.using("owner").update(
            expires_at=timezone.now() - timedelta(seconds=1)
        )
        assert as_(None).get(path + suffix).status_code == 410
        assert "reference" not in as_(None).get(path + suffix).content.decode()


def test_a_wrong_token_costs_the_questions_of_a_lapsed_one(
    people: People, receipt: str, django_assert_num_queries: Any
) -> None:
    token = a_link(people, receipt).split("/")[2]
    ReceiptLink.objects.using("owner").update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    for each in (token, "x" * 43):
        with django_assert_num_queries(4):
            open_receipt(each)


def test_a_link_lasts_for_a_year_and_is_then_deleted(
    people: People, receipt: str
) -> None:
    a_link(people, receipt)
    row = ReceiptLink.objects.using("owner").get()
    assert row.expires_at - row.created_at == timedelta(days=365)
    retain_nightly()
    assert ReceiptLink.objects.using("owner").count() == 1
    ReceiptLink.objects.using("owner").update(expires_at=timezone.now())
    retain_nightly()
    assert ReceiptLink.objects.using("owner").count() == 0
    assert Certificate.objects.using("owner").count() == 1


def test_who_made_a_link_stands_in_the_record_and_in_their_activity(
    people: People, receipt: str
) -> None:
    a_link(people, receipt)
    entry = AuditEntry.objects.using("owner").get(verb="certificate.linked")
    assert (entry.actor_kind, entry.actor_id) == ("account", people.owner.id)
    activity = words(as_(people.owner).get("/me/activity/"))
    assert "You made a link to the certificate of an erasure." in activity


def test_its_person_reads_which_app_it_was_and_whoever_has_the_link_does_not(
    people: People, receipt: str
) -> None:
    link, client = a_link(people, receipt), as_(people.owner)
    name = people.world.travel.service.name
    mine, with_link = client.get(f"{receipt}certificate/"), client.get(link)
    assert f"{name} {people.world.travel.service.id}" in words(mine)
    assert str(people.world.travel.service.id) in words(with_link)
    assert name not in words(with_link)
    assert name not in Certificate.objects.using("owner").get().signed


def test_what_an_app_answers_later_stands_beside_what_was_signed(
    people: People, receipt: str
) -> None:
    link, run = a_link(people, receipt), ErasureRun.objects.using("owner").get()
    client = as_(people.owner)
    for page in (client.get(f"{receipt}certificate/"), client.get(link)):
        assert "How it stands today" in words(page)
        assert "has not been told yet" in words(page)
    answered = people.world.travel.client().post(
        f"/api/v1/erasures/{run.id}/acknowledge"
    )
    assert answered.status_code < 300
    for page in (client.get(f"{receipt}certificate/"), client.get(link)):
        assert "knows of the erasure, and said so" in words(page)
    # What was signed stays as it was.
    signed = json.loads(Certificate.objects.using("owner").get().signed)
    assert [each["state"] for each in signed["recipients"]] != ["acknowledged"]
