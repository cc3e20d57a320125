"""That something went into a person's own copy, in the record of reads."""

import uuid
from collections.abc import Sequence

from governance.models import Person, Read, ReadKind

OWN_PURPOSE = "by:person"
"""The purpose of a person's own copy. No service can declare it: theirs are slugs."""


def log_handed_out(person: Person, ids: Sequence[uuid.UUID]) -> None:
    """Enters these ids; call it in the scope of the person's service."""
    if ids:
        Read.objects.create(
            person_id=person.id,
            service_id=person.service_id,
            kind=ReadKind.EXPORT,
            purpose=OWN_PURPOSE,
            memory_ids=list(ids),
        )
