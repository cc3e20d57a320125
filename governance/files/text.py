"""What the commands do to a text, and how it is shown; pure functions."""

from collections.abc import Sequence

from governance.files.refusal import FileRefusal

MOST_LINES = 999_999
AROUND = 4
"""Lines that are shown before and after a change."""


def lines_of(text: str) -> list[str]:
    """Its lines; the end of the last one begins no other."""
    return text.removesuffix("\n").split("\n") if text else []


def numbered(lines: Sequence[str], first: int = 1) -> str:
    """Each line behind its number, which is right-aligned in 6 places, and a tab."""
    return "\n".join(f"{at:>6}\t{line}" for at, line in enumerate(lines, first))


def shown(path: str, text: str, view_range: Sequence[int] | None) -> str:
    """A whole file, or the lines from the first to the last one given, -1 for the end."""
    lines = lines_of(text)
    if len(lines) > MOST_LINES:
        raise FileRefusal(
            f"File {path} exceeds maximum line limit of {MOST_LINES:,} lines."
        )
    first, last = _range(view_range, len(lines))
    head = f"Here's the content of {path} with line numbers:"
    part = lines[first - 1 : last]
    return f"{head}\n{numbered(part, first)}" if part else head


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, str]:
    """The text with the one place changed, and the lines around it."""
    if not old:
        raise FileRefusal("Error: old_str must not be empty.")
    found = _places(text, old)
    if not found:
        raise FileRefusal(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in "
            f"{path}."
        )
    if len(found) > 1:
        numbers = ", ".join(str(text.count("\n", 0, at) + 1) for at in found)
        raise FileRefusal(
            "No replacement was performed. Multiple occurrences of old_str "
            f"`{old}` in lines: {{{numbers}}}. Please ensure it is unique"
        )
    at = found[0]
    changed = text[:at] + new + text[at + len(old) :]
    return changed, around(changed, at, at + len(new))


def around(text: str, start: int, end: int) -> str:
    """The lines from some before one place to some behind another, numbered."""
    lines = lines_of(text)
    first = max(0, text.count("\n", 0, start) - AROUND)
    last = text.count("\n", 0, end) + 1 + AROUND
    return numbered(lines[first:last], first + 1)


def inserted(text: str, line: int, more: str) -> str:
    """The text with ``more`` behind that line, 0 for the beginning; it ends in a newline."""
    lines = lines_of(text)
    if not 0 <= line <= len(lines):
        raise FileRefusal(
            f"Error: Invalid `insert_line` parameter: {line}. It should be within the "
            f"range of lines of the file: [0, {len(lines)}]"
        )
    lines[line:line] = more.removesuffix("\n").split("\n")
    return "\n".join(lines) + "\n"


def _places(text: str, old: str) -> list[int]:
    found, at = [], text.find(old)
    while at >= 0:
        found.append(at)
        at = text.find(old, at + len(old))
    return found


def _range(view_range: Sequence[int] | None, lines: int) -> tuple[int, int]:
    if view_range is None:
        return 1, lines
    first, last = view_range
    last = lines if last == -1 else last
    if not 1 <= first <= max(lines, 1) or last < first:
        raise FileRefusal(
            f"Error: Invalid `view_range` parameter: [{first}, {view_range[1]}]. It should "
            f"be within the range of lines of the file: [1, {lines}]"
        )
    return first, min(last, lines)
