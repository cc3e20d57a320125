"""The doors to a package: whoever is signed in, and a link with a code; nobody else."""

import io
import re
import uuid
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from governance.access import as_staff, package_path
from governance.audit import SYSTEM
from governance.models import (
    AuditEntry,
    Package,
    PackageDownload,
    PackageLink,
    Person,
)
from governance.requests import packages
from tests.requests.packages.making import STAFF, Making
from tests.web.people import People, as_, location, words
from tests.web.signing import again_as

ADDRESS = "owner@example.org"


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "packages")
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def making(people: People, bell: Any) -> Making:
    people.world.write("Likes rain.")
    return Making(people.world, bell)


@pytest.fixture
def package(people: People, making: Making) -> Package:
    return making.make(account_id=people.owner.id)


def page(package: Package) -> str:
    return f"/me/requests/package/{package.id}/"


def body(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def test_the_person_downloads_it(people: People, package: Package) -> None:
    client = again_as(people.owner)
    shown = words(client.get(page(package)))
    assert "access (Art. 15 GDPR)" in shown
    assert "Downloads 0" in shown
    answer = client.post(page(package))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Cache-Control"] == "no-store"
    assert re.fullmatch(
        r'attachment; filename="memoryhub-access-[\d-]+\.zip"',
        answer.headers["Content-Disposition"],
    )
    got = body(answer)
    assert len(got) == package.size == int(answer.headers["Content-Length"])
    with zipfile.ZipFile(io.BytesIO(got)) as archive:
        assert archive.testzip() is None
        assert b"Likes rain." in archive.read("memories.csv")
    assert "Downloads 1" in words(client.get(page(package)))


def test_each_download_is_logged_audited_and_stands_in_the_activity(
    people: People, package: Package, as_owner: Any
) -> None:
    client = again_as(people.owner)
    for _ in range(2):
        body(client.post(page(package)))
    rows = as_owner(PackageDownload).filter(package_id=package.id)
    assert [each.account_id for each in rows] == [people.owner.id] * 2
    entries = as_owner(AuditEntry).filter(verb="package.downloaded")
    assert {(each.actor_id, each.person_id) for each in entries} == {
        (people.owner.id, people.world.owner.id)
    }
    assert len(entries) == 2
    shown = words(as_(people.owner).get("/me/activity/"))
    assert "You downloaded the copy that a request had asked for." in shown
    assert "1 entry of Travel assistant went into your own export." in shown


def test_without_having_signed_in_just_now_one_is_asked_first(
    people: People, package: Package, as_owner: Any
) -> None:
    client = as_(people.owner)
    for answer in (client.get(page(package)), client.post(page(package))):
        assert answer.status_code in {302, 303}
        assert "/accounts/again/" in location(answer)
    assert not as_owner(PackageDownload).exists()


def test_nobody_else_opens_it(people: People, package: Package, as_owner: Any) -> None:
    for other in (people.colleague, people.stranger, people.staff):
        client = again_as(other)
        assert client.get(page(package)).status_code == 404
        assert client.post(page(package)).status_code == 404
    for answer in (as_(None).get(page(package)), as_(None).post(page(package))):
        assert answer.status_code == 302
        assert "/accounts/login/" in location(answer)
    never = f"/me/requests/package/{uuid.uuid4()}/"
    assert again_as(people.owner).get(never).status_code == 404
    assert not as_owner(PackageDownload).exists()


def test_who_came_by_a_dashboard_link_cannot(people: People, package: Package) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    assert client.get(page(package)).status_code == 403
    assert client.post(page(package)).status_code == 403


def test_a_record_that_was_let_go_takes_its_package_along(
    people: People, package: Package, as_owner: Any
) -> None:
    as_owner(Person).filter(id=people.world.owner.id).update(account=people.stranger)
    assert again_as(people.owner).get(page(package)).status_code == 404
    assert again_as(people.stranger).get(page(package)).status_code == 404


def test_when_its_time_is_over_it_is_gone_before_the_sweep(
    people: People, package: Package, as_owner: Any
) -> None:
    as_owner(Package).update(expires_at=timezone.now() - timedelta(seconds=1))
    client = again_as(people.owner)
    assert client.get(page(package)).status_code == 410
    assert client.post(page(package)).status_code == 410
    assert "seven days are over" in words(client.get(page(package)))


def test_when_it_was_withdrawn_its_page_says_why(
    people: People, package: Package
) -> None:
    with as_staff():
        packages.withdraw_packages([people.world.owner.id])
    client = again_as(people.owner)
    assert client.post(page(package)).status_code == 410
    assert "something that was in it was erased" in words(client.get(page(package)))
    assert "A copy of your data was withdrawn" in words(client.get("/me/activity/"))


@pytest.mark.parametrize("how", ["changed", "cut", "gone", "grown"])
def test_a_damaged_file_is_refused_before_its_first_byte(
    people: People, package: Package, as_owner: Any, how: str
) -> None:
    path = package_path(package.id, package.fence)
    raw = bytearray(path.read_bytes())
    if how == "changed":
        raw[-20] ^= 1
    path.write_bytes({"cut": raw[:-40], "grown": raw + b"x"}.get(how, raw))
    if how == "gone":
        path.unlink()
    answer = again_as(people.owner).post(page(package))
    assert answer.status_code == 410
    assert "the file was damaged" in words(answer)
    assert not as_owner(PackageDownload).exists()


def test_while_it_is_being_made_the_page_says_so(
    people: People, making: Making
) -> None:
    package_id = making.order(account_id=people.owner.id)
    client = again_as(people.owner)
    answer = client.get(f"/me/requests/package/{package_id}/")
    assert "It is being made" in words(answer)
    assert client.post(f"/me/requests/package/{package_id}/").status_code == 200
    assert "Content-Disposition" not in answer.headers


class ByLink:
    """Somebody with a link, and their mail."""

    def __init__(self, package: Package) -> None:
        cache.clear()
        with as_staff():
            self.token, self.ends = packages.make_link(
                package.id, address=ADDRESS, actor=STAFF
            )
        self.client = Client(raise_request_exception=False)
        self.path = f"/requests/package/{self.token}/"

    def ask(self) -> Any:
        return self.client.post(self.path, {"send": "code"})

    def code(self) -> str:
        found = re.search(r"^\d{8}$", str(mail.outbox[-1].body), re.MULTILINE)
        assert found
        return found[0]

    def open(self, code: str) -> Any:
        return self.client.post(self.path, {"code": code})


@pytest.fixture
def by_link(making: Making, static_files: None) -> ByLink:
    return ByLink(making.make())


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**8:08}"


