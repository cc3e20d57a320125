"""However much there is, a package takes as little memory to make (docs/measured.md)."""

import os
import threading
import time
import tracemalloc
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from governance.access import (
    as_staff,
    keyed_hash,
    note_current_key,
    open_package,
    package_path,
)
from governance.models import PackageKind, PackageState, Person
from governance.requests import packages
from governance.requests.packages.archive import Archive
from governance.web.me.export_files import json_file
from governance.web.me.export_page import page_file
from tests.requests.packages.making import STAFF, Making

MANY = """
INSERT INTO source (id, person_id, service_id, type, trust, ref, conversation, url, said_at,
    created_at)
SELECT md5('s' || n)::uuid, %(person)s, %(service)s, 'user_message', 'user', 'message-' || n,
       '', '', now(), now() - n * interval '1 second'
FROM generate_series(%(first)s, %(last)s) n;
INSERT INTO memory (id, person_id, service_id, source_id, text, text_hash, hash_key_id, kind,
    key, space, importance, sensitivity, status, status_reason, trust, inferred, pinned,
    metadata, findings, version, said_at, use_count, held,
    created_at)
SELECT md5('m' || n)::uuid, %(person)s, %(service)s, md5('s' || n)::uuid,
    'Fact ' || n || ' about bread: ' || repeat(md5('a' || n) || ' ', %(words)s),
    decode(md5(n::text) || md5('x' || n), 'hex'), %(key)s, 'fact', '', '', 5, 'normal',
    'active', '', 'user', false, false, '{}', '[]', 1, now(), 0, false, now() - n * interval '1 second'
FROM generate_series(%(first)s, %(last)s) n;
INSERT INTO memory_version (id, person_id, service_id, memory_id, number, text, actor_kind,
    created_at)
SELECT gen_random_uuid(), person_id, service_id, id, 1, text, 'service', created_at FROM memory m
WHERE NOT EXISTS (SELECT 1 FROM memory_version v WHERE v.memory_id = m.id);
INSERT INTO derivation (id, person_id, service_id, made_id, origin_kind, origin_id)
SELECT gen_random_uuid(), person_id, service_id, id, 'source', source_id FROM memory m
WHERE NOT EXISTS (SELECT 1 FROM derivation d WHERE d.made_id = m.id);
INSERT INTO read (id, person_id, service_id, kind, purpose, memory_ids)
SELECT gen_random_uuid(), %(person)s, %(service)s, 'recall', 'assist',
    ARRAY(SELECT md5('m' || (%(first)s + (n * 37 + i) %% %(many)s))::uuid FROM generate_series(1, 8) i)
FROM generate_series(%(first)s, %(first)s + %(many)s / 10) n;
ANALYZE memory; ANALYZE memory_version; ANALYZE source; ANALYZE derivation; ANALYZE read
"""
MEGABYTE = 1024 * 1024


def remember(making: Making, many: int, *, words: int = 2, first: int = 1) -> None:
    note_current_key()
    values: dict[str, Any] = {
        "person": making.world.owner.id,
        "service": making.world.travel.service.id,
        "key": keyed_hash("size", "key").key_id,
        "many": many,
        "first": first,
        "last": first + many - 1,
        "words": words,
    }
    with connections["owner"].cursor() as cursor:
        for statement in MANY.split(";"):
            cursor.execute(statement, values if "%" in statement else None)


def build(making: Making, kind: PackageKind) -> tuple[float, int]:
    """Makes one; seconds, and the size on the disk in bytes."""
    package_id = making.order(kind)
    making.bell.rung.clear()
    began = time.monotonic()
    if not packages.build(package_id):
        # Some of the made-up words look like names.
        making.bell.rung.clear()
        with as_staff():
            found = packages.proposals(making.request_id)
            packages.keep([each.id for each in found], actor=STAFF)
        making.bell.rung.clear()
        assert packages.build(package_id)
    took = time.monotonic() - began
    package = making.row(package_id)
    assert package.state == PackageState.READY
    with open_package(package) as file:
        file.check()
    return took, package_path(package.id, package.fence).stat().st_size


