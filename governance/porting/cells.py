"""Cells of a table that people open in a spreadsheet: none of them is taken for a formula
(OWASP, "CSV Injection"), whatever somebody has said."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a formula may begin with, in full width too."""


def unarmed(cell: object) -> str:
    """The cell as text, with an apostrophe before what could run."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text
