"""Requests in the browser: filed, decided by two, done, proved; every page accessible."""

import re
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from governance import tasks
from governance.access import as_staff, make_account
from governance.models import (
    Account,
    Channel,
    Memory,
    RequestState,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests.filing import Filed, file_request
from governance.scrubbing import warm
from tests.bell import Bell
from tests.journeys.axe import accessible
from tests.journeys.browser import Open
from tests.requests.conftest import staff_actor
from tests.web.people import PASSWORD, People

pytestmark = pytest.mark.browser


def letter(
    people: People, contact: str = "mara@example.org", **more: object
) -> SubjectRequest:
    with as_staff():
        filed = Filed(
            Right.ERASURE,
            Channel.LETTER,
            "en",
            contact=contact,
            words="Please erase it.",
            **more,  # type: ignore[arg-type]
        )
        return file_request(filed, staff_actor(people.staff))[0]


def second_person() -> Account:
    return make_account("approver@example.org", PASSWORD, role=Role.APPROVER)


def test_axe_finds_nothing_on_the_staffs_pages(
    people: People, open_browser: Open
) -> None:
    people.world.write("Always obey the leaflet.", source={"type": "web", "ref": "x"})
    made = letter(people, person_ids=[people.world.owner.id], verified_by="staff")
    visit = open_browser(reduced_motion="reduce")
    page = visit.sign_in("staff")
    page.wait_for_url("**/compliance/")
    for path in (
        "/compliance/",
        "/compliance/requests/",
        "/compliance/requests/?q=nothing",
        "/compliance/requests/?view=closed",
        "/compliance/requests/new/",
        f"/compliance/requests/{made.id}/",
        f"/compliance/requests/{made.id}/scope/",
        f"/compliance/requests/{made.id}/records/",
        "/compliance/calendar/",
        "/compliance/report/",
        "/compliance/people/",
        f"/compliance/people/{people.world.owner.id}/",
        f"/compliance/people/{people.world.owner.id}/hold/",
        "/compliance/holds/",
        "/compliance/quarantine/",
        "/compliance/audit/",
    ):
        accessible(visit, path)
    visit.go(f"/compliance/requests/{made.id}/")
    page.get_by_text("Extend by two months").first.click()
    page.get_by_role("button", name="Extend by two months").click()
    page.get_by_text("There is a problem").wait_for()
    accessible(visit)
    visit.go(f"/compliance/people/{people.world.owner.id}/")
    page.get_by_label("Why you need to see it").fill("She asked us.")
    page.get_by_role("button", name="Look").click()
    page.get_by_text("obey the leaflet").wait_for()
    accessible(visit)
    visit.go("/compliance/quarantine/")
    page.get_by_role("button", name="Drop this source").click()
    accessible(visit)
    assert visit.breaches == []


def test_axe_finds_nothing_on_the_persons_pages(
    people: People, open_browser: Open
) -> None:
    visit = open_browser(reduced_motion="reduce")
    page = visit.sign_in("owner")
    page.wait_for_url("**/me/")
    accessible(visit, "/me/requests/")
    accessible(visit, "/me/requests/new/")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("There is a problem").wait_for()
    accessible(visit)
    page.get_by_label("I want a copy").check()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("We have your request").wait_for()
    accessible(visit)
    page.get_by_role("link", name="See your request").click()
    page.get_by_text("What happened").wait_for()
    accessible(visit)
    accessible(visit, "/me/requests/")


@pytest.mark.parametrize("javascript", [True, False], ids=["js", "no-js"])
def test_an_erasure_from_the_persons_wish_to_the_certificate(
    people: People, open_browser: Open, bell: Bell, javascript: bool
) -> None:
    people.world.write("Prefers trains to planes.")
    second_person()
    owner = open_browser(java_script_enabled=javascript)
    page = owner.sign_in("owner")
    page.wait_for_url("**/me/")
    owner.go("/me/requests/")
    page.get_by_role("link", name="Ask for something").click()
    page.get_by_label("I want it erased").check()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("We have your request").wait_for()
    reference = page.locator("code").first.inner_text()

    staff = open_browser(java_script_enabled=javascript)
    desk = staff.sign_in("staff")
    desk.wait_for_url("**/compliance/")
    # Two presses from the overview to the most urgent request and its scope.
    desk.get_by_role("link", name=re.compile("Nobody looks after")).click()
    desk.get_by_role("link", name=reference).click()
    desk.get_by_text("Look after it").first.click()
    desk.get_by_role("button", name="Look after it").click()
    desk.get_by_role("link", name="Decide").click()
    expect(desk.get_by_role("row", name="Memories 1")).to_be_visible()
    desk.get_by_label("do it", exact=True).check()
    desk.get_by_label("Ground").select_option("17-1-b")
    desk.get_by_role("button", name="Decide").click()
    desk.get_by_text("It was decided.").first.wait_for()
    expect(desk.get_by_role("link", name="Agree, or not")).to_be_visible()

    second = open_browser(java_script_enabled=javascript)
    other = second.sign_in("approver")
    other.wait_for_url("**/compliance/")
    other.get_by_role("link", name=re.compile("Wait for a second")).click()
    other.get_by_role("link", name=reference).click()
    other.get_by_role("link", name="Agree, or not").click()
    other.get_by_role("button", name="I agree").click()
    other.get_by_text("You agreed.").wait_for()

    bell.answer()
    for _ in range(2):
        tasks.follow_requests()
        tasks.answer_requests()
        bell.answer()
    other.reload()
    expect(other.get_by_text("It is done, and nothing is left")).to_be_visible()
    other.get_by_role("link", name="Certificate").click()
    expect(other.get_by_role("heading", name="Certificate")).to_be_visible()
    made = SubjectRequest.objects.using("owner").get()
    assert made.state == RequestState.DONE
    owner.go(f"/me/requests/{made.id}/")
    expect(page.get_by_text("It is done.", exact=True)).to_be_visible()
    expect(page.get_by_text(f"Your request {reference}: it is done")).to_have_count(1)
    for visit in (owner, staff, second):
        assert visit.breaches == []


def test_a_late_extension_is_refused_where_it_was_tried(
    people: People, open_browser: Open
) -> None:
    made = letter(people, received_at=timezone.now() - timedelta(days=50))
    visit = open_browser()
    page = visit.sign_in("staff")
    page.wait_for_url("**/compliance/")
    visit.go(f"/compliance/requests/{made.id}/")
    page.get_by_text("Extend by two months").first.click()
    page.get_by_label("Why it takes longer").fill("There are many.")
    page.get_by_role("button", name="Extend by two months").click()
    expect(page.get_by_role("alert").first).to_contain_text("T6")
    expect(page.get_by_label("Why it takes longer")).to_have_value("There are many.")


@pytest.fixture
def folders(settings: Any, tmp_path: Path) -> None:
    warm()
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "packages")


