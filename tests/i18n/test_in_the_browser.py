"""The pages hold when every word is a third longer, and when all runs from right to left."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings as django_settings
from playwright.sync_api import Locator

from tests.bell import Bell
from tests.i18n.pages import TRAINS, Scene, Tour, tours
from tests.journeys.browser import Open, Visit
from tests.web.people import People

pytestmark = pytest.mark.browser
PHONE, DESK = 360, 1280
GALLERY = "/styleguide/"
# axe looks at one page of each make; from left to right the journeys show it them all.
WITH_AXE = (
    *("/me/", "/review/", "/on-off/", "/settings/", "/export/", "/activity/"),
    *("/disconnect/", "/erase/", "/tour/1/", "/login/", GALLERY),
)


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def test_no_page_overflows_a_phone_when_words_are_longer(
    people: People, bell: Bell, open_browser: Open, pseudo: str
) -> None:
    for visit, path in _visits(Scene(people, bell, pseudo), open_browser):
        visit.go(path)
        assert visit.overflow() == 0, path


def test_every_page_holds_from_right_to_left(
    people: People, bell: Bell, open_browser: Open, turned: str
) -> None:
    for visit, path in _visits(Scene(people, bell, turned), open_browser):
        page = visit.go(path)
        assert page.locator("html").get_attribute("dir") == "rtl", path
        if path.endswith(WITH_AXE):
            found = Axe().run(page)
            assert found.violations_count == 0, f"{path}\n{found.generate_report()}"
        assert visit.overflow() == 0, path
        page.set_viewport_size({"width": DESK, "height": 800})
        assert visit.overflow() == 0, path
        page.set_viewport_size({"width": PHONE, "height": 800})


def test_a_row_is_mirrored_and_its_text_keeps_its_own_direction(
    people: People, bell: Bell, open_browser: Open, turned: str
) -> None:
    scene = Scene(people, bell, turned)
    scene.write(TRAINS)
    scene.write("أفضل القطار على الطائرة.")
    for width in (PHONE, DESK):
        visit = _window(scene, Tour(scene.visitor(people.owner)), open_browser, width)
        page = visit.go("/me/")
        for text, way in ((TRAINS, "ltr"), ("أفضل القطار على الطائرة.", "rtl")):
            row = page.get_by_role("listitem").filter(has_text=text).last
            words = row.locator(".memory-text p").first
            assert _left(row.get_by_role("checkbox")) > _left(words)
            assert words.evaluate("each => getComputedStyle(each).direction") == way
            first, second = row.locator(".row-actions .button-row").all()[:2]
            assert _right(first) >= _right(second)
        brand = page.get_by_role("link", name="Memoryhub", exact=True)
        assert _left(brand) > width / 2
        first, second = page.locator(".site-nav a").all()[:2]
        assert _right(first) >= _right(second)


def test_the_skip_link_comes_in_from_the_right(
    people: People, bell: Bell, open_browser: Open, turned: str
) -> None:
    scene = Scene(people, bell, turned)
    visit = _window(scene, Tour(scene.visitor(None)), open_browser, DESK)
    page = visit.go("/how-memory-works/")
    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    assert skip.evaluate("each => each === document.activeElement")
    assert _left(skip) > DESK / 2


def _visits(scene: Scene, open_browser: Open) -> Iterator[tuple[Visit, str]]:
    """Every page on a phone, each as its visitor; and the gallery."""
    for tour in (*tours(scene), Tour(scene.visitor(None), [GALLERY])):
        visit = _window(scene, tour, open_browser, PHONE)
        for path in tour.paths:
            yield visit, path


def _window(scene: Scene, tour: Tour, open_browser: Open, width: int) -> Visit:
    """A window with the visitor's session, and in the language of the scene."""
    visit = open_browser(width=width)
    kept = {name: each.value for name, each in tour.visitor.cookies.items()}
    kept[django_settings.LANGUAGE_COOKIE_NAME] = scene.language
    visit.page.context.add_cookies(
        [{"name": n, "value": v, "url": visit.address} for n, v in kept.items() if v]
    )
    return visit


def _left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


def _right(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"]
