"""A page as axe sees it: in light and dark, on a phone and on a desk."""

from collections.abc import Sequence
from itertools import product
from typing import get_args

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

from tests.journeys.browser import WIDTHS, Scheme, Visit

# All rules of WCAG 2.0 to 2.2, A and AA, and what axe calls best practice.
RUN = "axe.run(document, {resultTypes: ['violations']})"
Look = tuple[int, Scheme]
LOOKS: list[Look] = list(product(WIDTHS.values(), get_args(Scheme)))


def accessible(visit: Visit, path: str = "", *, looks: Sequence[Look] = LOOKS) -> None:
    """Fails if axe finds anything in what is open, or under ``path``, or if it is wider
    than the window. The page is loaded once: how it looks is the style sheets' doing."""
    page = visit.go(path) if path else visit.page
    # What is folded is looked at as well.
    page.locator("main details").evaluate_all("all => all.forEach(e => e.open = true)")
    page.evaluate(AXE_SCRIPT)
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 800})
        # Without motion: colours half-way from light to dark are nobody's.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = AxeResults(page.evaluate(RUN))
        where = f"{page.url} at {width} px, {scheme}"
        assert found.violations_count == 0, f"{where}\n{found.generate_report()}"
        assert visit.overflow() == 0, f"{where} is wider than the window"
