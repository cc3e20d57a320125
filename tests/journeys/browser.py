"""Debian's Chromium and a real server, for the journeys.

Playwright never downloads a browser here: without Chromium the journeys skip and say
so, and in CI (``CI=true``) they fail.
"""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from socketserver import ThreadingMixIn
from typing import Any, Literal
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.core.wsgi import get_wsgi_application
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from typing_extensions import override

from tests.web.people import PASSWORD

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Scheme = Literal["light", "dark"]
WIDTHS = {"phone": 360, "desk": 1280}


@dataclass
class Visit:
    """One browser window at our server; notes every breach of the content policy."""

    page: Page
    address: str
    breaches: list[str] = field(default_factory=list)

    def go(self, path: str) -> Page:
        """Opens a page of ours."""
        self.page.goto(self.address + path)
        return self.page

    def sign_in(self, name: str) -> Page:
        """Signs in as people do."""
        self.go("/accounts/login/")
        self.page.get_by_label("E-mail address").fill(f"{name}@example.org")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("main").get_by_role(
            "button", name="Sign in", exact=True
        ).click()
        return self.page

    def note(self, message: ConsoleMessage) -> None:
        """Keeps what the console says about the policy."""
        if "Content Security Policy" in message.text or "Refused to" in message.text:
            self.breaches.append(message.text)

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        root = "document.documentElement"
        wider: int = self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
        return wider


Open = Callable[..., Visit]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How pytest-playwright starts the browser."""
    # Playwright's loop runs in this thread, and Django takes it for an async view.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {"executable_path": _chromium(), "args": OPTIONS}


@pytest.fixture(scope="session")
def address(static_files: None) -> Iterator[str]:
    """A threaded server with our WSGI application; static files as in production."""
    # An application of its own: WhiteNoise looks for static files when it is made, and
    # the one in memoryhub.wsgi may be older than they are.
    application = get_wsgi_application()
    server = make_server("127.0.0.1", 0, application, _Server, _Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_browser(browser: Browser, address: str) -> Iterator[Open]:
    """Opens windows; at the end none may have seen a breach of the content policy."""
    visits: list[Visit] = []
    contexts: list[BrowserContext] = []

    def window(*, width: int = 1280, scheme: Scheme = "light", **more: Any) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, **more
        )
        visit = Visit(context.new_page(), address)
        visit.page.on("console", visit.note)
        visits.append(visit)
        contexts.append(context)
        return visit

    yield window
    for context in contexts:
        context.close()
    assert [each for visit in visits for each in visit.breaches] == []


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    @override
    def log_message(self, *args: object) -> None:
        """Paths hold ids; nobody reads this log."""


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    why = "no Chromium on this machine: the browser journeys do not run"
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)
