"""Tables as files for spreadsheets (RFC 4180), as streams."""

import csv
from collections.abc import Iterable, Iterator, Sequence

# A cell that begins so is a formula to a spreadsheet; full-width signs are folded by some.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
MARK = "\ufeff"
"""Spreadsheets take a file for UTF-8 by this."""


def csv_lines(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The file, line by line; no cell of it is a formula."""
    writer = csv.writer(_Echo())
    yield MARK + str(writer.writerow(head))
    for row in rows:
        yield str(writer.writerow([unarmed(each) for each in row]))


def unarmed(cell: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text


class _Echo:
    """Gives back each line as it is written."""

    def write(self, line: str) -> str:
        return line
