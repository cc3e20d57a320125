"""Kill anything at any moment: it goes on, once, from where it was."""

import os
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import uuid4

import pytest
import redis

from governance.residue.unfolding import unfolded
from tests.faults.conftest import (
    MANY,
    STORY,
    URL,
    begun,
    erase,
    erase_by_operator,
    finished_once,
    left,
)
from tests.faults.oracle import in_no_byte, in_no_dump, nothing_left, state
from tests.faults.running import alive, answers, children, start, until

pytestmark = pytest.mark.slow


def test_a_worker_killed_in_the_middle_of_an_erasure(product, outside, grown):
    run_id = erase_by_operator(product, grown)
    until(lambda: begun(product))
    product.kill("worker")
    assert left(product) > 0
    finished_once(product, outside, run_id)


def test_a_child_of_the_worker_killed_again_and_again(product, outside, grown):
    parent = product.facts["pids"]["worker"]
    run_id = erase_by_operator(product, grown)
    for part in (0.9, 0.6, 0.3):
        kill_children(product, parent, rows=MANY * part)
    assert left(product) > 0
    finished_once(product, outside, run_id)
    assert alive(parent)


def kill_children(product, parent, *, rows):
    """All of them, once fewer rows are left; others come in their place."""
    until(lambda: left(product) < rows)
    killed = children(parent)
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    until(lambda: not set(killed) & set(children(parent)))


def test_everything_killed_in_the_middle_of_an_erasure(product, outside, grown, folder):
    run_id = erase_by_operator(product, grown)
    until(lambda: begun(product))
    os.kill(product.process.pid, signal.SIGKILL)
    product.process.wait()
    pids = [pid for name, pid in product.facts["pids"].items() if name != "supervisor"]
    until(lambda: not any(alive(pid) for pid in pids))
    again = start(folder, **outside.environment)
    try:
        assert left(again) > 0
        finished_once(again, outside, run_id)
    finally:
        again.stop()


def test_the_database_killed_in_the_middle_of_an_erasure(product, outside, grown):
    run_id = erase_by_operator(product, grown)
    until(lambda: begun(product))
    product.kill("PostgreSQL")
    until(lambda: answers(product), seconds=90)
    finished_once(product, outside, run_id)


def test_a_broker_that_hangs_during_a_delete(product, outside, grown):
    product.kill("broker", signal.SIGSTOP)
    began = time.monotonic()
    run_id = erase(product, grown)
    took = time.monotonic() - began
    assert state(product, run_id)["state"] == "waiting"
    product.kill("broker", signal.SIGCONT)
    finished_once(product, outside, run_id, itself=True)
    assert took < 30


def test_a_broker_that_is_killed_before_a_delete(product, outside, grown):
    product.kill("broker")
    run_id = erase_by_operator(product, grown)
    finished_once(product, outside, run_id)


def test_a_broker_that_loses_all_it_knew_between_the_bell_and_the_run(
    product, outside, grown
):
    product.kill("worker", signal.SIGSTOP)
    run_id = erase_by_operator(product, grown)
    product.kill("broker")
    for path in (product.data / "broker").rglob("*"):
        if path.is_file():
            path.unlink()
    product.kill("worker", signal.SIGCONT)
    finished_once(product, outside, run_id)


def test_a_broker_that_is_killed_between_the_bell_and_the_run_and_forgets_nothing(
    product, outside, grown
):
    product.kill("worker", signal.SIGSTOP)
    time.sleep(3)  # what it waited for in the queue is given up
    run_id = erase_by_operator(product, grown)
    assert queued(product, run_id)
    product.kill("broker")
    until(lambda: queued(product, run_id))
    assert left(product) == MANY + 1
    product.kill("worker", signal.SIGCONT)
    finished_once(product, outside, run_id)


def queued(product, run_id):
    """Whether the message that names it waits in the queue."""
    with suppress(redis.RedisError), product.broker() as broker:
        waiting = broker.lrange("celery", 0, -1)
        return any(run_id in text for each in waiting for text in unfolded(each))
    return False


def test_whoever_derives_from_it_at_the_same_time_leaves_nothing_behind(
    product, outside, grown
):
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
        run_id = erase_by_operator(product, grown)
        until(lambda: state(product, run_id)["state"] == "done", seconds=120)
        over.set()
        told = [each.result() for each in asked]
    assert sum(each[201] for each in told) > 0
    assert sum(each[410] for each in told) > 0
    assert left(product) == 0
    stray = "SELECT count(*) FROM derivation WHERE origin_id = %s::uuid"
    assert product.sql(stray, grown) == [(0,)]
    nothing_left(product, STORY)


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
    in_no_dump(product, *marks)
    product.stop()
    in_no_byte(product.data.parent, *marks)


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


def test_a_worker_stopped_past_its_lease_and_continued(product, outside, grown):
    run_id = erase_by_operator(product, grown)
    until(lambda: begun(product))
    product.kill("worker", signal.SIGSTOP)
    time.sleep(4)  # its lease is 3 s
    swept = product.manage("sweep")
    product.kill("worker", signal.SIGCONT)
    assert swept.returncode == 0, swept.stderr
    finished_once(product, outside, run_id)
