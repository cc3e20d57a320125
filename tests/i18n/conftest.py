"""A test-only language, and the people and the browser of the other tests."""

from tests.i18n.pseudo import pseudo, turned
from tests.journeys.browser import address, browser_type_launch_args, open_browser
from tests.web.people import people

__all__ = [
    "address",
    "browser_type_launch_args",
    "open_browser",
    "people",
    "pseudo",
    "turned",
]
