"""Activity, apps, switches and export in the browser: accessible, inert, and usable
without JavaScript."""

from typing import Any

import pytest
from playwright.sync_api import expect

from governance.models import Memory, Read
from tests.journeys.axe import accessible
from tests.journeys.browser import Open
from tests.journeys.test_hostile import HOSTILE
from tests.web.people import PASSWORD, People

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def a_recall(people: People, *ids: str) -> Read:
    """A recall on record, with why each memory was chosen."""
    scores = {"relevance": 0.9, "recency": 0.5, "importance": 0.4, "total": 0.7}
    made: Read = Read.objects.using("owner").create(
        person_id=people.world.owner.id,
        service_id=people.world.travel.service.id,
        kind="recall",
        purpose="plan-trip",
        memory_ids=ids,
        scores=dict.fromkeys(ids, scores),
    )
    return made


def test_axe_finds_nothing(people: People, open_browser: Open) -> None:
    ids = [people.world.write(f"Fact {n} about bread.")["id"] for n in range(7)]
    read = a_recall(people, *ids)
    app = f"/me/apps/{people.world.owner.id}/"
    visit = open_browser()
    page = visit.sign_in("owner")
    for path in (
        "/me/activity/",
        f"/me/activity/?app={people.world.owner.id}",
        "/me/activity/?since=2026-03-02&until=2026-03-01",
        "/me/activity/?kind=you&until=2020-01-01",
        f"/me/activity/{read.id}/",
        "/me/apps/",
        app,
        f"{app}disconnect/",
        f"{app}let-go/",
        "/me/on-off/",
        "/me/export/",
    ):
        accessible(visit, path)
    visit.go("/me/on-off/")
    page.get_by_role("button", name="Until I say").click()
    page.get_by_role("button", name="Switch memory off").click()
    for path in ("/me/on-off/", app):
        accessible(visit, path)
    visit.go(f"{app}disconnect/")
    page.get_by_role("button", name="Disconnect and forget").click()
    _sign_in_again(page, then="Disconnect Travel assistant?")
    page.get_by_role("button", name="Disconnect and forget").click()
    expect(page.get_by_role("button", name="Undo: bring it back")).to_be_visible()
    for path in (app, "/me/on-off/", "/me/apps/"):
        accessible(visit, path)
    visit.go("/me/export/")
    page.get_by_role("button", name="Make a page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your export is ready")
    accessible(visit)


@pytest.mark.parametrize("javascript", [True, False])
def test_switch_off_from_any_page_see_it_everywhere_and_switch_on(
    people: People, open_browser: Open, javascript: bool
) -> None:
    visit = open_browser(java_script_enabled=javascript)
    page = visit.sign_in("owner")
    page.get_by_role("link", name="On or off").click()
    page.get_by_role("button", name="Switch memory off").click()
    visit.go("/me/")
    banner = page.get_by_text("Memory is off. Nothing is remembered")
    expect(banner).to_be_visible()
    banner.get_by_role("link", name="Memory on or off").click()
    page.get_by_role("button", name="Switch memory on").click()
    visit.go("/me/")
    expect(banner).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False])
def test_make_an_export_sign_in_again_and_have_the_file(
    people: People, open_browser: Open, javascript: bool
) -> None:
    people.world.write("Prefers trains to planes.")
    visit = open_browser(java_script_enabled=javascript)
    page = visit.sign_in("owner")
    visit.go("/me/export/")
    page.get_by_role("button", name="Make a page").click()
    _sign_in_again(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    file = download.value.path().read_text()
    assert "Prefers trains to planes." in file
    visit.go("/me/activity/")
    expect(page.get_by_text("You downloaded your data")).to_be_visible()


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_inert_here_and_in_the_file(
    people: People, open_browser: Open, text: str, tmp_path: Any
) -> None:
    written = people.world.write("Stands in for the text.")
    Memory.objects.using("owner").filter(id=written["id"]).update(text=text)
    service = people.world.travel.service
    type(service).objects.using("owner").filter(id=service.id).update(name=text[:80])
    a_recall(people, written["id"])
    visit = open_browser(width=360)
    page = visit.sign_in("owner")
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    app = f"/me/apps/{people.world.owner.id}/"
    for path in ("/me/activity/", "/me/apps/", app, f"{app}disconnect/", "/me/on-off/"):
        visit.go(path)
        assert page.locator("main script, main img, main [onclick]").count() == 0
        assert visit.overflow() == 0, path
        expect(page).not_to_have_title("taken")
    visit.go("/me/export/")
    page.get_by_role("button", name="Make a page").click()
    _sign_in_again(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    # Opened as a file, where none of the site's headers protect it.
    saved = tmp_path / "export.html"
    download.value.save_as(saved)
    page.goto(saved.as_uri())
    assert text in page.locator("article .text").all_text_contents()
    assert page.locator("script, img, [onclick]").count() == 0
    assert visit.overflow() == 0
    expect(page).not_to_have_title("taken")
    assert asked == []


def test_targets_on_a_phone_are_large_enough(
    people: People, open_browser: Open
) -> None:
    people.world.write("Prefers trains to planes.")
    visit = open_browser(width=360)
    page = visit.sign_in("owner")
    for path in ("/me/on-off/", "/me/apps/", "/me/activity/", "/me/export/"):
        visit.go(path)
        heights = page.locator("main .button, main summary").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().height)"
        )
        assert min(heights, default=44) >= 44, path


def _sign_in_again(page: Any, then: str = "Your export is ready") -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").locator("button[type=submit]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(then)
