"""``sweep``: takes up every erasure that waits without a worker, here and now."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from governance.erasure import carry_out, open_runs


class Command(BaseCommand):
    """The sweeper by hand, for a machine whose beat is down."""

    help = "Carry out every erasure that waits without a worker."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        done = 0
        while found := sum(carry_out(run_id) for run_id in open_runs()):
            done += found
        self.stdout.write(f"{done} done")