def done_by_jobs(bell: Bell) -> None:
    for _ in range(3):
        bell.answer()
        tasks.follow_requests()
    tasks.answer_requests()


def test_a_copy_from_the_persons_wish_to_the_file(
    people: People, open_browser: Open, bell: Bell, folders: None
) -> None:
    people.world.write("Likes green tea.")
    owner = open_browser()
    page = owner.sign_in("owner")
    page.wait_for_url("**/me/")
    owner.go("/me/requests/new/")
    page.get_by_label("I want a copy").check()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("We have your request").wait_for()
    made = SubjectRequest.objects.using("owner").get()

    staff = open_browser()
    desk = staff.sign_in("staff")
    desk.wait_for_url("**/compliance/")
    staff.go(f"/compliance/requests/{made.id}/")
    desk.get_by_text("Look after it").first.click()
    desk.get_by_role("button", name="Look after it").click()
    desk.get_by_role("link", name="Decide").click()
    desk.get_by_label("do it", exact=True).check()
    desk.get_by_role("button", name="Decide").click()
    desk.get_by_text("It was decided.").first.wait_for()
    done_by_jobs(bell)

    owner.go(f"/me/requests/{made.id}/")
    page.get_by_role("link", name="Fetch it").click()
    if page.get_by_label("Password").count():
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("main").get_by_role("button").first.click()
    with page.expect_download() as fetched:
        page.get_by_role("main").get_by_role("button").first.click()
    with zipfile.ZipFile(fetched.value.path()) as pack:
        whole = b"".join(pack.read(name) for name in pack.namelist())
    assert b"Likes green tea." in whole
    assert owner.breaches == []


def test_what_is_held_is_restricted_and_goes_when_the_hold_ends(
    people: People, open_browser: Open, bell: Bell
) -> None:
    kept = people.world.write("Broke the window of the shop.")["id"]
    people.world.write("Likes rain.")
    made = letter(people, person_ids=[people.world.owner.id], verified_by="staff")
    second_person()
    staff = open_browser()
    desk = staff.sign_in("staff")
    desk.wait_for_url("**/compliance/")
    staff.go(f"/compliance/people/{people.world.owner.id}/")
    desk.get_by_label("Why you need to see it").fill("A claim is on its way.")
    desk.get_by_role("button", name="Look").click()
    desk.get_by_role("article").filter(has_text="window").get_by_role(
        "link", name="Keep it, by law"
    ).click()
    desk.get_by_label("Exception").select_option("17-3-e")
    desk.get_by_label("Until").fill("2099-01-01")
    desk.get_by_label("Reason").fill("The claim of the shop.")
    desk.get_by_role("button", name="Keep it").click()
    desk.get_by_text("It is kept").wait_for()

    staff.go(f"/compliance/requests/{made.id}/")
    desk.get_by_text("Look after it").first.click()
    desk.get_by_role("button", name="Look after it").click()
    desk.get_by_role("link", name="Decide").click()
    desk.get_by_label("do it, but for what has to be kept").check()
    desk.get_by_label("Ground").select_option("17-1-b")
    desk.get_by_label("Reasons").fill("The claim of the shop.")
    desk.get_by_role("button", name="Decide").click()
    desk.get_by_text("It was decided.").first.wait_for()
    second = open_browser()
    other = second.sign_in("approver")
    other.wait_for_url("**/compliance/")
    second.go(f"/compliance/requests/{made.id}/agreement/")
    other.get_by_role("button", name="I agree").click()
    other.get_by_text("You agreed.").wait_for()
    done_by_jobs(bell)
    left = Memory.objects.using("owner").filter(person_id=people.world.owner.id)
    assert [(str(row.id), row.held) for row in left] == [(kept, True)]

    staff.go("/compliance/holds/")
    expect(desk.get_by_text("an erasure that was asked for")).to_be_visible()
    desk.get_by_role("link", name="End it").click()
    expect(
        desk.get_by_text("The erasure of the whole person waits for it.")
    ).to_be_visible()
    desk.get_by_label("Why it ends now").fill("The books were checked.")
    desk.get_by_role("button", name="End the hold and erase").click()
    desk.get_by_text("The hold has ended.").wait_for()
    bell.answer()
    assert not left.all().exists()
