"""In processes of its own: the clock in every time zone and without Django, and the
command as a shell calls it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.requests.clock.conftest import PROCESS_ZONES

ROOT = Path(__file__).parents[3]
RECEIVED = ("--received", "2026-03-05T10:00:00+01:00")
PROGRAM = """
import json, sys
from datetime import datetime
from governance.requests.clock import Event, EventKind, due_dates, in_words, place
asked = {
    "DE": "2026-06-14T23:30:00-05:00",
    "GB-ENG": "2026-03-02T23:30:00+00:00",
    "US-CA": "2026-03-02T23:30:00+00:00",
    "PT-20": "2026-01-21T00:30:00+00:00",
}
told = []
for name, received in asked.items():
    at = datetime.fromisoformat(received)
    events = [Event(EventKind.IDENTITY_ASKED, at), Event(EventKind.IDENTITY_RECEIVED, at)]
    found = due_dates(at, where=place(name), events=events)
    told += [found.as_json(), in_words(found.days_left(at))]
foreign = {"django", "celery", "rest_framework"} & set(sys.modules)
print(json.dumps({"told": told, "foreign": sorted(foreign)}))
"""


@pytest.fixture(scope="module")
def process_zone():
    """The processes below have zones of their own: no need to ask three times."""


def test_processes_in_any_zone_and_language_say_the_same():
    answers = [
        subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "TZ": zone, "LANGUAGE": language},
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for zone, language in zip(PROCESS_ZONES, ("en", "de", "hu"), strict=True)
    ]
    assert len(set(answers)) == 1
    assert json.loads(answers[0])["foreign"] == []
    assert json.loads(answers[0])["told"][0]["due"] == "2026-07-15"


def due_date(*words):
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, str(ROOT / "manage.py"), "due-date", *words],
        env={**os.environ, "TZ": "Pacific/Kiritimati"},
        capture_output=True,
        check=False,
        text=True,
    )


def test_on_the_command_line_output_is_json_alone_and_2_is_wrong_use():
    answer = due_date(*RECEIVED)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert json.loads(answer.stdout)["due"] == "2026-04-07"
    late = due_date(*RECEIVED, "--event", "extended=2026-04-08T00:30:00+02:00")
    assert (late.returncode, late.stdout) == (2, "")
    assert "T6: An extension is told by 7 April 2026" in late.stderr
    assert "Traceback" not in late.stderr
