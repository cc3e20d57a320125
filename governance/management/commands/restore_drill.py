"""``restore-drill``: the whole circle in a scratch database, with invented people; exits 1
if anything came back that was erased or switched off."""

import json
import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.dispatch import unrung
from governance.management.drill import Check, drilled, play
from governance.management.drill.run import INSIDE
from memoryhub.backups import BackupTrouble
from memoryhub.embedded.admin import admin_url

YES = {True: "yes", False: "no"}


class Command(BaseCommand):
    """JSON on standard output, a table on standard error."""

    help = "Dump, erase, restore, replay and verify, beside the real database."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--admin-url",
            help="a login that may make databases; known in embedded mode",
        )
        parser.add_argument("--inside", action="store_true", help="used by itself")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if options["inside"]:
            self._inside()
            return
        url = options["admin_url"] or admin_url()
        if not url:
            raise CommandError(
                "Give --admin-url: a login that may make databases.", returncode=2
            )
        try:
            found = drilled(url)
        except BackupTrouble as trouble:
            raise CommandError(str(trouble)) from None
        good = all(each["good"] for each in found)
        self.stdout.write(json.dumps({"good": good, "checks": found}))
        self._show(found)
        if not good:
            sys.exit(1)

    def _inside(self) -> None:
        """In the scratch database alone: a story like this has no place in another."""
        if os.environ.get(INSIDE) != settings.DATABASES["default"]["NAME"]:
            raise CommandError("This is started by restore-drill itself.", returncode=2)
        call_command("migrate", database="owner", verbosity=0, interactive=False)
        with unrung():
            self.stdout.write(json.dumps([_told(each) for each in play()]))

    def _show(self, found: list[dict[str, Any]]) -> None:
        width = max(len(each["what"]) for each in found)
        head = f"{'':{width}}  restored  replayed  wanted"
        rows = [
            f"{each['what']:{width}}  {YES[each['restored']]:8}  "
            f"{YES[each['replayed']]:8}  {YES[each['wanted']]:6}"
            f"{'' if each['good'] else '  WRONG'}"
            for each in found
        ]
        self.stderr.write("\n".join([head, *rows]))


def _told(check: Check) -> dict[str, Any]:
    return {**vars(check), "good": check.good}
