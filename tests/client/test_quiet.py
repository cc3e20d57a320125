"""The client stands alone, and passes over what it does not know."""

import asyncio
import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import httpx2

from memoryhub.client import AsyncMemoryhub, Memoryhub, Source
from memoryhub.client.read import reader
from memoryhub.client.results import Memory, Settings
from tests.client.loop import Loop
from tests.world import memories_of

ROOT = Path(__file__).parents[2]
ALONE = """
import memoryhub.client, sys
ours = {name for name in sys.modules if name.startswith("memoryhub.")}
assert all(name.startswith("memoryhub.client") for name in ours), ours
assert not {"django", "governance", "psycopg", "celery"} & sys.modules.keys()
"""
CHAT = Source("user_message")


def test_the_client_imports_neither_django_nor_the_server():
    done = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-c", ALONE],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_members_that_a_newer_server_adds_are_passed_over():
    settings = reader(Settings)(
        b'{"memory_enabled": true, "restricted": false, "temporary_until": null,'
        b' "mood": {"of": ["the day"]}}'
    )
    assert settings == Settings(memory_enabled=True, restricted=False)


def test_a_value_that_a_newer_server_adds_to_a_closed_list_is_taken(hub):
    hub.remember("owner", "Likes tea.", source=CHAT)
    [memory] = hub.memories("owner")
    body = {
        "id": str(memory.id),
        "status": "hibernating",
        "kind": "song",
        "source": {"type": "telepathy"},
        "said_at": "2030-01-01T00:00:00+02:00",
        "created_at": "2030-01-01T00:00:00Z",
        "updated_at": "2030-01-01T00:00:00.123456Z",
    }
    newer = reader(Memory)(json.dumps(body).encode())
    assert (newer.status, newer.kind, newer.source.type) == (
        "hibernating", "song", "telepathy",
    )  # fmt: skip
    assert newer.said_at.utcoffset() == timedelta(hours=2)


def test_a_client_shows_its_server_and_never_its_key(twin):
    hub = twin("https://memoryhub.example/behind/a/prefix/", "mh_a_b")
    assert repr(hub) == f"{twin.__name__}('memoryhub.example')"


def test_a_page_that_names_another_host_is_asked_for_at_our_own():
    asked = []

    def answer(request):
        asked.append(request.url)
        other = "https://other.example/api/v1/people/anna/memories?cursor=abc%3D"
        page: dict[str, object] = {
            "count": 0,
            "next": None,
            "previous": None,
            "results": [],
        }
        return httpx2.Response(
            200, json=page if len(asked) > 1 else {**page, "next": other}
        )

    transport = httpx2.MockTransport(answer)
    behind = "https://memoryhub.example/behind/a/proxy/"
    with Memoryhub(behind, "mh_a_b", transport=transport) as hub:
        assert list(hub.memories("anna", kind="fact")) == []
    place = f"{behind}api/v1/people/anna/memories"
    assert [str(url.copy_with(query=None)) for url in asked] == [place, place]
    assert dict(asked[1].params) == {"kind": "fact", "cursor": "abc="}


def test_threads_share_one_client(address, world):
    gate = threading.Barrier(6)

    def write(number):
        gate.wait(timeout=30)
        return hub.remember("owner", f"Fact {number % 3} about bread.", source=CHAT)

    with Memoryhub(address, world.travel.key) as hub, ThreadPoolExecutor(6) as pool:
        done = list(pool.map(write, range(6)))
    assert sorted(each.duplicate for each in done) == [False] * 3 + [True] * 3
    assert len(memories_of(world.owner)) == 3


def test_tasks_share_one_client(address, world):
    async def write_all():
        async with AsyncMemoryhub(address, world.travel.key) as hub:
            return await asyncio.gather(
                *(
                    hub.remember("owner", f"Fact {n % 3} about bread.", source=CHAT)
                    for n in range(6)
                )
            )

    with Loop() as loop:
        done = loop.run(write_all())
    assert sorted(each.duplicate for each in done) == [False] * 3 + [True] * 3
    assert len(memories_of(world.owner)) == 3
