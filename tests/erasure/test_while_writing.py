"""What is being written while "everything" or a source is erased is erased with it."""

import threading
import time

import pytest
from django.core.management import call_command
from django.db import connections

from governance.writing import store
from tests.world import memories_of
from tests.writing.test_races import together

URL = "/api/v1/people/owner"
CHAT = {"type": "user_message", "ref": "m-1", "conversation": "c-1"}
LONGEST = 20


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def half_written(monkeypatch):
    """Arms a write: set when it has put its rows down; it commits once somebody waits."""
    written, real = threading.Event(), vars(store)["insert_together"]

    def insert(rows):
        found = real(rows)
        if not written.is_set():
            written.set()
            somebody_waits()
        return found

    def arm():
        monkeypatch.setattr(store, "insert_together", insert)
        return written

    return arm


def somebody_waits():
    until = time.monotonic() + LONGEST
    with connections["owner"].cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
            if cursor.fetchone():
                return
            time.sleep(0.02)


def forget(**body):
    def ask(world):
        answer = world.travel.client().post(f"{URL}/forget", body, format="json")
        return answer.status_code

    return ask


def delete_person(world):
    return world.travel.client().delete(URL).status_code


def command(*options):
    def run(world):
        call_command("erase", "--person", "owner", *options)
        return 202

    return run


@pytest.mark.parametrize(
    "erase",
    [
        forget(everything=True, undo_hours=0),
        forget(source_ref="m-1", undo_hours=0),
        forget(conversation="c-1", undo_hours=0),
        delete_person,
        command("--all"),
        command("--whole-person"),
        command("--source", "m-1"),
    ],
    ids=[
        "forget everything",
        "forget a source",
        "forget a conversation",
        "erase the person's part",
        "command, all",
        "command, whole person",
        "command, a source",
    ],
)
def test_what_is_being_written_meanwhile_goes_along(world, bell, half_written, erase):
    world.write("Likes tea.", source=CHAT)
    written = half_written()

    def do(number):
        if number == 0:
            return world.write("Likes cake.", source=CHAT)
        assert written.wait(LONGEST)
        return erase(world)

    assert together(2, do)[1] == 202
    bell.answer()
    assert memories_of(world.owner) == []
