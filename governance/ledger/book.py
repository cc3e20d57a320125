"""What every place for a ledger can do: a file, or a table of another database."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from governance.ledger.entry import NOTHING, Entered, Entry, Facts, chained, read

Append = Callable[[Facts], Entry]


class Book(ABC):
    """Append-only, one writer at a time. All raise :class:`LedgerTrouble`."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Append]:
        """Keeps every other writer out; gives what appends an entry, synced."""

    @abstractmethod
    def lines(self) -> Iterator[bytes]:
        """Whole lines, the oldest first; a torn last one was never relied on."""

    @abstractmethod
    def backwards(self) -> Iterator[bytes]:
        """The same, the newest first; reads no more than is asked for."""

    @property
    @abstractmethod
    def where(self) -> str:
        """Its place, for the operator; without any password."""

    def entries(self) -> Iterator[Entry]:
        """All entries, the chain checked on the way."""
        return chained(self.lines())

    def last(self) -> Entered:
        """The place of the newest entry."""
        for line in self.backwards():
            entry = read(line)
            return Entered(entry["number"], entry["hash"])
        return NOTHING

    def find(self, kind: str, run: str) -> Entry | None:
        """The entry of this kind about a run, looked for from the end."""
        for line in self.backwards():
            # A cheap look before the line is read: most lines are not about it.
            if run.encode() in line:
                entry = read(line)
                if entry.get("run") == run and entry.get("kind", kind) == kind:
                    return entry
        return None
