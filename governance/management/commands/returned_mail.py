"""``returned_mail``: reads a mail that came back, and opens a task for its letter."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError
from typing_extensions import override

from governance.erasure import refuse_unless_clear
from governance.ledger import LedgerTrouble, ReplayOutstanding
from governance.requests.letters import LARGEST_RETURNED, take_back

TRY_AGAIN = 75
"""What mail servers take for "later" (EX_TEMPFAIL of sysexits.h)."""


class Command(BaseCommand):
    """Have the mail server pipe here what comes to the address that letters are sent from:
    in Postfix's aliases ``privacy-mail: "|/path/to/manage.py returned_mail"``."""

    help = (
        "Read a mail from standard input. Where it says that a letter could not be "
        "delivered (RFC 3464), the letter is shown to staff among those that need somebody."
    )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read(LARGEST_RETURNED)
        try:
            refuse_unless_clear()
            found = take_back(raw)
        except (DatabaseError, LedgerTrouble, ReplayOutstanding):
            # Nothing of the mail is said: the mail server logs what stands here.
            self.stderr.write("The database cannot be asked now.")
            sys.exit(TRY_AGAIN)
        self.stdout.write(
            "A letter came back." if found else "No letter that was sent is named here."
        )
