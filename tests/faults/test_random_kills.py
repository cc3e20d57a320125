"""A hundred kills at random moments, of random parts: every erasure ends, once, nothing of
what it erased can be found anywhere, and whoever has to know was told once.
``pytest tests/faults -m faults``.

One erasure in two is what its service asks for; the others are requests by letter, so that the
service is told by webhook and the person by mail.

The seed stands in the name of the test and can be given again as ``KILLS_SEED``.
"""

import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.faults.oracle import (
    CARD,
    done_once,
    in_no_byte,
    in_no_dump,
    letters_once,
    nothing_left,
    record_whole,
    request_by_letter,
    state,
    told_once,
)
from tests.faults.running import Product, answers, children, start, until

pytestmark = [pytest.mark.slow, pytest.mark.faults]

KILLS = int(os.environ.get("KILLS", "100"))
SEED = int(os.environ.get("KILLS_SEED", str(int(time.time()) % 10**6)))
MANY = 4_000
# A worker's child most often: it is what does the work.
VICTIMS = ["child"] * 6 + ["worker"] * 3 + ["beat", "broker", "PostgreSQL"]
STORY = 'Tells the "long" story of canary {:04}.'
MOST_KILLS = 12
URL = "people/mara/memories"


@pytest.fixture
def product(folder, outside):
    running = start(folder, MEMORYHUB_ERASURE_TRIES="60", **outside.environment)
    outside.listen(running)
    yield running
    if running.process.poll() is None:
        running.stop()


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
    text = f"{STORY.format(number)} The card is {CARD}."
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
    """The service asks."""
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
    while not ended(product, run_id) and kills < MOST_KILLS:
        time.sleep(chance.uniform(0, 1.2))
        if kill(product, chance.choice(VICTIMS)):
            kills += 1
            time.sleep(chance.uniform(0, 2.5))
    until(lambda: answers(product), seconds=120)
    until(lambda: ended(product, run_id), seconds=180)
    return kills


@pytest.mark.parametrize("seed", [SEED])  # told with the name of the test
def test_a_hundred_kills_lose_nothing_and_do_nothing_twice(product, outside, seed):
    chance = random.Random(seed)  # noqa: S311  nothing to guess
    kills = number = 0
    requests = []
    while kills < KILLS:
        number += 1
        root, by_letter = grow(product, number), number % 2 == 0
        if by_letter:
            run_id, request_id = request_by_letter(product, root)
            requests.append(request_id)
        else:
            run_id = ask(product, root)
        kills += held_up(product, run_id, chance)
        done_once(product, run_id, MANY + 1)
        nothing_left(product, STORY.format(number))
        told_once(product, outside, run_id, itself=not by_letter)
    assert kills >= KILLS
    for request_id in requests:
        letters_once(product, outside, request_id)
    broken = "SELECT count(*) FROM erasure_run WHERE state = 'needs_attention'"
    assert product.sql(broken) == [(0,)]
    record_whole(product)
    in_no_dump(product, "story of canary", CARD)
    assert "canary" not in product.log
    product.stop()
    in_no_byte(product.data.parent, CARD)