def test_link_and_code_open_it_once(
    by_link: ByLink, people: People, as_owner: Any
) -> None:
    assert "The link alone opens nothing" in words(by_link.client.get(by_link.path))
    assert "a code is on its way" in words(by_link.ask())
    assert mail.outbox[-1].to == [ADDRESS]
    code = by_link.code()
    answer = by_link.open(f"{code[:4]} {code[4:]}")
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(body(answer))) as archive:
        assert b"Likes rain." in archive.read("memories.csv")
    again = by_link.open(code)
    assert again.status_code == 400
    link = as_owner(PackageLink).get()
    row = as_owner(PackageDownload).get()
    assert (row.link_id, row.account_id) == (link.id, None)
    entry = as_owner(AuditEntry).get(verb="package.downloaded")
    assert (entry.actor_kind, entry.actor_id) == ("link", link.id)
    shown = words(as_(people.owner).get("/me/activity/"))
    assert "was downloaded by its link" in shown


def test_guessing_ends_with_429_even_for_the_right_code(by_link: ByLink) -> None:
    by_link.ask()
    code = by_link.code()
    for _ in range(5):
        assert by_link.open(wrong(code)).status_code == 400
    assert by_link.open(wrong(code)).status_code == 429
    assert by_link.open(code).status_code == 429


def test_guessing_ends_also_where_nothing_is_counted_in_the_cache(
    by_link: ByLink,
) -> None:
    by_link.ask()
    code = by_link.code()
    for _ in range(5):
        cache.clear()
        assert by_link.open(wrong(code)).status_code == 400
    cache.clear()
    assert by_link.open(code).status_code == 429


def test_a_fresh_code_can_be_sent_five_times(by_link: ByLink) -> None:
    for _ in range(5):
        cache.clear()
        assert by_link.ask().status_code == 200
    cache.clear()
    assert by_link.ask().status_code == 429
    assert len(mail.outbox) == 5
    assert by_link.open(by_link.code()).status_code == 200


def test_an_earlier_code_is_good_no_more(by_link: ByLink) -> None:
    by_link.ask()
    first = by_link.code()
    by_link.ask()
    assert by_link.open(first).status_code == (200 if first == by_link.code() else 400)
    assert by_link.open(by_link.code()).status_code == 200


def test_a_code_lives_a_quarter_of_an_hour(by_link: ByLink, as_owner: Any) -> None:
    by_link.ask()
    link = as_owner(PackageLink).get()
    assert link.code_until is not None
    assert link.code_until - timezone.now() <= timedelta(minutes=15)
    as_owner(PackageLink).update(code_until=timezone.now())
    assert by_link.open(by_link.code()).status_code == 400


def test_without_a_code_having_been_sent_nothing_opens(by_link: ByLink) -> None:
    assert by_link.open("00000000").status_code == 400
    assert by_link.open("").status_code == 400


@pytest.mark.parametrize("kind", ["never was", "over", "withdrawn"])
def test_a_link_that_opens_nothing_is_answered_like_one_that_does(
    by_link: ByLink, people: People, as_owner: Any, kind: str
) -> None:
    by_link.ask()
    code = by_link.code()
    sent = len(mail.outbox)
    other = f"/requests/package/{'x' * 43}/"
    if kind == "over":
        as_owner(PackageLink).update(expires_at=timezone.now())
    elif kind == "withdrawn":
        with as_staff():
            packages.withdraw_packages([people.world.owner.id])
    path = other if kind == "never was" else by_link.path
    cache.clear()
    client = Client(raise_request_exception=False)
    assert words(client.get(path)) == words(client.get(f"{other[:-2]}y/"))
    assert words(client.post(path, {"send": "code"})) == words(
        client.post(f"{other[:-2]}y/", {"send": "code"})
    )
    assert len(mail.outbox) == sent
    statuses = [client.post(path, {"code": code}).status_code for _ in range(6)]
    assert statuses == [400] * 5 + [429]


def test_neither_token_nor_code_nor_address_is_in_the_database_or_the_log(
    by_link: ByLink, as_owner: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        by_link.ask()
        code = by_link.code()
        by_link.open(wrong(code))
    row = as_owner(PackageLink).values().get()
    kept = b"".join(bytes(v) for v in row.values() if isinstance(v, memoryview | bytes))
    for secret in (by_link.token, code, ADDRESS):
        assert secret.encode() not in kept
        assert secret not in str(row)
        assert secret not in caplog.text


def test_a_mail_that_cannot_be_sent_tells_nothing(
    by_link: ByLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **more: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr("governance.requests.packages.links.send_mail", broken)
    assert by_link.ask().status_code == 200


def test_a_link_is_made_for_a_ready_package_only(
    people: People, making: Making
) -> None:
    package_id = making.order()
    with as_staff(), pytest.raises(packages.NotThere):
        packages.make_link(package_id, address=ADDRESS, actor=SYSTEM)
