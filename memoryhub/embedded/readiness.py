"""Ready means that the page says so, not that a process exists."""

import http.client
import time
from collections.abc import Callable

from memoryhub.embedded.refusal import refuse

LONGEST_START = 120.0


def wait_until_live(port: int, *, has_ended: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONGEST_START
    while not _is_live(port):
        if has_ended():
            refuse("The web server did not start; the lines above say why.")
        if time.monotonic() > deadline:
            refuse("The web server does not answer /health/live; see the lines above.")
        time.sleep(0.05)


def _is_live(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/live")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
