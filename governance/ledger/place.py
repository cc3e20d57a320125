"""Where the ledger of this installation lies."""

from django.conf import settings

from governance.ledger.book import Book
from governance.ledger.file import FileBook
from governance.ledger.table import TableBook


def book() -> Book:
    """The table of a second database where ``MEMORYHUB_LEDGER`` is an address, else the
    file in its folder."""
    if settings.LEDGER_URL:
        return TableBook(settings.LEDGER_URL)
    return FileBook(settings.LEDGER_DIR)
