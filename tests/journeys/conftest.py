"""The journeys: a browser, a server, and the people of the pages' tests."""

from tests.journeys.browser import address, browser_type_launch_args, open_browser
from tests.web.people import people

__all__ = [
    "address",
    "browser_type_launch_args",
    "open_browser",
    "people",
]
