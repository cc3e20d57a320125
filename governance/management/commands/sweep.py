"""``sweep``: takes up what waits without a worker, here and now: missing entries of the
ledger, erasures, certificates, texts to derive again, what is to be told, and letters."""

from typing import Any

from typing_extensions import override

from governance.access import enter_loosened
from governance.condensing import rebuild, waiting
from governance.erasure import (
    carry_out,
    certify,
    enter_missing,
    open_runs,
    uncertified,
)
from governance.management.clear import ClearCommand
from governance.requests.letters import send_due
from governance.telling import deliver_due


class Command(ClearCommand):
    """The sweeper by hand, for a machine whose beat is down."""

    help = "Carry out every erasure, certify it, derive again, tell what waits, send letters."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        done = 0
        while entered := enter_missing() + enter_loosened():
            done += entered
        while found := sum(carry_out(run_id) for run_id in open_runs()):
            done += found
        while made := sum(certify(run_id) for run_id in uncertified()):
            done += made
        done += sum(bool(rebuild(each)) for each in waiting())
        done += deliver_due()
        done += send_due()
        self.stdout.write(f"{done} done")
