"""Every page as axe sees it, in light and dark, on a phone and on a desk."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.bell import Bell
from tests.journeys.browser import WIDTHS, Open, Visit
from tests.web.people import People, location
from tests.web.people import as_ as signed_in

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
def test_axe_finds_nothing(
    people: People, bell: Bell, open_browser: Open, scheme: str, width: int
) -> None:
    public, own, empty, staff = (
        open_browser(width=width, scheme=scheme) for _ in range(4)
    )
    root = people.world.write("Prefers trains to planes.")
    people.world.write("Travels green.", derived_from=[root["id"]])
    people.world.write("Wants first class.", source={"type": "web"})
    gone = people.world.write("Drinks tea.")
    receipt = location(
        signed_in(people.owner).post(f"/me/memories/{gone['id']}/erase/")
    )
    memory = f"/me/memories/{root['id']}/"
    own.sign_in("owner")
    empty.sign_in("colleague")
    staff.sign_in("staff")

    for path in (
        "/accounts/login/",
        "/accounts/password/reset/",
        "/link/nothing/",
        "/how-memory-works/",
        "/api/v1/docs",
        "/nothing-here",
    ):
        _is_accessible(public, path)
    for path in ("/me/", "/me/on-off/", memory, f"{memory}erase/", receipt):
        _is_accessible(own, path)
    bell.answer()
    _is_accessible(own, receipt)
    _is_accessible(own, f"/me/memories/{gone['id']}/")
    _is_accessible(empty, "/me/")
    _is_accessible(staff, "/compliance/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS.values(), ids=WIDTHS)
@pytest.mark.parametrize("colours", ["none", "active"])
def test_axe_finds_nothing_in_the_style_guide(
    people: People, open_browser: Open, scheme: str, width: int, colours: str
) -> None:
    visit = open_browser(width=width, scheme=scheme, forced_colors=colours)
    _is_accessible(visit, "/styleguide/")


def test_targets_on_a_phone_are_large_enough(
    people: People, open_browser: Open
) -> None:
    people.world.write("Prefers trains to planes.")
    page = open_browser(width=360).sign_in("owner")
    heights = page.locator("main .button, header a, header button").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert heights
    assert min(heights) >= 44


def _is_accessible(visit: Visit, path: str) -> None:
    page = visit.go(path)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{path}\n{found.generate_report()}"
    assert visit.overflow() == 0, f"{path} is wider than the window"
