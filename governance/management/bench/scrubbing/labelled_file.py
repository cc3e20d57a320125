"""Reads a labelled set: JSON lines of a text and its spans."""

from pathlib import Path
from typing import Any

from governance.management.bench.scrubbing.labels import canonical
from governance.management.bench.scrubbing.score import Record, Span
from governance.management.json_lines import BadLine, json_lines, wanted


def labelled_records(path: Path) -> list[Record]:
    """All of the file; the first line that is wrong raises `BadLine`."""
    with path.open("rb") as file:
        return [_record(number, line) for number, line in json_lines(file)]


def _record(number: int, line: dict[str, Any]) -> Record:
    text = wanted(number, line, "text", str)
    spans = wanted(number, line, "spans", list)
    return Record(text, tuple(_span(number, span, len(text)) for span in spans))


def _span(number: int, span: Any, length: int) -> Span:
    if not isinstance(span, dict):
        raise BadLine(number, "a span is an object with start, end and label")
    start, end = (wanted(number, span, name, int) for name in ("start", "end"))
    label = wanted(number, span, "label", str)
    if not 0 <= start < end <= length:
        raise BadLine(
            number, "a span does not lie in the text (counted in code points)"
        )
    return Span(start, end, canonical(label))
