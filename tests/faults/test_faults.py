"""Kill anything at any moment: it goes on, once, from where it was."""

import json
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.place import remove
from tests.faults.running import start, until

pytestmark = pytest.mark.slow

MANY = 20_000
STORY = "Has a very long story."
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
    body = {"text": STORY, "source": {"type": "user_message"}}
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
    return [line for line in lines if json.loads(line).get("run") == run_id]


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
    # Rows, indexes, statistics, queues, the cache and every file of the product.
    searched = product.manage("residue", STORY)
    assert (searched.returncode, searched.stdout) == (0, ""), searched.stderr
    assert product.manage("verify-audit").returncode == 0


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


def test_a_broker_that_loses_all_it_knew_between_the_bell_and_the_run(product, grown):
    product.kill("worker", signal.SIGSTOP)
    run_id = erase(product, grown)
    product.kill("broker")
    for path in (product.data / "broker").rglob("*"):
        if path.is_file():
            path.unlink()
    product.kill("worker", signal.SIGCONT)
    finished_once(product, run_id)


def test_whoever_derives_from_it_at_the_same_time_leaves_nothing_behind(product, grown):
    over = threading.Event()

    def derive(number):
        told = {202: 0, 201: 0, 410: 0}
        while not over.is_set():
            body = {
                "text": f"{STORY} Said {uuid4()} by {number}.",
                "source": {"type": "user_message"},
                "derived_from": [grown],
            }
            status, _ = product.call("POST", URL, body)
            told[status] += 1
        return told

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(derive, number) for number in range(4)]
        time.sleep(1)
        run_id = erase(product, grown)
        until(lambda: state(product, run_id)["state"] == "done", seconds=120)
        over.set()
        told = [each.result() for each in asked]
    assert sum(each[201] for each in told) > 0
    assert sum(each[410] for each in told) > 0
    assert left(product) == 0
    stray = "SELECT count(*) FROM derivation WHERE origin_id = %s::uuid"
    assert product.sql(stray, grown) == [(0,)]
    assert product.manage("residue", STORY).returncode == 0


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
    dump = product.data.parent / "dump"
    assert product.manage("backup", str(dump)).returncode == 0
    script = product.data.parent / "dump.sql"
    written(product, dump, script)
    assert "My card is" in script.read_text()
    product.stop()
    found = [
        str(path)
        for path in [*product.data.rglob("*"), *product.data.parent.glob("*")]
        if path.is_file() and any(mark.encode() in path.read_bytes() for mark in marks)
    ]
    assert found == []


def written(product, dump, script):
    """The dump as SQL: in the file it is compressed."""
    code = (
        "import subprocess; from django.conf import settings;"
        "from memoryhub.backups.tools import tools_for;"
        "tools = tools_for(settings.DATABASES['owner']);"
        f"command = tools.command('pg_restore', '--file={script}', '{dump}');"
        "subprocess.run(command, check=True)"
    )
    made = product.manage("shell", "--no-imports", "--command", code)
    assert made.returncode == 0, made.stderr


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
    swept = product.manage("sweep")
    product.kill("worker", signal.SIGCONT)
    assert swept.returncode == 0, swept.stderr
    finished_once(product, run_id)
