"""Where a phrase can still be found: the check that an erasure was honest.

Everything that the product owns and that a query, an index, a queue or a file could give
back; with ``physical`` also bytes that no query reaches any more (design.md, Physical
remains).
"""

from collections.abc import Iterator

from governance.residue.compacting import (
    Compacted,
    compact,
    compact_weekly,
    next_compaction,
)
from governance.residue.database import (
    in_indexes,
    in_sessions,
    in_statistics,
    in_tables,
)
from governance.residue.files import in_files, in_pages
from governance.residue.found import Found
from governance.residue.packages import in_packages
from governance.residue.queues import in_queues, queued
from governance.residue.sealed import in_sealed


def residue(phrase: str, *, physical: bool = False) -> Iterator[Found]:
    """Every place that holds the phrase, letters large or small."""
    yield from in_tables(phrase)
    yield from in_indexes(phrase)
    yield from in_statistics(phrase)
    yield from in_sessions(phrase)
    yield from in_queues(phrase)
    yield from in_files(phrase)
    yield from in_packages(phrase)
    yield from in_sealed(phrase)
    if physical:
        yield from in_pages(phrase)


__all__ = [
    "Compacted",
    "Found",
    "compact",
    "compact_weekly",
    "in_queues",
    "next_compaction",
    "queued",
    "residue",
]
