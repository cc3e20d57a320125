"""A hundred kills at random moments, of random parts: every erasure ends, once, and nothing
of what it erased can be found. ``pytest tests/faults -m faults``; about a quarter of an hour.

The seed stands in the name of the test and can be given again as ``KILLS_SEED``.
"""

import os
import random
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.place import remove
from tests.faults.running import Product, start, until
from tests.faults.test_faults import URL, answers, ledger_entries, state

pytestmark = [pytest.mark.slow, pytest.mark.faults]

KILLS = int(os.environ.get("KILLS", "100"))
SEED = int(os.environ.get("KILLS_SEED", str(int(time.time()) % 10**6)))
MANY = 4_000
# A worker's child most often: it is what does the work.
VICTIMS = ["child"] * 6 + ["worker"] * 3 + ["beat", "broker", "PostgreSQL"]
STORY = "Tells the long story of canary {}"


@pytest.fixture
def product():
    parent = Path(tempfile.mkdtemp(prefix="memoryhub-kills-"))
    parent.chmod(0o755)
    running = start(parent / "data", MEMORYHUB_ERASURE_TRIES="60")
    yield running
    if running.process.poll() is None:
        running.stop()
    remove(DataFolder(parent / "data"))
    shutil.rmtree(parent)


def children(pid: int) -> list[int]:
    with suppress(OSError):
        return [
            int(each)
            for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    return []


def parts(product: Product) -> dict[str, list[int]]:
    """The pids of each part as they are now; they change with every restart."""
    found: dict[str, list[int]] = {}
    for pid in children(product.process.pid):
        with suppress(OSError):
            name = Path(f"/proc/{pid}/comm").read_text().strip()
            found.setdefault(name, []).append(pid)
            if "worker" in name:
                found.setdefault("child", []).extend(children(pid))
    return found


def kill(product: Product, victim: str) -> bool:
    names = {
        "worker": "worker",
        "beat": "beat",
        "child": "child",
        "broker": "valkey-server",
        "PostgreSQL": "postgres",
    }
    pids = [
        pid
        for name, them in parts(product).items()
        if names[victim] in name
        for pid in them
    ]
    for pid in pids[:1]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            return True
    return False


def grow(product: Product, number: int) -> str:
    text = STORY.format(number)
    body = {"text": text, "source": {"type": "user_message", "ref": f"m-{number}"}}
    root = ""

    def written() -> bool:
        nonlocal root
        with suppress(OSError, ValueError):
            status, answer = product.call("POST", URL, body)
            root = answer.get("id", "")
            return status in {200, 201}
        return False

    until(written, seconds=90)
    product.grow(root, MANY)
    return root


def ask(product: Product, root: str) -> str:
    run_id = ""

    def asked() -> bool:
        nonlocal run_id
        with suppress(OSError, ValueError):
            status, answer = product.call("DELETE", f"{URL}/{root}")
            run_id = answer.get("erasure", "")
            return status in {202, 410} and bool(run_id)
        return False

    until(asked, seconds=90)
    return run_id


def ended(product: Product, run_id: str) -> bool:
    with suppress(OSError, ValueError):
        return bool(state(product, run_id).get("state") == "done")
    return False


def held_up(product: Product, run_id: str, chance: random.Random) -> int:
    """Kills until the run is done; gives how often."""
    kills = 0
    while not ended(product, run_id) and kills < 12:
        time.sleep(chance.uniform(0, 1.2))
        if kill(product, chance.choice(VICTIMS)):
            kills += 1
            time.sleep(chance.uniform(0, 2.5))
    until(lambda: answers(product), seconds=120)
    until(lambda: ended(product, run_id), seconds=180)
    return kills


def erased_once(product: Product, run_id: str, number: int) -> None:
    told = state(product, run_id)
    assert told["counts"] == told["planned"]
    assert told["counts"]["memories"] == MANY + 1
    assert len(ledger_entries(product, run_id)) == 1
    once = (
        "SELECT count(*) FROM audit_entry WHERE verb = %s "
        "AND subject_ids = ARRAY[%s::uuid]"
    )
    assert product.sql(once, "erasure.done", run_id) == [(1,)]
    left = "SELECT count(*) FROM memory WHERE text LIKE %s"
    assert product.sql(left, STORY.format(number) + "%") == [(0,)]
    items = "SELECT count(*) FROM erasure_item WHERE run_id = %s::uuid"
    assert product.sql(items, run_id) == [(0,)]
    certified = "SELECT count(*) FROM certificate WHERE run_id = %s::uuid"
    until(lambda: product.sql(certified, run_id) == [(1,)], seconds=60)


@pytest.mark.parametrize("seed", [SEED])  # told with the name of the test
def test_a_hundred_kills_lose_nothing_and_do_nothing_twice(product, seed):
    chance = random.Random(seed)  # noqa: S311  nothing to guess
    kills = number = 0
    while kills < KILLS:
        number += 1
        run_id = ask(product, grow(product, number))
        kills += held_up(product, run_id, chance)
        erased_once(product, run_id, number)
    assert kills >= KILLS
    broken = "SELECT count(*) FROM erasure_run WHERE state = 'needs_attention'"
    assert product.sql(broken) == [(0,)]
    assert "canary" not in product.log
