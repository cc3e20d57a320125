"""``replay-erasures``: after a restore, does again what the ledger has and the restored
data does not know. Exits 1, and nobody is served, until that is done and verified."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from governance.erasure import ReplayTrouble, replay
from governance.ledger import LedgerTrouble


class Command(BaseCommand):
    """JSON: how many entries, switches and erasures, and what had to be done."""

    help = "Re-apply every erasure and switch that is newer than the restored data."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = replay()
        except (ReplayTrouble, LedgerTrouble) as trouble:
            raise CommandError(f"{trouble} Nobody is served.") from None
        self.stdout.write(json.dumps(asdict(done)))
