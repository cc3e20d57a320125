"""``compact``: rewrites the tables, so that freed bytes go."""

from typing import Any

from django.core.management.base import BaseCommand
from typing_extensions import override

from governance.residue import Compacted, compact

KILOBYTE = 1_000


class Command(BaseCommand):
    """What the worker does every week, for a time that suits you, whatever the size."""

    help = (
        "Rewrite every table from which something can have been deleted. Nobody can use "
        "a table meanwhile; one that is in use for longer than 5 s is left."
    )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        left = 0
        for each in compact():
            self.stdout.write(_line(each))
            left += bool(each.left)
        if left:
            self.stderr.write(f"{left} tables are as they were; run it again.")
        self.stderr.write(
            "The database's logs and your backups still hold what was deleted until "
            "they are written over or destroyed."
        )


def _line(each: Compacted) -> str:
    sizes = f"{each.before // KILOBYTE} kB -> {each.after // KILOBYTE} kB"
    return f"{each.table}: {each.left or sizes}, {each.seconds:.1f} s"
