"""``manage.py`` of which the worker believes another time than everybody else:
``python -m tests.faults.skewed SECONDS FILE up …``. What it believed stands in the file."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine

import manage
from memoryhub.embedded import children


def main() -> int:
    off, told = timedelta(seconds=float(sys.argv.pop(1))), Path(sys.argv.pop(1))
    real = children.worker

    def worker() -> None:
        time_machine.travel(datetime.now(UTC) + off, tick=True).start()
        told.write_text(datetime.now(UTC).isoformat())
        real()

    children.worker = worker  # before the supervisor takes it from there
    return manage.main()


if __name__ == "__main__":
    sys.exit(main())
