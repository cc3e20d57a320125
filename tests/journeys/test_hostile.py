"""Text that wants to be more than text stays text, and stays inside the page."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.utils.text import Truncator
from playwright.sync_api import Page, expect

from governance.models import Memory, Source
from governance.web.me.rows import folded
from tests.journeys.browser import Open, Visit
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


FAR = "https://example.org/%22%3E" + "deep/" * 300 + "<img src=x onerror=alert(1)>"
INERT = "main script, main img, main iframe, main [onclick], main [onerror]"


@dataclass
class Reader:
    """Reads on a phone, and notes what a text got the page to do."""

    visit: Visit
    asked: list[str] = field(default_factory=list)

    def reads(self, text: str, path: str = "", within: str = ".memory-text p") -> None:
        """Fails unless the whole text stands there, as text and inside the page."""
        page = self.visit.go(path) if path else self.visit.page
        for summary in page.locator("main summary").all():
            summary.click()
        # Only around it the page may have blanks of its own.
        found = [each.strip() for each in _texts(page, within)]
        assert text.strip() in found, path
        assert page.locator(INERT).count() == 0, path
        links = page.locator("main a").evaluate_all("all => all.map(e => e.protocol)")
        assert set(links) <= {"http:"}, path
        assert self.visit.overflow() == 0, path
        expect(page).not_to_have_title("taken")


@pytest.fixture
def reader(people: People, open_browser: Open) -> Iterator[Reader]:
    visit = open_browser(width=360)
    reader = Reader(visit)
    visit.page.on("dialog", lambda dialog: reader.asked.append(dialog.message))
    page = visit.sign_in("owner")
    page.wait_for_url("**/me/")
    yield reader
    assert reader.asked == []


def written(people: People, text: str, **more: Any) -> str:
    """Put in behind the scrub gate: this is about what the pages do with any text."""
    made = people.world.write("Stands in for the text.", **more)["id"]
    Memory.objects.using("owner").filter(id=made).update(text=text)
    return str(made)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_it_is_inert_and_fits_a_phone(
    people: People, reader: Reader, text: str
) -> None:
    memory = f"/me/memories/{written(people, text)}/"
    for path in ("/me/", memory, f"{memory}erase/"):
        reader.reads(text, path)
    reader.reads(text, f"{memory}correct/", within="main textarea")
    page = reader.visit.go("/me/")
    page.locator(".memory-choose").check()
    page.get_by_role("button", name="Forget…").click()
    page.wait_for_url("**/me/bulk/")
    reader.reads(_cut(text, 200), within="main .texts li")
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/me/forgotten/")
    reader.reads(folded(text)[0], within="main .memory-text")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_it_is_inert_where_it_waits_for_review(
    people: People, reader: Reader, text: str
) -> None:
    waiting = written(people, text, source={"type": "web"})
    for path in ("/me/review/", f"/me/memories/{waiting}/"):
        reader.reads(text, path)
    page = reader.visit.go("/me/review/")
    page.get_by_role("main").get_by_role("button", name="Keep").first.click()
    page.get_by_text("It is in use from now on.").wait_for()
    assert reader.visit.overflow() == 0


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_the_name_of_a_service_and_the_place_are_inert_too(
    people: People, reader: Reader, text: str
) -> None:
    memory = written(people, "Likes tea.", metadata={"note": "seen by nobody"})
    Source.objects.using("owner").update(url=FAR)
    service = people.world.travel.service
    name = text[:80]
    type(service).objects.using("owner").filter(id=service.id).update(name=name)
    one = f"/me/memories/{memory}/"
    for path in ("/me/", one, f"{one}erase/"):
        reader.reads("Likes tea.", path)
        # Metadata is the service's own and on none of the pages.
        assert "seen by nobody" not in reader.visit.page.content()
        assert name in str(reader.visit.page.locator("main").text_content())
    reader.reads(FAR, one, within="main .facts [dir=ltr]")


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


def _texts(page: Page, within: str) -> list[str]:
    """What stands in each of them; what is typed in a field counts as well."""
    found = page.locator(within).evaluate_all(
        "all => all.map(e => e.value || e.textContent)"
    )
    # A long text is in two parts, the second of them folded.
    return [*found, "".join(found)]


def _cut(text: str, most: int) -> str:
    return Truncator(text).chars(most)
