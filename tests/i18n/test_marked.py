"""Every string on every page of the person is marked for translation."""

from typing import Any

import pytest

from tests.bell import Bell
from tests.i18n.pages import NAMES, TEXTS, Scene, tours, wrong
from tests.i18n.pseudo import said
from tests.i18n.unmarked import unmarked
from tests.web.people import People

THEIRS = (*sorted(TEXTS, key=len, reverse=True), *NAMES)


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def test_a_string_that_is_not_marked_is_found():
    page = (
        f"<p>{said('Kept.')} <b>Gone</b> <i dir='auto'>Mine</i></p><p title='No'>1</p>"
    )
    assert unmarked(page, theirs=()) == ["Gone", "No"]


def test_the_language_that_nobody_speaks_is_a_third_longer():
    assert len(said("Erase this memory?")) >= 1.3 * len("Erase this memory?")


def test_no_page_has_a_string_that_is_not_marked(
    people: People, bell: Bell, pseudo: str
) -> None:
    found, seen = {}, 0
    for tour in tours(Scene(people, bell, pseudo)):
        for path in tour.paths:
            answer = tour.visitor.get(path)
            page = answer.content.decode()
            assert f'lang="{pseudo}"' in page, (path, answer.status_code)
            seen += 1
            if strings := unmarked(page, theirs=THEIRS):
                found[path] = strings
    assert seen >= 50
    assert found == {}


def test_no_message_about_a_form_is_unmarked(
    people: People, bell: Bell, pseudo: str
) -> None:
    found = {}
    for answer in wrong(Scene(people, bell, pseudo)):
        page = answer.content.decode()
        path = answer.wsgi_request.path
        assert f'lang="{pseudo}"' in page, (path, answer.status_code)
        if strings := unmarked(page, theirs=THEIRS):
            found[path] = strings
    assert found == {}
