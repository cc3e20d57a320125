"""``bench pages``: the person's pages as their browser gets them, each with its queries
and its size, beside the bare SQL of the same rows."""

import gzip
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from governance.access import make_link
from governance.audit import SYSTEM
from governance.embedding import embed
from governance.management.bench.crowd import Crowd, make_crowd, some_words
from governance.management.bench.harness import Size, Times, Turn, in_turns
from governance.models import Memory
from memoryhub.embedded.static_files import collect_if_changed

OTHERS = 990_000
READS = 100_000
FORGOTTEN = 60
WARM = 3
KB = 1000
SENTENCE = "Which train goes to the sea, and what did the seats cost?"
LOADED = ("css/site.css", "js/site.js", "vendor/htmx/htmx.min.js")
"""What every page loads."""
CHOICES = {
    "sort": ("newest", "oldest", "used", "important"),
    "state": ("active", "paused", "waiting"),
    "age": ("week", "month", "year", "older"),
    "only": ("private", "unused", "pinned", "inferred"),
    "kind": ("event",),
}
"""Of the list, by parameter."""
NEWEST = """
SELECT * FROM memory
WHERE person_id = ANY (%(ids)s) AND status IN ('active', 'paused', 'quarantined')
ORDER BY created_at DESC, id DESC LIMIT 50
"""
NEAREST = """
SELECT id FROM memory
WHERE person_id = ANY (%(ids)s) AND status IN ('active', 'paused', 'quarantined')
ORDER BY embedding <=> %(vector)s::halfvec LIMIT 50
"""


@dataclass(frozen=True)
class Browser:
    """Somebody who looks."""

    client: Client

    def page(self, address: str, status: int = 200) -> Turn:
        """Gets the page."""

        def turn(number: int) -> bytes:
            answer = self.client.get(address)
            if answer.status_code != status:
                raise RuntimeError(f"{address} was answered {answer.status_code}")
            return bytes(answer.content)

        return turn


def bench_pages(size: Size) -> Iterator[dict[str, Any]]:
    """Rows of figures: ms, queries, kB as they go over the wire."""
    logging.disable(logging.WARNING)
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        collect_if_changed()
        others = OTHERS if size.others is None else size.others
        crowd = make_crowd(memories=size.memories, others=others, reads=READS)
        own, linked = _signed_in(crowd), _by_link(crowd)
        pages = _pages(crowd, own, linked)
        floors = _floors(crowd)
        times = in_turns({**floors, **pages}, rounds=size.rounds, warm=WARM)
        for name, taken in times.items():
            yield _row(name, taken, pages.get(name))
        yield from _loaded()


def _signed_in(crowd: Crowd) -> Browser:
    client = Client()
    backend = "allauth.account.auth_backends.AuthenticationBackend"
    client.force_login(crowd.account, backend)
    ids = Memory.objects.using("owner").filter(person_id=crowd.ids[0], status="active")
    for memory_id in ids.exclude(id=crowd.memory_id).values_list("id", flat=True)[
        :FORGOTTEN
    ]:
        client.post(f"/me/memories/{memory_id}/forget/")
    return Browser(client)


def _by_link(crowd: Crowd) -> Browser:
    record = crowd.records[0]
    address, _ = make_link(record.service_id, record.id, actor=SYSTEM)
    client = Client()
    client.post("/link/" + address.rsplit("/link/", 1)[1])
    cache.clear()
    return Browser(client)


def _pages(crowd: Crowd, own: Browser, linked: Browser) -> dict[str, Turn]:
    one = f"/me/memories/{crowd.memory_id}/"
    addresses = {
        "list, first page": "/me/",
        "list, last page": "/me/?page=1000000",
        **{
            f"list, {name} {each}": f"/me/?{name}={each}"
            for name, values in CHOICES.items()
            for each in values
        },
        "list, sort used, last page": "/me/?sort=used&page=1000000",
        "list, one app": f"/me/?app={crowd.ids[1]}",
        "search, one word": "/me/?q=ferry",
        "search, one word, last page": "/me/?q=ferry&page=1000000",
        "search, a sentence": f"/me/?q={SENTENCE}",
        "search, a memory's words": f"/me/?q={some_words(3)}",
        "search, no hit": "/me/?q=zzqxv",
        "one memory": one,
        "one memory's row": f"{one}row/",
        "review": "/me/review/",
        "forgotten": "/me/forgotten/",
        "activity": "/me/activity/",
    }
    by_link = ("list, first page", "list, last page", "search, one word", "one memory")
    return {name: own.page(to) for name, to in addresses.items()} | {
        f"{name}, by link": linked.page(addresses[name]) for name in by_link
    }


def _floors(crowd: Crowd) -> dict[str, Turn]:
    """The bare SQL, as the owner of the tables: no scope, no policy, no template."""
    vector = str(embed([SENTENCE])[0])
    given = {"ids": crowd.ids, "vector": vector}
    return {
        "floor: SELECT … LIMIT 50": _asked(NEWEST, given),
        "floor: exact vector scan": _asked(NEAREST, given),
    }


def _asked(statement: str, given: Mapping[str, Any]) -> Turn:
    def turn(number: int) -> None:
        with connections["owner"].cursor() as cursor:
            cursor.execute(statement, given)
            cursor.fetchall()

    return turn


def _row(name: str, taken: Times, page: Callable[[int], Any] | None) -> dict[str, Any]:
    row = {"what": name, "p50_ms": taken.p50, "p95_ms": taken.p95}
    if page is None:
        return row
    with CaptureQueriesContext(connection) as asked:
        body = page(0)
    return {**row, "queries": len(asked), "gzip_kb": len(gzip.compress(body)) / KB}


def _loaded() -> Iterator[dict[str, Any]]:
    for name in LOADED:
        file = Path(settings.STATIC_ROOT) / name
        yield {"what": name, "gzip_kb": len(gzip.compress(file.read_bytes())) / KB}
