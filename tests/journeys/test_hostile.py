"""Text that wants to be more than text stays text, and stays inside the page."""

import pytest
from playwright.sync_api import expect

from governance.models import Memory
from tests.journeys.browser import Open
from tests.web.people import People

pytestmark = pytest.mark.browser

HOSTILE = {
    "script": "<script>document.title = 'taken'</script><img src=x onerror=alert(1)>",
    "handler": "\"><a href='javascript:alert(1)' onclick='alert(1)'>press me</a>",
    "template": "{{ request.user.password }}{% csrf_token %}",
    "turned round": "safe \u202egnp.exe\u202c \u2067שלום\u2069 \u202e never closed",
    "long": "many words " * 727 + "end",
    "one word": "W" * 2_000,
    "emoji": "👨‍👩‍👧‍👦🏳️‍🌈" * 200,
    "marks": "Z̷̢̛̰͎͙͑̈́͗a̴̧̛̬̤̹͌̒l̶͓̜̽̓g̵̡͓̪̈́́o̸̢̟̟͌͗ " * 20,
    "lines": "one\n\n\ntwo\t\tthree",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_it_is_inert_and_fits_a_phone(
    people: People, open_browser: Open, text: str
) -> None:
    written = people.world.write("Stands in for the text.")
    # Put in behind the scrub gate: this is about what the pages do with any text.
    Memory.objects.using("owner").filter(id=written["id"]).update(text=text)
    visit = open_browser(width=360)
    page = visit.sign_in("owner")
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    memory = f"/me/memories/{written['id']}/"
    for path in ("/me/", memory, f"{memory}erase/"):
        visit.go(path)
        _unfold(page)
        shown = "".join(page.locator(".memory-text p").all_text_contents())
        assert shown == text
        assert page.locator("main script, main img, main [onclick]").count() == 0
        assert visit.overflow() == 0
        expect(page).not_to_have_title("taken")
    assert asked == []


def test_a_turned_round_text_does_not_turn_what_follows(
    people: People, open_browser: Open
) -> None:
    written = people.world.write("Stands in for the text.")
    Memory.objects.using("owner").filter(id=written["id"]).update(
        text="\u202e never closed"
    )
    page = open_browser(width=360).sign_in("owner")
    facts = page.locator(".memory-facts span").first
    assert facts.evaluate("each => getComputedStyle(each).direction") == "ltr"
    boxes = facts.evaluate(
        "each => { const r = document.createRange(); const t = each.firstChild;"
        " r.setStart(t, 13); r.setEnd(t, 14); const a = r.getBoundingClientRect().left;"
        " r.setStart(t, 15); r.setEnd(t, 16);"
        " return [a, r.getBoundingClientRect().left] }"
    )
    assert boxes[0] < boxes[1]


def _unfold(page) -> None:
    for summary in page.locator("summary").all():
        summary.click()
