"""A folder as the memory tool lists it: there are files only, and folders are their paths."""

from collections.abc import Iterable, Mapping

from governance.files.paths import ROOT

DEEP = 2
STEP = 1024


def listed(path: str, sizes: Mapping[str, int]) -> str | None:
    """The folder and what is in it, two levels deep, each with its size, which is that of
    all below it; None where there is no such folder. ``sizes`` are in bytes, by path."""
    below = {each: size for each, size in sizes.items() if each.startswith(f"{path}/")}
    if not below and path != ROOT:
        return None
    head = (
        f"Here're the files and directories up to {DEEP} levels deep in {path}, excluding "
        "hidden items and node_modules:"
    )
    shown = {path: sum(below.values())}
    for each, size in sorted(below.items()):
        for place in _places(path, each):
            shown[place] = shown.get(place, 0) + size
    rows = [f"{size_said(size)}\t{place}" for place, size in sorted(shown.items())]
    return "\n".join([head, *rows])


def size_said(size: int) -> str:
    """Bytes as ``4.0K``."""
    amount, units = float(size), iter("BKMG")
    unit = next(units)
    while amount >= STEP:
        amount, unit = amount / STEP, next(units)
    return f"{size}B" if unit == "B" else f"{amount:.1f}{unit}"


def _places(path: str, below: str) -> Iterable[str]:
    """The file and the folders above it that are listed, none of a hidden one."""
    parts = below.removeprefix(f"{path}/").split("/")
    for depth, part in enumerate(parts[:DEEP], 1):
        if part.startswith(".") or part == "node_modules":
            return
        yield "/".join([path, *parts[:depth]])
