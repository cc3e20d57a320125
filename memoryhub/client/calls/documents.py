"""This service's memories of a person as a document, out and in."""

from collections.abc import Mapping
from typing import Any

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint
from memoryhub.client.errors import MemoryhubError
from memoryhub.client.results import ExportPart, Imported

EXPORT = Endpoint(
    "exportMemories", "GET", "people/{person}/export", read.export_part, repeatable=True
)
IMPORT = Endpoint(
    "importMemories", "POST", "people/{person}/import", read.imported, repeatable=True
)


def export(
    person: str, *, purpose: str | None = None, cursor: str | None = None
) -> Call[ExportPart]:
    """Memories, sources and history as JSON, in parts of up to 500 memories.

    ``export`` goes through all parts, asking for one when it comes to it; ``export_part``
    gives one with the cursor of the next. Keep each as it is: an import takes it.
    """
    query = {"purpose": purpose, "cursor": cursor}
    return EXPORT.call({"person": person}, query=query)


def import_part(
    person: str, document: Mapping[str, Any]
) -> Call[tuple[Imported | MemoryhubError, ...]]:
    """Takes a part of a document, each item through the same gate as any write, and gives
    in order what became of each. Sent twice, it makes nothing twice."""
    return IMPORT.call({"person": person}, body=document)
