"""The queue of requests by its keys alone (shared habit of lists: j, k, x, Enter)."""

from typing import Any

import pytest
from playwright.sync_api import expect

from governance.models import Account
from tests.journeys.browser import Open
from tests.journeys.test_requests import letter
from tests.web.people import People

pytestmark = pytest.mark.browser


def focused(page: Any) -> str:
    """What has the focus, in its own words."""
    return str(page.evaluate("document.activeElement.textContent.trim()"))


def test_the_queue_by_its_keys(people: People, open_browser: Open) -> None:
    first, second = (
        letter(people, contact=f"mara{each}@example.org", verified_by="staff")
        for each in range(2)
    )
    page = (visit := open_browser()).sign_in("staff")
    page.wait_for_url("**/compliance/")
    visit.go("/compliance/requests/?order=received")
    for key, reference in (
        ("j", first.reference),
        ("j", second.reference),
        ("j", second.reference),
        ("k", first.reference),
    ):
        page.keyboard.press(key)
        assert focused(page) == reference
    box = page.get_by_label(f"Choose {first.reference}")
    page.keyboard.press("x")
    expect(box).to_be_checked()
    page.keyboard.press("x")
    expect(box).not_to_be_checked()
    # From the tick box Enter opens as well, and does not send the form it belongs to.
    box.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/compliance/requests/{first.id}/")
    page.keyboard.press("?")
    page.wait_for_url("**/how-memory-works/#keys")
    expect(page.get_by_text("choose the request")).to_be_visible()


def test_keys_do_nothing_where_they_are_switched_off_or_words_are_typed(
    people: People, open_browser: Open
) -> None:
    made = letter(people, verified_by="staff")
    accounts = Account.objects.using("owner")
    accounts.update(shortcuts=False)
    page = (visit := open_browser()).sign_in("staff")
    page.wait_for_url("**/compliance/")
    visit.go("/compliance/requests/")
    page.get_by_role("link", name=made.reference).focus()
    page.keyboard.press("x")
    expect(page.get_by_label(f"Choose {made.reference}")).not_to_be_checked()
    accounts.update(shortcuts=True)
    visit.go("/compliance/requests/")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("jkx?/")
    expect(page.get_by_role("searchbox")).to_have_value("jkx?/")
