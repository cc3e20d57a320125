"""What a memory said before, and where it is from."""

from governance.api.openapi import bodies
from governance.api.openapi.call import call
from governance.api.openapi.queries import PURPOSE
from governance.api.shapes import VersionIn

GROUP = "History and provenance"

get_history = call(
    "getHistory",
    GROUP,
    "Read a memory's versions",
    "Every version with who made it and when, oldest first.",
    {200: (bodies.Versions, "The versions.")},
    parameters=[PURPOSE],
    refuses=[400, 403, 410],
)

get_provenance = call(
    "getProvenance",
    GROUP,
    "Read where a memory is from",
    "The graph up to its sources and down to what was made from it.",
    {200: (bodies.Graph, "The graph.")},
    parameters=[PURPOSE],
    refuses=[400, 403, 410],
)

redact_version = call(
    "redactVersion",
    GROUP,
    "Redact an old version",
    "Takes the text out of one earlier version; who wrote it and when stay. Doing it "
    "again changes nothing. The current version is corrected instead.",
    {200: (bodies.Version, "The version, without its text.")},
    takes=VersionIn,
    example={"number": 1},
    refuses=[410],
)
