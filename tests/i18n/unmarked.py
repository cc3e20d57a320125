"""Finds words on a page that did not pass through the catalog."""

import re
from html.parser import HTMLParser

from typing_extensions import override

from tests.i18n.pseudo import CLOSE, OPEN

SAID = ("aria-label", "alt", "placeholder", "title", "data-trouble", "data-say")
VOID = {"area", "br", "hr", "img", "input", "link", "meta", "path", "rect", "use"}
SILENT = {"script", "style", "time", "code", "textarea", "template"}
# Not for translating: our name and kinds of files; language names are their own.
NAMES = {"Memoryhub", "JSON", "CSV", "UTC", "English", "Deutsch", "en", "xa"}
ZONE = re.compile(r"\b[A-Z]\w+(?:/[\w+-]+)+")
ADDRESS = re.compile(r"\S+@\S+|https?://\S+")
REFERENCE = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
OF_A_REQUEST = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b")
INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
WORD = re.compile(r"[^\W\d_]{2,}")


class _Reader(HTMLParser):
    """Gathers the texts that are ours: not the person's, not dates, not codes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.texts: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.texts += [given[name] or "" for name in SAID if name in given]
        if tag not in VOID:
            theirs = given.get("dir") in {"auto", "ltr"} and tag != "html"
            zones = given.get("name") == "zone"
            silent = self._silent() or theirs or zones or tag in SILENT
            self.open.append((tag, silent))

    @override
    def handle_endtag(self, tag: str) -> None:
        while any(tag == name for name, _ in self.open):
            if self.open.pop()[0] == tag:
                return

    @override
    def handle_data(self, data: str) -> None:
        if not self._silent():
            self.texts.append(data)

    def _silent(self) -> bool:
        return bool(self.open) and self.open[-1][1]


def unmarked(page: str, *, theirs: tuple[str, ...]) -> list[str]:
    """The texts with a word outside of all brackets; ``theirs`` are texts and names of
    people and services."""
    reader = _Reader()
    reader.feed(page)
    return [
        " ".join(text.split())
        for text in reader.texts
        if any(word not in NAMES for word in WORD.findall(_rest(text, theirs)))
    ]


def _rest(text: str, theirs: tuple[str, ...]) -> str:
    """What is left when all that may stand there is taken out."""
    text = " ".join(text.split())
    for each in theirs:
        text = text.replace(" ".join(each.split()), " ")
    for pattern in (ZONE, ADDRESS, REFERENCE, OF_A_REQUEST):
        text = pattern.sub(" ", text)
    while (shorter := INNERMOST.sub(" ", text)) != text:
        text = shorter
    return text
