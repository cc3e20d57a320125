"""Earlier texts that were taken out, in the ledger: an older state of the database has the
words still."""

import json
import uuid

from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.access.ledger_names import LedgerName, ledger_name, memory_named
from governance.models import MemoryVersion


def version_detail(memory_id: uuid.UUID, number: int) -> str:
    """Which version of which memory."""
    name = ledger_name(memory_id)
    said = {"memory": name.hash, "key": name.key_id, "number": number}
    return json.dumps(said, sort_keys=True)


def version_is_blank(person_id: uuid.UUID, detail: str) -> bool:
    """Also where there is no such version, or where it is the memory's own text by now:
    that is corrected, and not taken out."""
    return not _words(person_id, detail).exists()


def blank_version(person_id: uuid.UUID, detail: str) -> None:
    """Takes its text out; who and when stay."""
    _words(person_id, detail).update(text="", redacted_at=Now())


def _words(person_id: uuid.UUID, detail: str) -> QuerySet[MemoryVersion]:
    said = json.loads(detail)
    memory = memory_named(person_id, LedgerName(said["memory"], said["key"]))
    versions = MemoryVersion.objects.owned_by(person_id)
    if memory is None:
        return versions.none()
    return versions.filter(
        memory_id=memory.id,
        number=said["number"],
        number__lt=memory.version,
        redacted_at=None,
    )
