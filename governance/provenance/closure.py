"""Everything that was made from some rows, in one recursive query."""

import uuid
from collections.abc import Iterable

from django.db import connection

# UNION, not UNION ALL: it is what stops at a cycle.
CLOSURE = """
WITH RECURSIVE reached (id) AS (
    SELECT unnest(%(roots)s::uuid[])
    UNION
    SELECT d.made_id FROM derivation d JOIN reached r ON d.origin_id = r.id
    WHERE d.person_id = %(person)s
)
SELECT id FROM reached
"""


def made_from(person_id: uuid.UUID, roots: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """The ids of ``roots`` and of every memory that derives from one of them."""
    with connection.cursor() as cursor:
        cursor.execute(CLOSURE, {"roots": list(roots), "person": person_id})
        return {row[0] for row in cursor.fetchall()}
