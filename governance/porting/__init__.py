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
from governance.porting.kept import (
    KeptMessage,
    KeptNote,
    messages_of,
    notes_of,
)
from governance.porting.own_copy import (
    LINK_LIFE,
    OWN_PURPOSE,
    Record,
    begin_download,
    kept_messages,
    kept_notes,
    link_of,
    links_of,
    make_export,
    parts_of,
    reads_of,
    record_of,
)
from governance.porting.speech import parted, said_in, speaker, technical
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
    "kept_messages",
    "kept_notes",
    "link_of",
    "links_of",
    "make_export",
    "members_of",
    "message_out",
    "messages_of",
    "note_out",
    "notes_of",
    "part_after",
    "parted",
    "parts_of",
    "read_out",
    "reads_of",
    "record_of",
    "record_out",
    "rfc_3339",
    "said_in",
    "source_out",
    "speaker",
    "take_in",
    "technical",
    "told_out",
    "unarmed",
    "version_out",
]
