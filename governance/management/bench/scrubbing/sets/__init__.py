"""Lines of the sets; everybody and everything in them is invented."""

from collections.abc import Iterator
from pathlib import Path


def lines(name: str) -> list[str]:
    """Of `<name>.txt`, without comments."""
    return [line for _, line in sections(name)]


def sections(name: str) -> Iterator[tuple[str, str]]:
    """Heading (`## health`) and line; ``\\n`` in a line starts a new one in its text."""
    heading = ""
    path = Path(__file__).with_name(f"{name}.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.strip() and not line.startswith("#"):
            yield heading, line
