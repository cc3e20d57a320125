"""Tables as files for spreadsheets (RFC 4180), as streams."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from governance.porting.cells import unarmed

MARK = "\ufeff"
"""Spreadsheets take a file for UTF-8 by this."""


def csv_lines(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The file, line by line; no cell of it is a formula."""
    writer = csv.writer(_Echo())
    yield MARK + str(writer.writerow(head))
    for row in rows:
        yield str(writer.writerow([unarmed(each) for each in row]))


class _Echo:
    """Gives back each line as it is written."""

    def write(self, line: str) -> str:
        return line
