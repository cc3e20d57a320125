"""What a memory said before, and where it is from."""

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint
from memoryhub.client.given import Id
from memoryhub.client.results import Provenance, Version

ONE = "people/{person}/memories/{memory_id}"

HISTORY = Endpoint(
    "getHistory", "GET", f"{ONE}/history", read.versions, repeatable=True
)
PROVENANCE = Endpoint(
    "getProvenance", "GET", f"{ONE}/provenance", read.provenance, repeatable=True
)
REDACT = Endpoint(
    "redactVersion",
    "POST",
    f"{ONE}/redact-version",
    read.reader(Version),
    repeatable=True,
)


def history(
    person: str, memory_id: Id, *, purpose: str | None = None
) -> Call[tuple[Version, ...]]:
    """Every version with who made it and when, oldest first."""
    places = {"person": person, "memory_id": memory_id}
    return HISTORY.call(places, query={"purpose": purpose})


def provenance(
    person: str, memory_id: Id, *, purpose: str | None = None
) -> Call[Provenance]:
    """The graph up to its sources and down to what was made from it."""
    places = {"person": person, "memory_id": memory_id}
    return PROVENANCE.call(places, query={"purpose": purpose})


def redact_version(person: str, memory_id: Id, number: int) -> Call[Version]:
    """Takes the text out of one earlier version; who wrote it and when stay."""
    places = {"person": person, "memory_id": memory_id}
    return REDACT.call(places, body={"number": number})
