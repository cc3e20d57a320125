"""Closing an account: everything goes, and a receipt opens when nobody is left."""

import re
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from governance import holding
from governance.access import as_account, as_service_with, find_or_make_person
from governance.audit import SYSTEM
from governance.choices import closing
from governance.erasure import erase_whole
from governance.holding import Ground
from governance.models import (
    Account,
    AuditEntry,
    ErasureRun,
    Exception17,
    ExportLink,
    Memory,
    Person,
    Role,
    RunState,
)
from tests.erasure.test_whole_person import PROOFS, naming
from tests.web.people import People, as_, location, words
from tests.web.signing import again_as

PAGE = "/me/account/close/"
SURE = {"understood": "yes"}


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def two_records(people: People) -> People:
    """The owner has claimed a record at the bank as well."""
    people.world.write("Likes tea.", key="preference:drink")
    people.world.write("Saves for a boat.", ref="saver", program=people.world.bank)
    saver = find_or_make_person(people.world.bank.service.id, "saver")
    Person.objects.using("owner").filter(id=saver.id).update(account=people.owner)
    return people


def runs():
    rows = ErasureRun.objects.using("owner").filter(scope="whole_person")
    return list(rows.order_by("created_at", "id"))


def receipts_on(page):
    """The links that the page shows."""
    found = re.findall(r'href="([^"]+/receipts/[^"]+)"', page.content.decode())
    return [urlsplit(each).path for each in found]


def test_the_page_tells_what_goes_of_each_app_and_changes_nothing(two_records):
    page = again_as(two_records.owner).get(PAGE)
    said = words(page)
    assert page.status_code == 200
    for word in ("Travel assistant", "Bank assistant", "Your own row and your key"):
        assert word in said
    assert 'href="/me/export/"' in page.content.decode()
    assert runs() == []


def test_without_the_box_nothing_happens(two_records):
    page = again_as(two_records.owner).post(PAGE, {})
    assert page.status_code == 422
    assert "Tick the box" in words(page)
    assert runs() == []
    assert Account.objects.filter(id=two_records.owner.id).exists()


def test_every_record_goes_as_one_unit_and_the_account_with_them(two_records, bell):
    owner = two_records.owner
    persons = set(
        Person.objects.using("owner").filter(account=owner).values_list("id", flat=True)
    )
    page = again_as(owner).post(PAGE, SURE)
    assert page.status_code == 200
    assert "Your account is closed" in words(page)
    first, second = sorted(runs(), key=lambda run: run.unit is not None)
    assert second.unit == first.id
    assert {first.person_id, second.person_id} == persons
    assert not Account.objects.filter(id=owner.id).exists()
    assert not EmailAddress.objects.filter(email=owner.email).exists()
    bell.answer()
    assert {run.state for run in runs()} == {RunState.DONE}
    assert naming(*map(str, persons)) <= PROOFS
    assert naming(str(owner.id)) == {"audit_entry"}
    assert naming(owner.email, "Likes tea", "Saves for a boat") == set()
    assert AuditEntry.objects.using("owner").filter(verb="account.closed").count() == 1


def test_all_sessions_of_the_account_end(two_records):
    elsewhere = as_(two_records.owner)
    colleague = as_(two_records.colleague)
    here = again_as(two_records.owner)
    here.post(PAGE, SURE)
    for client in (elsewhere, here):
        assert location(client.get("/me/")).startswith("/accounts/login")
    assert colleague.get("/me/").status_code == 200
    kept = [session.get_decoded() for session in Session.objects.all()]
    assert str(two_records.owner.id) not in str(kept)


def test_who_came_by_a_link_is_out_as_well(two_records):
    world = two_records.world
    visitor = Client(raise_request_exception=False)
    visitor.post(two_records.link(world.owner, world.travel))
    assert visitor.get("/me/").status_code == 200
    assert visitor.get(PAGE).status_code == 403
    assert visitor.post(PAGE, SURE).status_code == 403
    again_as(two_records.owner).post(PAGE, SURE)
    assert location(visitor.get("/me/")).startswith("/accounts/login")


def test_it_asks_first_whether_it_is_still_them(two_records):
    answer = as_(two_records.owner).post(PAGE, SURE)
    assert "/accounts/again/" in location(answer)
    assert runs() == []


