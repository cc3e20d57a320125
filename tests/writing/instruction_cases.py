"""Texts labelled as an `instruction` to a later agent or `plain`, a fact or wish."""

import re
from collections.abc import Iterator
from pathlib import Path

_ESCAPE = re.compile(r"\\u([0-9a-f]{4})")


def labelled(name: str) -> Iterator[tuple[str, str]]:
    """Label and text, of `instruction_<name>.txt`; letters that hide stand as escapes."""
    label = ""
    path = Path(__file__).with_name(f"instruction_{name}.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            label = line[3:]
        elif line and not line.startswith("# "):
            yield label, _ESCAPE.sub(lambda found: chr(int(found[1], 16)), line)
