"""Where a memory file goes that comes back and finds its place taken."""

import itertools
from collections.abc import Collection

ROOT = "/memories"
LONGEST_BYTES = 1_000
MOST_SEGMENTS = 18


def overlap(one: str, other: str) -> bool:
    """Whether two files cannot both be: equal, or one of them would be a folder."""
    return (
        one == other
        or f"{one}/".startswith(f"{other}/")
        or f"{other}/".startswith(f"{one}/")
    )


def path_beside(path: str, there: Collection[str]) -> str:
    """The same path in the first folder of its own that nobody has anything in; its name
    alone where it is long already."""
    rest = path.removeprefix(ROOT)
    if len(rest.encode()) > LONGEST_BYTES or rest.count("/") > MOST_SEGMENTS:
        name = rest.rsplit("/", 1)[-1].encode()[-LONGEST_BYTES:]
        rest = "/" + name.decode(errors="ignore")
    folders = (f"{ROOT}/restored-{number}" for number in itertools.count(1))
    free = next(
        each for each in folders if not any(overlap(each, path) for path in there)
    )
    return free + rest
