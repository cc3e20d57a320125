"""Commands that have to wait for a replay, as everybody else does."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from governance.erasure import refuse_unless_clear


class ClearCommand(BaseCommand):
    """Reads or changes what is remembered, or who may: not in a database that was put back
    and knows nothing yet of what was erased and switched off since. A process that has just
    begun would not notice by itself. Raises ``ReplayOutstanding`` or ``LedgerTrouble``."""

    @override
    def execute(self, *args: Any, **options: Any) -> str | None:
        refuse_unless_clear()
        return super().execute(*args, **options)
