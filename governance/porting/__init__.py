"""One service's memories of a person as a document, out and in again: sources, history
and derivations included. What goes in passes the same gate as any write."""

from governance.porting.document import FORMAT, LARGEST_PART, Part, part_after
from governance.porting.taking_in import Item, Taken, take_in

__all__ = ["FORMAT", "LARGEST_PART", "Item", "Part", "Taken", "part_after", "take_in"]
