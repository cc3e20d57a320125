"""One record of a visitor: what one service knows them by."""

import uuid
from collections.abc import Sequence

from django.http import Http404

from governance.models import Person
from governance.web.me.find import records_of


def record_of(persons: Sequence[uuid.UUID], person_id: uuid.UUID) -> Person:
    """One of the visitor's own with its service, or 404; call it in their scope."""
    found = next((p for p in records_of(persons) if p.id == person_id), None)
    if found is None:
        raise Http404
    return found
