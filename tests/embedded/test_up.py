"""`manage.py up` as a whole: ready, restarted where it dies, and gone when told."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from memoryhub.embedded.processes import alive

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"

pytestmark = pytest.mark.slow


class Up:
    """One run of it, as a person at a terminal has it."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.errors = (data.parent / "errors").open("w+")
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, MANAGE, "up", "--port", "0", "--json", *arguments],
            env={"PATH": os.environ["PATH"], "MEMORYHUB_DATA_DIR": str(data)},
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.process.stdout is not None
        self.out = self.process.stdout
        self.ready = json.loads(self.out.readline())

    @property
    def pids(self) -> list[int]:
        return list(self.ready["pids"].values())

    def is_live(self) -> bool:
        try:
            page = f"{self.ready['url']}/health/live"
            with urllib.request.urlopen(page) as answer:  # noqa: S310 - our own page
                return bool(answer.status == 200)
        except OSError:
            return False

    def end(self, *signs: signal.Signals) -> int:
        for sign in signs:
            self.process.send_signal(sign)
        return self.process.wait(30)


@pytest.fixture
def up(data):
    """Starts it, as often as the test asks; what still runs at the end is killed."""
    runs: list[Up] = []

    def start(*arguments: str) -> Up:
        runs.append(Up(data.path, *arguments))
        return runs[-1]

    yield start
    for run in runs:
        if run.process.poll() is None:
            run.process.kill()
            run.process.wait()
        run.out.close()
        run.errors.close()
    eventually(lambda: not any(alive(pid) for run in runs for pid in run.pids))
    (data.path.parent / "errors").unlink()


def eventually(holds, *, seconds=20):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize(
    "signs",
    [
        (signal.SIGINT,),
        (signal.SIGTERM,),
        (signal.SIGHUP, signal.SIGINT, signal.SIGTERM),
    ],
    ids=["Ctrl-C", "SIGTERM", "several at once"],
)
def test_it_is_ready_when_it_says_so_and_leaves_nothing_when_stopped(up, signs):
    run = up()
    assert run.is_live()
    assert run.end(*signs) == 0
    assert not any(alive(pid) for pid in run.pids)
    assert run.process.stdout.read() == ""


def test_killing_the_supervisor_leaves_nothing_and_the_next_start_works(up):
    first = up()
    first.end(signal.SIGKILL)
    eventually(lambda: not any(alive(pid) for pid in first.pids))
    assert up().is_live()


def test_whatever_dies_is_started_again(up):
    run = up()
    before = run.ready["pids"]
    for name in ("worker", "beat", "web", "broker", "PostgreSQL"):
        os.kill(before[name], signal.SIGKILL)
    eventually(run.is_live)
    assert run.end(signal.SIGTERM) == 0


def test_without_a_worker_neither_worker_nor_beat_runs(up):
    run = up("--no-worker")
    assert set(run.ready["pids"]) == {"supervisor", "web", "PostgreSQL", "broker"}


def test_a_second_demo_start_keeps_the_data_and_is_soon_ready(up):
    first = up("--demo")
    first.end(signal.SIGTERM)
    begun = time.monotonic()
    second = up("--demo")
    assert time.monotonic() - begun < 15
    assert second.ready["signins"] == first.ready["signins"]
    assert second.ready["key"] == first.ready["key"]


def test_the_supervisor_has_one_thread_when_it_forks(up):
    run = up()
    tasks = Path("/proc") / str(run.ready["pids"]["supervisor"]) / "task"
    assert len(list(tasks.iterdir())) == 1
