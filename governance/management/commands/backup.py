"""``backup FILE``: dumps the whole database, as PostgreSQL's custom format."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.ledger import admitted
from memoryhub.backups import BackupTrouble, drop, dump, unfinished_in


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
        file: Path = options["file"]
        left = self._drop_left(file.parent)
        try:
            size = dump(
                settings.DATABASES["owner"],
                file,
                begins=lambda: _enter_begun(left),
                ends=_enter_dumped,
            )
        except BackupTrouble as trouble:
            raise CommandError(str(trouble)) from None
        self.stdout.write(
            f"{file}: {size} bytes. Destroy it within {days} days, as "
            "certificates of erasures say."
        )

    def _drop_left(self, folder: Path) -> int:
        """What backups that were killed have left in this folder; gives how many."""
        dropped = 0
        for each in unfinished_in(folder):
            if drop(each):
                dropped += 1
                self.stdout.write(f"{each}: left by a backup that was killed; deleted.")
            else:
                self.stdout.write(f"{each}: another backup is writing it.")
        return dropped


def _enter_begun(left: int) -> None:
    """From here on there is a copy, whatever becomes of it."""
    # The largest export that there is; also of a database that waits for a replay.
    with admitted(), as_sweeper():
        record("database.dump_begun", SYSTEM, counts={"left_before": left})


def _enter_dumped(size: int) -> None:
    with admitted(), as_sweeper():
        record("database.dumped", SYSTEM, counts={"bytes": size})