def test_the_receipts_open_when_the_account_is_gone(two_records, bell):
    page = again_as(two_records.owner).post(PAGE, SURE)
    assert page.headers["Cache-Control"] == "no-store"
    links = receipts_on(page)
    assert len(links) == 2
    nobody = Client()
    assert [nobody.get(link).status_code for link in links] == [202, 202]
    assert nobody.get(f"{links[0]}certificate.json").status_code == 202
    bell.answer()
    for link in links:
        opened = nobody.get(link)
        assert opened.status_code == 200
        assert "A whole person" in words(opened)


def test_pressed_twice_it_is_closed_once(two_records):
    client, twin = again_as(two_records.owner), again_as(two_records.owner)
    client.post(PAGE, SURE)
    assert twin.post(PAGE, SURE).status_code == 302
    assert len(runs()) == 2
    with pytest.raises(Account.DoesNotExist):
        closing.close_account(two_records.owner)


def test_what_stops_it_stops_all_of_it(two_records, monkeypatch):
    def no_link(*_args, **_more):
        raise RuntimeError

    monkeypatch.setattr(closing, "make_receipt_link", no_link)
    assert again_as(two_records.owner).post(PAGE, SURE).status_code == 500
    assert runs() == []
    assert Account.objects.filter(id=two_records.owner.id).exists()
    with as_account(two_records.owner.id) as persons:
        assert len(persons) == 2


def test_a_full_ledger_stops_it_and_the_page_says_so(two_records, monkeypatch):
    def no_space(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("governance.ledger.file._write", no_space)
        answer = again_as(two_records.owner).post(PAGE, SURE)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert runs() == []
    assert again_as(two_records.owner).post(PAGE, SURE).status_code == 200
    assert len(runs()) == 2


def test_links_to_an_export_go_with_the_account(two_records, bell):
    client = again_as(two_records.owner)
    client.post("/me/export/link/", {"format": "json"})
    assert ExportLink.objects.using("owner").count() == 1
    client.post(PAGE, SURE)
    assert ExportLink.objects.using("owner").count() == 0


def test_the_only_officer_stays(people: People):
    client = again_as(people.staff)
    assert "the only compliance officer" in words(client.get(PAGE))
    assert client.post(PAGE, SURE).status_code == 409
    Account.objects.filter(id=people.colleague.id).update(role=Role.OFFICER)
    assert client.post(PAGE, SURE).status_code == 200
    assert not Account.objects.filter(id=people.staff.id).exists()


def test_what_the_law_keeps_is_told_and_goes_when_its_time_is_over(two_records, bell):
    world = two_records.world
    kept = world.write("Owes the bank a letter.")
    until = timezone.now() + timedelta(days=30)
    with as_service_with(world.travel.service.id, world.owner.id):
        hold = holding.place(
            UUID(kept["id"]),
            Ground(Exception17.CLAIMS, "A court case.", until),
            person_id=world.owner.id,
            actor=SYSTEM,
        )
    client = again_as(two_records.owner)
    assert "1 memory has to stay for a time, by law" in words(client.get(PAGE))
    client.post(PAGE, SURE)
    bell.answer()
    assert Memory.objects.using("owner").get().text == "Owes the bank a letter."
    with as_service_with(world.travel.service.id, world.owner.id):
        holding.release(hold.id, person_id=world.owner.id, actor=SYSTEM)
    bell.answer()
    assert naming(str(world.owner.id)) <= PROOFS


def test_whoever_signs_up_again_under_the_same_address_finds_nothing(two_records, bell):
    again_as(two_records.owner).post(PAGE, SURE)
    bell.answer()
    anew = Account.objects.create_user(two_records.owner.email)
    with as_account(anew.id) as persons:
        assert persons == ()


def test_a_browser_that_came_by_a_link_finds_nothing_once_the_person_is_gone(
    two_records, bell
):
    world = two_records.world
    visitor = Client(raise_request_exception=False)
    visitor.post(two_records.link(world.owner, world.travel))
    with as_service_with(world.travel.service.id, world.owner.id):
        erase_whole(world.owner.id, world.travel.service.id, actor=SYSTEM)
    for _ in range(2):  # on its way, and done
        for page in (
            "/me/",
            "/me/review/",
            "/me/on-off/",
            "/me/apps/",
            "/me/settings/",
        ):
            answer = visitor.get(page)
            assert answer.status_code in {200, 404}, page
            assert "Likes tea" not in words(answer)
        bell.answer()
