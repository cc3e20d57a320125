"""Take the README's pictures from a running ``up --demo``.

    uv run python docs/examples/take_pictures.py http://127.0.0.1:8000 EMAIL PASSWORD

The address and the sign-in are those that ``up --demo`` prints. The pictures go to
``docs/pictures/``; they need Debian's ``chromium``.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parents[1] / "pictures"
SIZE = {"width": 1100, "height": 760}
PHONE = {"width": 390, "height": 760}
PAGES = {
    "list": "/me/",
    "review": "/me/review/",
    "on-off": "/me/on-off/",
    "activity": "/me/activity/",
}


def main(address: str, email: str, password: str) -> None:
    """One picture a page in light, the list on a phone in dark, and one memory."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        desk = browser.new_page(viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
        sign_in(desk, address, email, password)
        for name, path in PAGES.items():
            desk.goto(address + path)
            desk.screenshot(path=FOLDER / f"{name}.png")
        desk.goto(f"{address}/me/?kind=summary")
        desk.get_by_role("link", name="Details").first.click()
        desk.screenshot(path=FOLDER / "one-memory.png", full_page=True)
        phone = browser.new_page(viewport=PHONE, color_scheme="dark")  # type: ignore[arg-type]
        sign_in(phone, address, email, password)
        phone.screenshot(path=FOLDER / "phone.png")
        browser.close()


def sign_in(page: Page, address: str, email: str, password: str) -> None:
    """As people do; the offer of the tour is declined."""
    page.goto(f"{address}/accounts/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/me/")
    skip = page.get_by_role("button", name="Skip")
    if skip.count():
        skip.click()


if __name__ == "__main__":
    main(*sys.argv[1:4])
