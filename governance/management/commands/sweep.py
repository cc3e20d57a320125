"""``sweep``: takes up what waits without a worker, here and now: erasures, and texts to
derive again."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from governance.condensing import rebuild, waiting
from governance.erasure import carry_out, open_runs


class Command(BaseCommand):
    """The sweeper by hand, for a machine whose beat is down."""

    help = "Carry out every erasure, and derive again every text, that waits."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        done = 0
        while found := sum(carry_out(run_id) for run_id in open_runs()):
            done += found
        done += sum(bool(rebuild(each)) for each in waiting())
        self.stdout.write(f"{done} done")
