"""``restore FILE``: puts a backup back; nothing is served before ``replay-erasures``."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance import ledger
from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from memoryhub.backups import BackupTrouble, put_back
from memoryhub.embedded.migrating import close_connections, migrate_if_pending


class Command(BaseCommand):
    """Into the configured database, in one transaction with the mark."""

    help = "Put a backup back; replay-erasures has to follow."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--replace", action="store_true", help="also where there is data"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        close_connections()
        try:
            put_back(
                settings.DATABASES["owner"],
                options["file"],
                replace=options["replace"],
            )
        except BackupTrouble as trouble:
            raise CommandError(str(trouble)) from None
        ledger.forget()
        migrate_if_pending()
        with ledger.admitted(), as_sweeper():
            record("database.restored", SYSTEM)
        self.stdout.write(
            f"{options['file']} is put back, and nobody is served yet. Now run: "
            "manage.py replay-erasures"
        )
