"""Kill anything at any moment: it goes on, once, from where it was."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.place import remove
from tests.faults.running import ROOT, start, until, without_ours

pytestmark = pytest.mark.slow

MANY = 20_000
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
def product(folder):
    running = start(folder)
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def grown(product):
    body = {"text": "Has a very long story.", "source": {"type": "user_message"}}
    _, root = product.call("POST", URL, body)
    product.grow(root["id"], MANY)
    return root["id"]


def erase(product, memory_id):
    status, answer = product.call("DELETE", f"{URL}/{memory_id}")
    assert status == 202
    return answer["erasure"]


def state(product, run_id):
    return product.call("GET", f"erasures/{run_id}")[1]


def left(product):
    (rows,) = product.sql("SELECT count(*) FROM memory WHERE text LIKE 'Has a very%%'")
    return rows[0]


def begun(product):
    return MANY + 1 - left(product) > 0


def ledger_entries(product, run_id):
    lines = (product.data / "ledger" / "erasures.jsonl").read_text().splitlines()
    return [line for line in lines if json.loads(line)["run"] == run_id]


def finished_once(product, run_id):
    until(lambda: state(product, run_id)["state"] == "done", seconds=120)
    answer = state(product, run_id)
    assert left(product) == 0
    assert answer["counts"] == answer["planned"]
    assert answer["counts"]["memories"] == MANY + 1
    assert len(ledger_entries(product, run_id)) == 1
    done = product.sql(
        "SELECT count(*) FROM audit_entry WHERE verb = 'erasure.done' "
        "AND subject_ids = ARRAY[%s::uuid]",
        run_id,
    )
    assert done == [(1,)]


def test_a_worker_killed_in_the_middle_of_an_erasure(product, grown):
    run_id = erase(product, grown)
    until(lambda: begun(product))
    product.kill("worker")
    assert left(product) > 0
    finished_once(product, run_id)


def test_everything_killed_in_the_middle_of_an_erasure(product, grown, folder):
    run_id = erase(product, grown)
    until(lambda: begun(product))
    os.kill(product.process.pid, signal.SIGKILL)
    product.process.wait()
    pids = [pid for name, pid in product.facts["pids"].items() if name != "supervisor"]
    until(lambda: not any(alive(pid) for pid in pids))
    again = start(folder)
    try:
        assert left(again) > 0
        finished_once(again, run_id)
    finally:
        again.stop()


def test_the_database_killed_in_the_middle_of_an_erasure(product, grown):
    run_id = erase(product, grown)
    until(lambda: begun(product))
    product.kill("PostgreSQL")
    until(lambda: answers(product), seconds=90)
    finished_once(product, run_id)


def test_a_broker_that_hangs_during_a_delete(product, grown):
    product.kill("broker", signal.SIGSTOP)
    began = time.monotonic()
    run_id = erase(product, grown)
    took = time.monotonic() - began
    assert state(product, run_id)["state"] == "waiting"
    product.kill("broker", signal.SIGCONT)
    finished_once(product, run_id)
    assert took < 30


def test_a_broker_that_is_killed_before_a_delete(product, grown):
    product.kill("broker")
    run_id = erase(product, grown)
    finished_once(product, run_id)


def test_after_ctrl_c_nothing_is_left_running_and_the_data_stays(product, folder):
    _, before = product.call("GET", URL)
    assert product.stop() == 0
    assert not any(alive(pid) for pid in product.facts["pids"].values())
    again = start(folder)
    try:
        _, after = again.call("GET", URL)
        assert after["results"] == before["results"]
        assert again.facts["key"] == product.facts["key"]
    finally:
        again.stop()


def test_no_byte_of_what_was_scrubbed_is_in_any_file(product):
    marks = ["4929 4212 3456 7897", "rosalind.quux@example.org"]
    body = {
        "text": f"My card is {marks[0]}, write to {marks[1]}.",
        "source": {"type": "user_message"},
        "metadata": {"note": marks[1]},
    }
    status, _ = product.call("POST", URL, body)
    assert status == 201
    product.call("POST", URL, {**body, "text": f"\0{body['text']}"})
    product.stop()
    found = [
        str(path)
        for path in [*product.data.rglob("*"), product.data.parent / "log"]
        if path.is_file() and any(mark.encode() in path.read_bytes() for mark in marks)
    ]
    assert found == []


def test_half_sent_requests_give_their_threads_back(product):
    port = int(product.facts["url"].rsplit(":", 1)[1])
    half = (
        b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
    )
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
    for each in sockets:
        each.sendall(half + b"Cookie: csrftoken=" + b"a" * 32 + b"\r\n\r\nabc")
    try:
        until(lambda: answers(product), seconds=90)
    finally:
        for each in sockets:
            each.close()


def test_twenty_equal_writes_over_the_wire_make_one_row(product):
    body = {"text": "Likes tea in the afternoon.", "source": {"type": "user_message"}}
    with ThreadPoolExecutor(20) as pool:
        answered = list(pool.map(lambda _: product.call("POST", URL, body), range(20)))
    assert sorted(status for status, _ in answered) == [200] * 19 + [201]
    assert len({answer["id"] for _, answer in answered}) == 1
    rows = product.sql("SELECT count(*) FROM memory WHERE text = %s", body["text"])
    assert rows == [(1,)]


def answers(product):
    try:
        return product.call("GET", URL)[0] == 200
    except OSError:
        return False


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_stopped_past_its_lease_and_continued(product, grown):
    run_id = erase(product, grown)
    until(lambda: begun(product))
    product.kill("worker", signal.SIGSTOP)
    time.sleep(4)  # its lease is 3 s
    swept = sweep_in_its_place(product)
    product.kill("worker", signal.SIGCONT)
    assert swept.returncode == 0, swept.stderr
    finished_once(product, run_id)


def sweep_in_its_place(product):
    return subprocess.run(
        [sys.executable, "manage.py", "sweep"],
        cwd=ROOT,
        env=without_ours(MEMORYHUB_DATA_DIR=str(product.data)),
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
