"""Tables as files for spreadsheets (RFC 4180), as streams."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from governance.porting.cells import unarmed

MARK = "\ufeff"
"""Spreadsheets take a file for UTF-8 by this."""


def csv_lines(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The file, line by line; no cell of it is a formula."""
    yield csv_head(head)
    yield from csv_rows(rows)


def csv_head(names: Sequence[str]) -> str:
    """The first line alone, with the mark by which spreadsheets take it for UTF-8."""
    return MARK + "".join(csv_rows([names]))


def csv_rows(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines after it."""
    writer = csv.writer(_Echo())
    for row in rows:
        yield str(writer.writerow([unarmed(each) for each in row]))


class _Echo:
    """Gives back each line as it is written."""

    def write(self, line: str) -> str:
        return line
