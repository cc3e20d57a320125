"""``backup FILE``: dumps the whole database, as PostgreSQL's custom format."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.ledger import admitted
from memoryhub.backups import BackupTrouble, dump


class Command(BaseCommand):
    """The ledger is not in it, on purpose, and neither are the keys."""

    help = "Dump the database into a file that only you can read."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        days = settings.BACKUP_RETENTION_DAYS
        if not days:
            raise CommandError(
                "Certificates say that no backups are kept. Say for how many days you "
                "keep them: MEMORYHUB_BACKUP_RETENTION_DAYS.",
                returncode=2,
            )
        try:
            size = dump(settings.DATABASES["owner"], options["file"])
        except BackupTrouble as trouble:
            raise CommandError(str(trouble)) from None
        # The largest export that there is; also of a database that waits for a replay.
        with admitted(), as_sweeper():
            record("database.dumped", SYSTEM, counts={"bytes": size})
        self.stdout.write(
            f"{options['file']}: {size} bytes. Destroy it within {days} days, as "
            "certificates of erasures say."
        )
