"""A disk that is full in the middle of an entry of the ledger: nothing is deleted, and the
ledger goes on whole."""

import resource
from contextlib import contextmanager

import pytest

from governance.ledger.entry import read
from tests.faults.conftest import MANY, erase, finished_once, left
from tests.faults.oracle import ledger_entries
from tests.faults.running import children, until

pytestmark = pytest.mark.slow

ROOM = 100
"""Bytes of an entry for which there is still room; it has about five times as many."""


def test_a_disk_full_in_the_middle_of_an_entry(product, outside, grown):
    file = product.data / "ledger" / "erasures.jsonl"
    before = file.read_bytes() if file.exists() else b""
    with full(product, len(before) + ROOM):
        run_id = erase(product, grown)
        tried = "SELECT trouble FROM erasure_run WHERE id = %s::uuid"
        until(lambda: product.sql(tried, run_id) == [("LedgerTrouble",)])
        assert file.read_bytes() == before
        assert left(product) == MANY + 1
    product.manage("sweep")
    finished_once(product, outside, run_id, itself=True)
    [entry] = ledger_entries(product, run_id)
    assert len(entry) > ROOM
    assert file.read_bytes().startswith(before)
    assert_whole(file)


def test_what_a_full_disk_and_a_kill_left_of_an_entry_is_dropped(
    product, outside, grown
):
    file = product.data / "ledger" / "erasures.jsonl"
    erased = erase(product, grown)
    finished_once(product, outside, erased, itself=True)
    [entry] = ledger_entries(product, erased)
    with file.open("a") as torn:
        torn.write(entry[:ROOM])
    body = {"text": "Likes halva.", "source": {"type": "user_message"}}
    _, memory = product.call("POST", "people/anna/memories", body)
    run_id = erase(product, memory["id"])
    until(lambda: len(ledger_entries(product, run_id)) == 1)
    assert_whole(file)


@contextmanager
def full(product, size):
    """No file of web server and worker grows beyond so many bytes: of what is longer the
    system writes the part that fits, and refuses the rest."""
    pids = [
        pid
        for name in ("web", "worker")
        for parent in [product.facts["pids"][name]]
        for pid in (parent, *children(parent))
    ]
    usual = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_soft, hard) in usual.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        for pid, limits in usual.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def assert_whole(file):
    """Each line is an entry that follows the one before."""
    before = None
    for line in file.read_bytes().splitlines():
        entry = read(line)
        if before is not None:
            assert entry["before"] == before["hash"]
            assert entry["number"] == before["number"] + 1
        before = entry
