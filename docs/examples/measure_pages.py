"""Time the person's list in a browser, against a running ``up --demo``.

    uv run python docs/examples/measure_pages.py http://127.0.0.1:8000 EMAIL PASSWORD

Prints JSON: the largest contentful paint (ms; cold on a slow 4G line with a processor
four times slower, and warm without either), the interaction to next paint (ms; the
slowest of pausing, opening a form and closing it, on the slower processor), and the
reading level of the page's own words (Flesch-Kincaid grade, Kincaid et al. 1975). The
line is that of Lighthouse's mobile runs: 1.6 Mbit/s, 150 ms. It needs Debian's
``chromium``.
"""

import json
import re
import shutil
import statistics
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright
from take_pictures import sign_in

ROUNDS = 5
SHORTEST = 4
"""Words that a sentence has at least."""
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
WATCH = """
window.painted = 0;
window.slowest = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) painted = each.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const each of list.getEntries())
    if (each.interactionId) slowest = Math.max(slowest, each.duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
# What a memory says is its person's wording, not the page's.
OWN_WORDS = """
() => { const main = document.querySelector('main').cloneNode(true);
  main.querySelectorAll('[dir=auto], .unseen, select, time').forEach(e => e.remove());
  const parts = [...main.querySelectorAll('p, h1, h2, h3, li, label, button, a, summary')];
  return parts.filter(e => !e.querySelector('p, li, label, button, a, summary'))
    .map(e => e.textContent); }
"""


def main(address: str, email: str, password: str) -> None:
    """Medians of five rounds each, of the list."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        first = browser.new_page()
        sign_in(first, address, email, password)
        kept: Any = first.context.storage_state()
        result = {"reading_level": reading_level(first.evaluate(OWN_WORDS))}
        cold, warm, slowest = [], [], []
        for _ in range(ROUNDS):
            page = browser.new_context(storage_state=kept).new_page()
            page.add_init_script(WATCH)
            slow(page)
            cold.append(painted(page, address))
            slowest.append(interact(page))
            page.context.close()
            page = browser.new_context(storage_state=kept).new_page()
            page.add_init_script(WATCH)
            painted(page, address)
            warm.append(painted(page, address))
            page.context.close()
        result["lcp_cold_ms"] = statistics.median(cold)
        result["lcp_warm_ms"] = statistics.median(warm)
        result["inp_ms"] = statistics.median(slowest)
        print(json.dumps(result))  # noqa: T201 # the point of the script
        browser.close()


def slow(page: Page) -> None:
    """A telephone on a slow line."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def painted(page: Page, address: str) -> float:
    """When the largest part of the list stood there, in ms after the navigation."""
    page.goto(f"{address}/me/", wait_until="networkidle")
    page.wait_for_timeout(300)
    return float(page.evaluate("painted"))


def interact(page: Page) -> float:
    """The slowest answer to a press, in ms, from the press to the next paint."""
    row = page.locator(".memory-row").first
    for name in ("Pause", "Use again", "Correct", "Leave it as it is"):
        row.get_by_role("button", name=name).or_(
            row.get_by_role("link", name=name)
        ).first.click()
        page.wait_for_timeout(2_000)
        row = page.locator(".memory-row").first
    return float(page.evaluate("slowest"))


def reading_level(parts: list[str]) -> float:
    """0.39 words per sentence + 11.8 syllables per word - 15.59; a syllable is a group
    of vowels, less a silent e."""
    text = [" ".join(part.split()) for part in parts]
    said = [s for part in text for s in re.split(r"[.!?…]+(?:\s|$)", part)]
    # Names of buttons are no sentences, and would make any page look easy.
    sentences = [s for s in said if len(s.split()) >= SHORTEST]
    words = [word for s in sentences for word in re.findall(r"[A-Za-z']+", s)]
    syllables = sum(map(syllables_of, words))
    return round(
        0.39 * len(words) / len(sentences) + 11.8 * syllables / len(words) - 15.59, 1
    )


def syllables_of(word: str) -> int:
    """By its groups of vowels."""
    plain = re.sub(r"(?:[^laeiouy]e|es|ed)$", "", word.lower())
    return max(1, len(re.findall(r"[aeiouy]+", plain)))


if __name__ == "__main__":
    main(*sys.argv[1:4])
