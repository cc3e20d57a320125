"""One service's memories of a person as a document, out and in again: sources, history
and derivations included. What goes in passes the same gate as any write. And a person's
own copy, of all their records."""

from governance.porting.cells import unarmed
from governance.porting.document import (
    FORMAT,
    LARGEST_PART,
    Part,
    Place,
    part_after,
    told_out,
)
from governance.porting.handed_out import OWN_PURPOSE, log_handed_out
from governance.porting.kept import (
    KeptMessage,
    KeptNote,
    KeptVersion,
    messages_of,
    notes_of,
    some_or_none,
)
from governance.porting.own_copy import (
    LINK_LIFE,
    Record,
    begin_download,
    link_of,
    links_of,
    make_export,
    parts_of,
    reads_of,
    record_of,
)
from governance.porting.speech import own_words, parted, said_in, speaker, technical
from governance.porting.tables import csv_head, csv_lines, csv_rows
from governance.porting.taking_in import Item, Taken, take_in
from governance.porting.told import (
    document_of,
    exported_out,
    members_of,
    message_out,
    note_out,
    read_out,
    record_out,
    rfc_3339,
    source_out,
    version_out,
)

__all__ = [
    "FORMAT",
    "LARGEST_PART",
    "LINK_LIFE",
    "OWN_PURPOSE",
    "Item",
    "KeptMessage",
    "KeptNote",
    "KeptVersion",
    "Part",
    "Place",
    "Record",
    "Taken",
    "begin_download",
    "csv_head",
    "csv_lines",
    "csv_rows",
    "document_of",
    "exported_out",
    "link_of",
    "links_of",
    "log_handed_out",
    "make_export",
    "members_of",
    "message_out",
    "messages_of",
    "note_out",
    "notes_of",
    "own_words",
    "part_after",
    "parted",
    "parts_of",
    "read_out",
    "reads_of",
    "record_of",
    "record_out",
    "rfc_3339",
    "said_in",
    "some_or_none",
    "source_out",
    "speaker",
    "take_in",
    "technical",
    "told_out",
    "unarmed",
    "version_out",
]
