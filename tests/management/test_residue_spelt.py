"""``residue`` finds a phrase with quotes, backslashes, line breaks and letters beyond ASCII in
every place that holds text of ours, as the product itself writes it there."""

import gzip
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
import redis
from celery import Celery
from django.conf import settings as current
from django.core import mail
from django.db import connections
from django.utils.html import escape

from governance.erasure import carry_out
from governance.models import ErasureRun
from governance.residue.spellings import spellings
from memoryhub.backups import dump
from memoryhub.celery import app
from tests.erasure.restoring import OWNER
from tests.management.residue_search import places
from tests.requests.packages.making import Making
from tests.world import World

HARD = 'said "never" & \\ it\'s <5 to Łódź\nthen left'
TEXT = f"Once {HARD} by tram."
QUEUE = "residue-test"


def send(name: str, **given: Any) -> None:
    """For real: the bell of the tests holds back what the application sends."""
    Celery.send_task(app, name, queue=QUEUE, **given)


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "data"
    settings.LEDGER_DIR = tmp_path / "ledger"
    settings.DATA_DIR.mkdir()


@pytest.fixture
def scratch() -> Iterator[Any]:
    """A table that somebody has made beside ours."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "CREATE TABLE scratch (words text[], said jsonb, plain text, raw bytea)"
        )
        try:
            yield cursor
        finally:
            cursor.execute("DROP TABLE scratch")


@pytest.fixture
def broker() -> Iterator[Any]:
    with redis.Redis.from_url(current.BROKER_URL) as found:
        yield found
        found.delete(QUEUE)


def test_in_rows_of_json_as_in_those_of_text(world: World) -> None:
    world.write(TEXT, metadata={"note": [TEXT]})
    assert places(HARD) >= {
        "table memory: text",
        "table memory: metadata",
        "table memory_version: text",
    }


def test_and_nowhere_after_its_erasure(world: World) -> None:
    memory = world.write(TEXT, metadata={"note": TEXT})
    world.travel.client().delete(f"/api/v1/people/owner/memories/{memory['id']}")
    assert carry_out(ErasureRun.objects.using("owner").get().id)
    assert places(HARD) == set()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("words", [TEXT]),
        ("words", [json.dumps({"note": TEXT})]),
        ("said", json.dumps({"note": TEXT})),
        ("said", json.dumps({"note": json.dumps(TEXT)})),
        ("plain", json.dumps(TEXT)),
        ("plain", TEXT),
        ("raw", TEXT.encode()),
    ],
)
def test_in_a_column_of_any_type(
    world: World, scratch: Any, column: str, value: object
) -> None:
    scratch.execute(f"INSERT INTO scratch ({column}) VALUES (%s)", [value])
    assert places(HARD) == {f"table scratch: {column}"}


@pytest.mark.parametrize("column", ["said", "plain", "words"])
def test_in_the_samples_of_the_planner(world: World, scratch: Any, column: str) -> None:
    value = [TEXT] if column == "words" else json.dumps({"note": TEXT})
    for _ in range(20):
        scratch.execute(f"INSERT INTO scratch ({column}) VALUES (%s)", [value])
    scratch.execute("ANALYZE scratch")
    scratch.execute("DELETE FROM scratch")
    assert places(HARD) == {f"statistics: public.scratch.{column}"}


@pytest.mark.parametrize("way", ["argument", "named argument", "packed"])
def test_in_a_message_that_waits_for_a_worker(
    world: World, broker: Any, way: str
) -> None:
    ways: dict[str, dict[str, Any]] = {
        "argument": {"args": ["x", {"text": TEXT}]},
        "named argument": {"kwargs": {"text": TEXT}},
        "packed": {"args": [TEXT], "compression": "gzip", "argsrepr": "…"},
    }
    send("governance.tasks.nothing", **ways[way])
    [message] = broker.lrange(QUEUE, 0, -1)
    assert TEXT.encode() not in message
    assert places(HARD) == {"broker: keys"}


def test_in_a_message_that_a_worker_has_taken(world: World, broker: Any) -> None:
    send("governance.tasks.nothing", args=[TEXT], argsrepr="…")
    with app.connection_for_read() as connection:
        channel: Any = connection.channel()
        taken = channel.basic_get(QUEUE)
        try:
            assert broker.llen(QUEUE) == 0
            assert places(HARD) == {"broker: keys"}
        finally:
            channel.basic_ack(taken.delivery_tag)
    assert places(HARD) == set()


def test_in_a_stream_of_the_broker(world: World, broker: Any) -> None:
    broker.xadd(QUEUE, {"said": TEXT})
    assert places(HARD) == {"broker: keys"}


def test_in_every_member_of_a_package(
    world: World, bell: Any, settings: Any, tmp_path: Path
) -> None:
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "elsewhere")
    world.write(TEXT)
    package = Making(world, bell).make()
    assert {each for each in places(HARD) if "package:" in each} == {
        f"package: {package.id}/{name}"
        for name in ("memories.json", "memories.csv", "history.csv", "index.html")
    }


@pytest.mark.parametrize("part", ["subject", "body", "long body", "html"])
def test_in_a_mail_that_lies_in_a_folder(
    world: World, settings: Any, tmp_path: Path, part: str
) -> None:
    settings.EMAIL_FILE_PATH = tmp_path / "mails"
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    phrase = HARD.splitlines()[0]
    letter = mail.EmailMultiAlternatives("Hello", "Hello", None, ["a@example.org"])
    if part == "subject":
        letter.subject = phrase
    elif part == "html":
        letter.attach_alternative(f"<p>{escape(phrase)}</p>", "text/html")
    else:
        letter.body = phrase + ("x" * 1_200 if part == "long body" else "")
    connection = mail.get_connection(settings.EMAIL_BACKEND)
    connection.send_messages([letter, letter])
    [found] = places(phrase)
    assert found.startswith("file: ")
    assert found.endswith(".log")


def test_in_a_backup_that_lies_in_the_data_folder(world: World, settings: Any) -> None:
    world.write(TEXT, metadata={"note": TEXT})
    file = settings.DATA_DIR / "monday.dump"
    dump(OWNER, file)
    assert HARD.encode() not in file.read_bytes()
    with connections["owner"].cursor() as cursor:
        cursor.execute("TRUNCATE memory, memory_version CASCADE")
    assert places(HARD) == {"file: monday.dump"}


def test_in_a_log_that_was_packed_away(world: World, settings: Any) -> None:
    (settings.DATA_DIR / "web.log.1.gz").write_bytes(gzip.compress(TEXT.encode()))
    with zipfile.ZipFile(settings.DATA_DIR / "logs.zip", "w", 8) as archive:
        archive.writestr("web.log", json.dumps(TEXT))
    assert places(HARD) == {"file: web.log.1.gz", "file: logs.zip/web.log"}


def test_what_does_not_open_is_told(world: World, settings: Any) -> None:
    for name, head in {
        "a.gz": "\x1f",
        "b.zip": "PK\3\4",
        "c": "PGDMP",
        "d": "%PDF-",
    }.items():
        start = b"\x1f\x8b" if name == "a.gz" else head.encode()
        (settings.DATA_DIR / name).write_bytes(start + b"broken")
    assert places(HARD) == {
        "file: a.gz not searched: it does not open",
        "file: b.zip not searched: it does not open",
        "file: c not searched: it does not open",
        "file: d not searched: the words of a PDF lie in no order that can be read",
    }


def test_in_the_session_of_a_visitor(world: World) -> None:
    engine = import_module(current.SESSION_ENGINE)
    session = engine.SessionStore()
    session["words"] = TEXT * 3
    session.create()
    try:
        assert places(HARD) == {"table django_session: session_data, packed"}
    finally:
        session.delete()


@pytest.mark.parametrize("written", [quote_plus(TEXT), repr(TEXT), TEXT.upper()])
def test_in_a_line_of_a_log(world: World, settings: Any, written: str) -> None:
    (settings.DATA_DIR / "web.log").write_text(f"GET /?q={written} 200\n")
    assert places(HARD) == {"file: web.log"}


def test_a_plain_phrase_is_looked_for_in_few_ways() -> None:
    assert len(spellings("Likes the blue tram")) <= 6
    assert len(spellings(HARD)) < 200
