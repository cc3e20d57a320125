"""What holds keep of what a request is about (Art. 17(3) GDPR); in a scope of the staff."""

from collections import Counter

from django.db.models import QuerySet

from governance.models import Hold, SubjectRequest
from governance.requests.letters import Kept
from governance.requests.office import office


def keeps_anything(request: SubjectRequest) -> bool:
    """Whether there is a part that has to stay."""
    return _standing(request).exists()


def kept_of(request: SubjectRequest) -> tuple[Kept, ...]:
    """How many memories, by law and day."""
    rows = _standing(request).values_list("law", "until")
    found = Counter((law, until.astimezone(office().tz).date()) for law, until in rows)
    return tuple(
        Kept(count=number, law=law, until=until)
        for (law, until), number in sorted(found.items())
    )


def _standing(request: SubjectRequest) -> QuerySet[Hold]:
    rows = Hold.objects.owned_by(*request.person_ids).filter(released_at=None)
    if request.everything:
        return rows
    return rows.filter(memory_id__in=request.memory_ids)
