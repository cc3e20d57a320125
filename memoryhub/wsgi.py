"""The WSGI application. A person's id may hold a slash (``%2F``), which servers decode
before the application sees the path; here the path is read again from the request line
so that an encoded slash stays part of the id."""

import os
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")

Start = Callable[..., Any]
Application = Callable[[dict[str, Any], Start], Iterable[bytes]]


def keeping_encoded_slashes(inner: Application) -> Application:
    """Leaves ``%2F`` and ``%25`` encoded in the path; the URL converters decode them."""

    def application(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        raw = environ.get("RAW_URI") or environ.get("REQUEST_URI") or ""
        path = urlsplit(raw).path
        if "%" in path and path.startswith("/api/"):
            kept = (
                path.replace("%25", "%2525")
                .replace("%2F", "%252F")
                .replace("%2f", "%252F")
            )
            environ["PATH_INFO"] = unquote_to_bytes(kept).decode("latin-1")
        return inner(environ, start)

    return application


application = keeping_encoded_slashes(get_wsgi_application())


def _take_up_what_was_left() -> None:
    """Now, and not only when beat gets to it."""
    from governance.dispatch import ring_now  # noqa: PLC0415  settings come first

    ring_now("sweep")


_take_up_what_was_left()
