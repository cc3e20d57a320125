"""Sentences labelled with the category that they reveal, or `clean` for none."""

from collections.abc import Iterator
from pathlib import Path

CLEAN = "clean"


def labelled(name: str) -> Iterator[tuple[str, str]]:
    """Label and sentence, of `special_<name>.txt`."""
    label = ""
    path = Path(__file__).with_name(f"special_{name}.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            label = line[3:]
        elif line and not line.startswith("#"):
            yield label, line
