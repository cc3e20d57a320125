"""What a cold list of 50 memories costs: bytes on the wire, requests, and shifts.

Our server sends static files compressed and HTML as it is, so HTML is counted as a proxy
before it would send it: by ``gzip -6``. The figures stand in the file of ``--junitxml``.
"""

import gzip
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from tests.journeys.browser import Open
from tests.web.people import People

pytestmark = pytest.mark.browser

ROWS = 50
KB = 1_000
BUDGET = {"script": 22 * KB, "stylesheet": 14 * KB, "document": 30 * KB}
REQUESTS = 6
SHIFT = 0.02
WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Wire:
    """What came over it."""

    answers: list[Response] = field(default_factory=list)

    def keep(self, answer: Response) -> None:
        """Notes one answer."""
        self.answers.append(answer)

    @property
    def addresses(self) -> list[str]:
        """What was asked for."""
        return [each.url for each in self.answers]

    def size(self, kind: str) -> int:
        """Bytes of all bodies of a kind of file."""
        kinds = [each for each in self.answers if each.request.resource_type == kind]
        return sum(map(_size, kinds))


@pytest.mark.parametrize("width", [360, 1280])
def test_a_cold_list_stays_within_its_budgets(
    people: People, open_browser: Open, width: int, record_testsuite_property: Any
) -> None:
    _remember(people, ROWS)
    visit = open_browser(width=width)
    page = visit.sign_in("owner")
    page.wait_for_url("**/me/")
    cold = open_browser(width=width, storage_state=page.context.storage_state())
    cold.page.add_init_script(WATCH)
    wire = Wire()
    cold.page.on("response", wire.keep)
    cold.go("/me/")
    cold.page.wait_for_load_state("networkidle")
    assert cold.page.locator(".memory-row").count() == ROWS
    for kind, most in BUDGET.items():
        size = wire.size(kind)
        record_testsuite_property(f"{kind} at {width} px", size)
        assert 0 < size <= most, kind
    record_testsuite_property(f"requests at {width} px", len(wire.addresses))
    assert len(wire.addresses) <= REQUESTS, wire.addresses
    assert [each for each in wire.addresses if not each.startswith(cold.address)] == []
    shift = _shift(cold.page)
    record_testsuite_property(f"shift at {width} px", shift)
    assert shift <= SHIFT


def _size(answer: Response) -> int:
    """Bytes of the body on the wire."""
    if answer.request.resource_type == "document":
        assert "content-encoding" not in answer.headers
        return len(gzip.compress(answer.body(), compresslevel=6))
    assert answer.headers["content-encoding"] in {"gzip", "br"}
    return answer.request.sizes()["responseBodySize"]


def _shift(page: Page) -> float:
    """How much moved while it was built, also when one scrolls through it."""
    page.mouse.wheel(0, 20_000)
    page.wait_for_timeout(300)
    return float(page.evaluate("shifted"))


def _remember(people: People, number: int) -> None:
    """As many memories as fill a page, none like another."""
    client = people.world.travel.client()
    items = [
        {
            "text": f"On trip {each} the seat by window {each * 7} was the best of all.",
            "source": {"type": "user_message"},
        }
        for each in range(number)
    ]
    answer = client.post(
        "/api/v1/people/owner/memories/batch", {"items": items}, format="json"
    )
    assert answer.status_code in {200, 201, 207}, answer.content
