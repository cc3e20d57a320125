"""The product with somebody outside who is told, and an erasure that takes a while."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest

from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.place import remove
from tests.faults.oracle import (
    Outside,
    done_once,
    nothing_left,
    record_whole,
    state,
    told_once,
)
from tests.faults.running import start, until

MANY = 20_000
STORY = 'Has a very "long" story.'
URL = "people/anna/memories"


@pytest.fixture
def folder():
    """Not pytest's own: that one is closed to the user that the servers run as."""
    parent = Path(tempfile.mkdtemp(prefix="memoryhub-faults-"))
    parent.chmod(0o755)
    yield parent / "data"
    remove(DataFolder(parent / "data"))
    shutil.rmtree(parent)


@pytest.fixture
def outside():
    outside = Outside()
    yield outside
    outside.close()


@pytest.fixture
def product(folder, outside):
    running = start(folder, **outside.environment)
    outside.listen(running)
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def grown(product):
    return grow(product)


def grow(product, many=MANY):
    body = {"text": STORY, "source": {"type": "user_message"}}
    status, root = product.call("POST", URL, body)
    assert status == 201, root
    product.grow(root["id"], many)
    return root["id"]


def erase(product, memory_id):
    """The service asks."""
    status, answer = product.call("DELETE", f"{URL}/{memory_id}")
    assert status == 202
    return answer["erasure"]


def erase_by_operator(product, memory_id):
    """Somebody else asks, so the service has to be told."""
    code = f"from tests.faults import asking; asking.by_operator('{memory_id}')"
    return json.loads(product.shell(code))["run"]


def left(product):
    (rows,) = product.sql("SELECT count(*) FROM memory WHERE text LIKE 'Has a very%%'")
    return rows[0]


def begun(product):
    return MANY + 1 - left(product) > 0


def finished_once(product, outside, run_id, *, itself=False, many=MANY):
    """The whole oracle; ``itself`` where the service had asked."""
    until(lambda: state(product, run_id).get("state") == "done", seconds=180)
    assert left(product) == 0
    done_once(product, run_id, many + 1)
    nothing_left(product, STORY)
    told_once(product, outside, run_id, itself=itself)
    record_whole(product)
