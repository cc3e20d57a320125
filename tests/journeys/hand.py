"""A hand at the browser: the same journey by mouse or keyboard, with or without
JavaScript, at 400 % zoom, in German."""

import re
from dataclasses import dataclass
from itertools import product

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, expect

from tests.journeys.browser import Open, Visit
from tests.web.people import PASSWORD

TABS = 250


@dataclass(frozen=True)
class Mode:
    """How somebody uses the pages."""

    keyboard: bool = False
    javascript: bool = True
    zoomed: bool = False
    german: bool = False

    @property
    def name(self) -> str:
        """For the name of a test."""
        parts = [
            "keyboard" if self.keyboard else "mouse",
            "js" if self.javascript else "nojs",
            "zoomed" if self.zoomed else "wide",
            "de" if self.german else "en",
        ]
        return "-".join(parts)


PLAIN = Mode()
EVERY = [Mode(*each) for each in product((False, True), repeat=4)]
# Every two values of different factors meet in one of these.
PAIRS = [
    Mode(keyboard=False, javascript=False, zoomed=True, german=True),
    Mode(keyboard=True, javascript=True, zoomed=True, german=False),
    Mode(keyboard=True, javascript=False, zoomed=False, german=False),
    Mode(keyboard=True, javascript=True, zoomed=False, german=True),
    Mode(keyboard=False, javascript=True, zoomed=False, german=False),
]


@dataclass
class Hand:
    """Presses, types and reads, and never lets go of the focus."""

    visit: Visit
    mode: Mode

    @classmethod
    def of(cls, open_browser: Open, mode: Mode) -> "Hand":
        """A window of its own. 400 % of a window of 1280 pixels leaves 320."""
        visit = open_browser(
            width=320 if mode.zoomed else 1280,
            java_script_enabled=mode.javascript,
            locale="de-DE" if mode.german else "en-GB",
        )
        return cls(visit, mode)

    @property
    def page(self) -> Page:
        """What is open."""
        return self.visit.page

    def words(self, english: str) -> str:
        """The same in the language of the pages."""
        with translation.override("de" if self.mode.german else "en"):
            return gettext(english)

    def go(self, path: str) -> None:
        """Types an address."""
        self.visit.go(path)

    def sign_in(self, name: str) -> None:
        """As people do."""
        self.go("/accounts/login/")
        self.type("E-mail address", f"{name}@example.org")
        self.type("Password", PASSWORD)
        self.press("button", "Sign in")
        self.page.wait_for_url("**/me/")

    def press(self, role: str, english: str, about: str = "", nth: int = 0) -> None:
        """Presses a button or a link; ``about`` is what its unseen words end with."""
        self._press(self.find(role, english, about, nth))

    def find(self, role: str, english: str, about: str = "", nth: int = 0) -> Locator:
        """The button or the link."""
        name = re.escape(self.words(english))
        # The unseen words are a box of their own, so a space may stand before them.
        more = rf"\s*: {re.escape(about)}" if about else ""
        found = self.page.get_by_role(
            role,  # type: ignore[arg-type]
            name=re.compile(f"^{name}{more}$"),
        )
        return found.nth(nth)

    def type(self, english: str, text: str) -> None:
        """Puts text into the field of this label, in place of what is there."""
        field = self.page.get_by_label(self.words(english), exact=True)
        if not self.mode.keyboard:
            field.fill(text)
            return
        self._reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def sees(self, english: str) -> None:
        """Fails unless these words of ours are to be seen."""
        expect(self.page.get_by_text(self.words(english)).first).to_be_visible()

    def reads(self, text: str) -> None:
        """Fails unless this text, which nobody translates, is to be seen."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def holds_focus(self) -> None:
        """After a swap the focus is never lost to the whole page."""
        if self.mode.javascript:
            self.page.wait_for_function("document.activeElement !== document.body")

    def _press(self, control: Locator) -> None:
        expect(control).to_be_visible()
        if self.mode.keyboard:
            self._reach(control)
            self.page.keyboard.press("Enter")
        else:
            control.click()

    def _reach(self, control: Locator) -> None:
        handle = control.element_handle()
        for _ in range(TABS):
            if handle.evaluate("each => each === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("not reached by the keyboard")
