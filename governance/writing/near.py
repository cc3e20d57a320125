"""The row that says the same in other words: close in meaning, and no word against it."""

import uuid
from collections.abc import Sequence

from django.db.models import Value
from pgvector import HalfVector
from pgvector.django import CosineDistance

from governance.models import LIVE_STATES, Memory, Ready, Trust
from governance.writing.differences import Said

NEAR = 0.65
"""Least cosine similarity of two texts that may be one fact, for the local model.

Measured on labelled pairs (tests/writing/near_pairs.txt, and near_held_out.txt, a third of
all, written before and looked at once). No threshold does it alone: at 0.90 it takes 42 %
of the pairs that differ by a number, a name or a "not" for one fact, and finds 19 % of
those that say the same: "The user likes tea" and "Likes tea" lie at 0.77, "The user does
not like tea" at 0.86. So ``differences`` decides; with it no pair that differs is taken at
any threshold. This one is the highest of those that find most of the rest.
"""

FEW = 20
"""How many of the nearest are looked at: in a person's store of 1,000 texts, made of the
pairs, the one that says the same was among the nearest 20 every time, among 5 in 94 %."""

LONGEST = 1_000
"""Longest text in characters that is compared. Of a longer one the model reads only the
start (256 tokens), and a text that long is hardly ever told twice in other words."""

# Large, and of no use to whoever asks for the row that is there.
UNREAD = ("embedding", "metadata", "findings")


def nearest(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    *,
    space: str,
    key: str,
    trusts: Sequence[Trust],
    vector: Sequence[float],
    text: str,
) -> Memory | None:
    """The closest live row of the same service, space and key, with one of these trusts,
    that says the same. Of whatever kind: agents name one fact now a preference, now a
    fact. Call it with the person locked."""
    if len(text) > LONGEST:
        return None
    rows = _NEAR(
        person_id=person_id,
        service_id=service_id,
        space=space,
        key=key,
        trusts=[str(trust) for trust in trusts],
        vector=HalfVector(list(vector)).to_text(),
    )
    said = Said(text)
    return next((row for row in rows if said.the_same_as(row.text)), None)


_NEAR = Ready[Memory](
    lambda person_id, service_id, space, key, trusts, vector: (
        Memory.objects.owned_by(person_id)
        .written_by(service_id)
        .unexpired()
        .staying()
        .filter(space=space, key=key, trust__in=trusts, status__in=LIVE_STATES)
        .filter(held=False)
        .annotate(distance=CosineDistance("embedding", Value(vector)))
        # A row without an embedding has no distance and is never near.
        .filter(distance__lte=1 - NEAR)
        .order_by("distance", "created_at", "id")
        .defer(*UNREAD)[:FEW]
    )
)
