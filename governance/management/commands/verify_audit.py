"""``verify-audit``: checks the audit chain; exits 1 at the first break and says where."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from governance.access import as_sweeper
from governance.audit import Break, check_chain, seal_new_entries, unsealed


class Command(BaseCommand):
    """Seals what waits, then walks the whole chain."""

    help = "Check the audit chain; exit 1 at the first break."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        with as_sweeper():
            late = unsealed()
            while seal_new_entries():
                pass
            found = check_chain()
        if isinstance(found, Break):
            raise CommandError(f"The chain breaks at {found.number}: {found.why}.")
        self.stdout.write(f"{found.number} entries, head {found.hash.hex()}")
        if late:
            self.stderr.write(f"{late} entries waited longer than 60 s for their seal.")
