"""The sample people of `up --demo`, made in a process of their own.

Making them opens database pools and the embedding model, whose threads must not exist
in the supervisor when it forks.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from memoryhub.embedded.children import fork
from memoryhub.embedded.refusal import refuse


def demo(data: Path, *, first: Callable[[], None]) -> dict[str, Any]:
    read_end, write_end = os.pipe()
    pid = fork("demo", lambda: _make(data, write_end), first=first)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as answer:
        content = answer.read()
    _, status = os.waitpid(pid, 0)
    if status != 0:
        refuse("The demo content could not be made; the lines above say why.")
    made: dict[str, Any] = json.loads(content)
    return made


def _make(data: Path, write_end: int) -> None:
    from governance.management.demo import make_demo  # noqa: PLC0415 - needs Django

    with os.fdopen(write_end, "wb") as answer:
        answer.write(json.dumps(make_demo(data)).encode())
