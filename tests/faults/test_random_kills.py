"""A hundred kills at random moments, of random parts: every erasure ends, once, nothing of
what it erased can be found anywhere, and whoever has to know was told once.
``pytest tests/faults -m faults``.

One erasure in two is what its service asks for: a conversation with what was learnt from it,
and a note. The others are requests by letter, so that the service is told by webhook and the
person by mail.

The seed stands in the name of the test and can be given again as ``KILLS_SEED``.
"""

import os
import random
import signal
import time
from contextlib import suppress
from functools import partial
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
TALKS = "people/mara/conversations"
TOOL = "people/mara/memory-tool"


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


def insisted(
    product: Product, method: str, path: str, body: object = None
) -> dict[str, object]:
    """The answer of a call that is tried again until it is done."""
    found: dict[str, object] = {}

    def done() -> bool:
        with suppress(OSError, ValueError):
            status, answer = product.call(method, path, body)
            found.update(answer)
            return status in {200, 201, 202, 404, 410}
        return False

    until(done, seconds=90)
    return found


def grow(product: Product, number: int) -> str:
    """A memory with very many below it."""
    source = {
        "type": "user_message",
        "ref": f"m-{number}",
        "conversation": f"c-{number}",
    }
    body = {"text": canary(number), "source": source}
    root = str(insisted(product, "POST", URL, body)["id"])
    product.grow(root, MANY)
    return root


def canary(number: int) -> str:
    return f"{STORY.format(number)} The card is {CARD}."


def talk(product: Product, number: int) -> None:
    """The same in a conversation, very often, and in a note with an earlier version."""
    said = {"items": [{"id": f"i-{number}", "role": "user", "content": canary(number)}]}
    insisted(product, "PUT", f"{TALKS}/c-{number}/items", said)
    product.talk_on(f"c-{number}", MANY)
    for command in (
        {"command": "create", "file_text": canary(number)},
        {"command": "insert", "insert_line": 0, "insert_text": canary(number)},
    ):
        insisted(product, "POST", TOOL, {**command, "path": f"/memories/{number}.md"})


def ask(product: Product, number: int) -> list[str]:
    """The service asks for both; where an answer was lost the run is looked up."""
    insisted(product, "DELETE", f"{TALKS}/c-{number}?memories=true")
    body = {"command": "delete", "path": f"/memories/{number}.md"}
    insisted(product, "POST", TOOL, body)
    newest = "SELECT id::text FROM erasure_run ORDER BY created_at DESC LIMIT 2"
    both = [run_id for (run_id,) in product.sql(newest)]
    return both[::-1]


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
            kills += held_up(product, run_id, chance)
        else:
            talk(product, number)
            run_id, of_note = ask(product, number)
            kills += held_up(product, run_id, chance)
            until(partial(ended, product, of_note), seconds=180)
            done_once(product, of_note, 0)
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
