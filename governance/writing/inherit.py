"""A derived text is no better than what it was made from: it takes the least trust, the
highest sensitivity and the earliest end of its origins. Else a document that waits for
review would be let in by whoever sums it up (design.md, promise 6)."""

import uuid
from collections.abc import Iterable
from dataclasses import replace

from governance.models import Memory, Sensitivity, Trust
from governance.writing.draft import Draft
from governance.writing.trust import FROM_MOST_TO_LEAST

FROM_LEAST_SENSITIVE = list(Sensitivity)


def inheriting(draft: Draft, person_id: uuid.UUID) -> Draft:
    """The draft with what its origins impose; call it with the person locked."""
    if not draft.derived_from:
        return draft
    origins = list(
        Memory.objects.owned_by(person_id).filter(id__any_of=draft.derived_from)
    )
    ends = [each.expires_at for each in origins if each.expires_at]
    own = [draft.expires_at] if draft.expires_at else []
    trusts = [Trust(each.trust) for each in origins]
    return replace(
        draft,
        source=replace(draft.source, trust=least_trusted([draft.trust, *trusts])),
        sensitivity=most_sensitive(
            [draft.sensitivity, *(each.sensitivity for each in origins)]
        ),
        expires_at=min(own + ends, default=None),
    )


def least_trusted(trusts: Iterable[Trust]) -> Trust:
    """The one furthest from what the person said."""
    return max(trusts, key=FROM_MOST_TO_LEAST.index)


def most_sensitive(levels: Iterable[str]) -> Sensitivity:
    """The most private of some levels."""
    return max((Sensitivity(each) for each in levels), key=FROM_LEAST_SENSITIVE.index)
