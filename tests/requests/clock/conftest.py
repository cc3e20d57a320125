"""Every test of the clock runs under three time zones of the process: far east, far west
and none. What it answers may depend on the controller's zone alone."""

import os
import time
from collections.abc import Iterator

import pytest

PROCESS_ZONES = ("UTC", "Pacific/Kiritimati", "America/Los_Angeles")


@pytest.fixture(scope="module", autouse=True, params=PROCESS_ZONES)
def process_zone(request: pytest.FixtureRequest) -> Iterator[str]:
    before = os.environ.get("TZ")
    _set(request.param)
    yield request.param
    _set(before)


def _set(zone: str | None) -> None:
    if zone is None:
        os.environ.pop("TZ", None)
    else:
        os.environ["TZ"] = zone
    time.tzset()