@pytest.mark.parametrize("kind", PackageKind)
def test_no_more_is_in_memory_than_a_part(
    making: Making, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two megabytes of text, each of it in four or more members; a part is 80 KB."""
    monkeypatch.setattr("governance.requests.packages.contents.SIZE", 10)
    monkeypatch.setattr(
        "governance.requests.packages.others.names_in",
        lambda texts: [[] for _ in texts],
    )
    monkeypatch.setattr("governance.requests.packages.others.AT_ONCE", 10)
    remember(making, 250, words=250)
    making.order(kind)
    with traced() as peak:
        build(making, kind)
    assert peak() < 3 * MEGABYTE


TOLD = """
INSERT INTO conversation (id, person_id, service_id, name, next_number)
VALUES (md5('talk')::uuid, %(person)s, %(service)s, 'vienna', %(many)s + 1);
INSERT INTO conversation_item (id, person_id, service_id, conversation_id, number, body, ref)
SELECT gen_random_uuid(), %(person)s, %(service)s, md5('talk')::uuid, n,
    jsonb_build_object('role', 'user', 'content', 'Message ' || n || '. ' || repeat('word ', 200)),
    ''
FROM generate_series(1, %(many)s) n;
INSERT INTO memory_file (id, person_id, service_id, path, text, size, version)
SELECT md5('note' || n)::uuid, %(person)s, %(service)s, '/memories/' || n || '.md',
    'Note ' || n || '. ' || repeat('word ', 200), 1000, 5
FROM generate_series(1, %(many)s / 10) n;
INSERT INTO file_version (id, person_id, service_id, file_id, number, path, text, actor_kind)
SELECT gen_random_uuid(), %(person)s, %(service)s, md5('note' || n)::uuid, v,
    '/memories/' || n || '.md', repeat('before ', 200), 'service'
FROM generate_series(1, %(many)s / 10) n, generate_series(1, 4) v;
ANALYZE conversation_item; ANALYZE memory_file; ANALYZE file_version
"""


def tell(making: Making, many: int) -> None:
    """So many messages, and a tenth as many notes with four earlier texts each: a
    kilobyte each."""
    values: dict[str, Any] = {
        "person": making.world.owner.id,
        "service": making.world.travel.service.id,
        "many": many,
    }
    with connections["owner"].cursor() as cursor:
        for statement in TOLD.split(";"):
            cursor.execute(statement, values if "%" in statement else None)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty kilobytes."""
    monkeypatch.setattr("governance.porting.kept.MOST_CHARACTERS", 60_000)
    monkeypatch.setattr(
        "governance.requests.packages.kept.names_in", lambda texts: [[] for _ in texts]
    )


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("kind", PackageKind)
def test_of_messages_and_notes_too_no_more_is_in_memory_than_a_part(
    making: Making, kind: Any
) -> None:
    """Four and a half megabytes of text, each of it in three members."""
    making.order(kind)
    making.bell.rung.clear()
    tell(making, 3_000)
    with traced() as peak:
        build(making, kind)
    assert peak() < 3 * MEGABYTE


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("file", [json_file, page_file])
def test_of_a_persons_own_export_no_more_is_in_memory_than_a_part(
    making: Making, file: Any
) -> None:
    tell(making, 3_000)
    person = Person.objects.using("owner").select_related("service")
    owner = person.get(id=making.world.owner.id)
    length = messages = 0
    with traced() as peak:
        for piece in file([owner], timezone.now()):
            length += len(piece)
            messages += piece.count("Message ")
    assert messages == 3_000
    assert length > 4 * MEGABYTE
    assert peak() < 3 * MEGABYTE


@contextmanager
def traced() -> Iterator[Callable[[], int]]:
    """How many bytes there were at most, meanwhile."""
    peak = 0
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    yield lambda: peak
    peak = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()


def test_many_characters_of_messages_make_it_ready_for_large_members(
    making: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By its name in full it is the function of that name.
    builder = import_module("governance.requests.packages.build")
    monkeypatch.setattr(builder, "LONG", 5_000)
    large = []
    made = Archive.__init__

    def init(self: Any, sink: Any, **more: Any) -> None:
        large.append(more["large"])
        made(self, sink, **more)

    monkeypatch.setattr(Archive, "__init__", init)
    making.make()
    tell(making, 20)
    making.request_id = uuid.uuid4()
    making.make()
    assert large == [False, True]


@pytest.mark.slow
@pytest.mark.parametrize("kind", PackageKind)
def test_a_hundred_thousand_memories_take_a_few_megabytes(
    making: Making, kind: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(making, 200)
    build(making, kind)
    remember(making, 100_000, first=1_000)
    making.request_id = uuid.uuid4()
    with Watching() as memory:
        took, size = build(making, kind)
    with capsys.disabled():
        grew, disk = memory.grew / MEGABYTE, size / MEGABYTE
        print(f"\n{kind}: {took:.0f} s, grew {grew:.1f} MB, file {disk:.1f} MB")  # noqa: T201
    assert memory.grew < 40 * MEGABYTE


class Watching:
    """By how much the process grew at most, its resident pages counted twice a second."""

    def __enter__(self) -> "Watching":
        self._start = self._most = resident()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._thread.join()

    @property
    def grew(self) -> int:
        """In bytes."""
        return self._most - self._start

    def _watch(self) -> None:
        while not self._over.wait(0.5):
            self._most = max(self._most, resident())


def resident() -> int:
    """Bytes of this process that are in memory (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
