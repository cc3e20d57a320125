"""A page as axe sees it: in light and dark, on a phone and on a desk.

With ``EVERY_LOOK=yes`` also from right to left, and with ``PAGES_TO=folder`` each page is
kept as the server sent it, for a validator of HTML: docs/measured.md has the commands.
"""

import hashlib
import os
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import get_args

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

from tests.journeys.browser import WIDTHS, Scheme, Visit

# All rules of WCAG 2.0 to 2.2, A and AA, and what axe calls best practice.
RUN = "axe.run(document, {resultTypes: ['violations']})"
Look = tuple[int, Scheme]
LOOKS: list[Look] = list(product(WIDTHS.values(), get_args(Scheme)))
WAYS = ("ltr", "rtl") if os.environ.get("EVERY_LOOK") else ("ltr",)


def accessible(visit: Visit, path: str = "", *, looks: Sequence[Look] = LOOKS) -> int:
    """Fails if axe finds anything in what is open, or under ``path``, or if it is wider
    than the window; gives in how many looks nothing was found. The page is loaded once:
    how it looks is the style sheets' doing."""
    page = visit.go(path) if path else visit.page
    # What is folded is looked at as well.
    page.locator("main details").evaluate_all("all => all.forEach(e => e.open = true)")
    page.evaluate(AXE_SCRIPT)
    _keep(visit)
    ways = list(product(WAYS, looks))
    for way, look in ways:
        if way != "ltr":
            page.locator("html").evaluate(f"html => html.dir = '{way}'")
        _flawless(visit, *look, way)
    return len(ways)


def _flawless(visit: Visit, width: int, scheme: Scheme, way: str) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 800})
    # Without motion: colours half-way from light to dark are nobody's.
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = AxeResults(page.evaluate(RUN))
    where = f"{page.url} at {width} px, {scheme}, {way}"
    assert found.violations_count == 0, f"{where}\n{found.generate_report()}"
    assert visit.overflow() == 0, f"{where} is wider than the window"


def _keep(visit: Visit) -> None:
    folder = os.environ.get("PAGES_TO")
    if not folder:
        return
    text = visit.page.context.request.get(visit.page.url).text()
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    Path(folder, f"{name}.html").write_text(text, encoding="utf-8")
