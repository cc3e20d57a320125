"""A replay that is killed at any moment goes on when it is run again; a restore and its
replay by the commands, in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import time
from copy import copy
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings as live
from django.utils import timezone

from governance import ledger
from governance.models import Derivation, ErasureRun, LedgerSeen, Memory
from memoryhub.backups import dump, put_back

ROOT = Path(__file__).parents[2]
URL = "/api/v1/people/owner/memories"


@pytest.fixture
def environment(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"
    return {
        **os.environ,
        "MEMORYHUB_LEDGER": str(settings.LEDGER_DIR),
        "MEMORYHUB_ERASURE_BATCH": "20",
    }


def grow(root, many):
    """Very many texts that were made from one, so that its erasure takes a while."""
    now = timezone.now()
    made = []
    for _ in range(many):
        row = copy(root)
        row.pk, row.key, row.text_hash = uuid4(), "", os.urandom(32)
        row.created_at = now
        made.append(row)
    Memory.objects.using("owner").bulk_create(made, batch_size=500)
    edges = [
        Derivation(
            person_id=root.person_id,
            service_id=root.service_id,
            made_id=row.pk,
            origin_kind="memory",
            origin_id=root.pk,
            created_at=now,
        )
        for row in made
    ]
    Derivation.objects.using("owner").bulk_create(edges, batch_size=500)


def started(command, environment, *arguments):
    """The command in a process of its own, to be killed."""
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "manage.py", command, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def left():
    return Memory.objects.using("owner").count()


@pytest.mark.parametrize(
    ("many", "kills"),
    [
        (600, (0.5,)),
        pytest.param(3_000, (0.9, 0.7, 0.5, 0.3, 0.1), marks=pytest.mark.slow),
    ],
)
def test_it_is_killed_in_the_middle_and_goes_on(
    world, bell, environment, tmp_path, many, kills
):
    root = world.write("Has a very long story.")
    world.write("Likes rain.", ref="colleague")
    grow(Memory.objects.using("owner").get(id=root["id"]), many)
    owner = live.DATABASES["owner"]
    dump(owner, tmp_path / "backup")
    run = world.travel.client().delete(f"{URL}/{root['id']}").json()["erasure"]
    bell.answer()
    assert left() == 1
    put_back(owner, tmp_path / "backup", replace=True)
    everything = left()
    assert everything == many + 2

    for part in kills:
        killed = started("replay-erasures", environment)
        end = time.monotonic() + 60
        while left() > everything * part and killed.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert LedgerSeen.objects.get().replay_since is not None
        ledger.forget()
        assert world.travel.client().get(URL).status_code == 503
    assert left() > 1

    out, err = (last := started("replay-erasures", environment)).communicate(timeout=60)
    assert last.returncode == 0, err
    assert json.loads(out)["erasures"] == 1
    assert left() == 1
    assert str(ErasureRun.objects.using("owner").get().id) == run
    assert len(ledger.entries()) == 1
    ledger.forget()
    assert world.travel.client().get(URL).status_code == 200
