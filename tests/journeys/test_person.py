"""What a person does: see what is remembered, erase one, come by a link."""

import pytest
from playwright.sync_api import expect

from tests.bell import Bell
from tests.journeys.browser import Open
from tests.web.people import People
from tests.world import memories_of

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("javascript", [True, False])
def test_sign_in_see_the_list_erase_one_and_get_the_receipt(
    people: People, bell: Bell, open_browser: Open, javascript: bool
) -> None:
    people.world.write("Prefers trains to planes.")
    people.world.write("Drinks tea in the morning.")
    page = open_browser(java_script_enabled=javascript).sign_in("owner")
    expect(page.get_by_role("heading", level=1)).to_have_text("What I remember")
    expect(page.get_by_role("heading", name="2 memories")).to_be_visible()
    row = page.locator(".memory").filter(has_text="Prefers trains")
    row.get_by_role("link", name="Details").click()
    page.get_by_role("link", name="Erase now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Erase this memory?")
    page.get_by_role("button", name="Erase now").click()
    expect(page.get_by_text("Waiting to start")).to_be_visible()
    bell.answer()
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_text("It is gone.")).to_be_visible()
    left = [memory.text for memory in memories_of(people.world.owner)]
    assert left == ["Drinks tea in the morning."]


def test_the_same_by_keyboard_alone(
    people: People, bell: Bell, open_browser: Open
) -> None:
    people.world.write("Prefers trains to planes.")
    visit = open_browser()
    page = visit.go("/accounts/login/")
    page.get_by_label("E-mail address").focus()
    page.keyboard.type("owner@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type("three calm green boats")
    page.keyboard.press("Enter")
    page.wait_for_url("**/me/")
    _tab_to(page, "Details: Prefers trains to planes.")
    page.keyboard.press("Enter")
    page.wait_for_url("**/memories/**")
    _tab_to(page, "Erase now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/erase/")
    _tab_to(page, "Erase now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/erasures/**")
    bell.answer()
    assert memories_of(people.world.owner) == []


def test_the_first_tab_skips_to_the_content(open_browser: Open, people: People) -> None:
    page = open_browser().go("/accounts/login/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_wrong_password_takes_the_focus_to_what_is_wrong(
    people: People, open_browser: Open
) -> None:
    page = open_browser().go("/accounts/login/")
    page.get_by_label("E-mail address").fill("owner@example.org")
    page.get_by_label("Password").fill("not the password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page).to_have_title("Error: Sign in · Memoryhub")


def test_a_dashboard_link_opens_by_its_button(
    people: People, open_browser: Open
) -> None:
    people.world.write("Prefers trains to planes.")
    visit = open_browser(width=360)
    page = visit.go(people.link(people.world.owner, people.world.travel))
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("Prefers trains to planes.").first).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are signed out")
    visit.go("/me/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def _tab_to(page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.textContent.trim().replace(/\\s+/g, ' ')"
        )
        if focused == name:
            return
    pytest.fail(f"{name} is not reached by the keyboard")
