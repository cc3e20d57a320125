"""Texts without the passages that were left out of them (Art. 15(4) GDPR)."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from governance.models import PackageRedaction, RedactionState

MARK = "[…]"
"""Stands where something was left out, in every language and every file."""

Version = tuple[uuid.UUID, int]


@dataclass(frozen=True)
class Withheld:
    """Confirmed stretches of some memories, by memory and version."""

    spans: Mapping[Version, list[tuple[int, int]]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, request_id: uuid.UUID, person_id: uuid.UUID, ids: Collection[uuid.UUID]
    ) -> "Withheld":
        """Of these memories; call it in the scope of their service."""
        spans: dict[Version, list[tuple[int, int]]] = defaultdict(list)
        rows = PackageRedaction.objects.owned_by(person_id).filter(
            request_id=request_id,
            memory_id__any_of=ids,
            state=RedactionState.CONFIRMED,
        )
        for row in rows.order_by("start"):
            spans[row.memory_id, row.version].append((row.start, row.end))
        return cls(dict(spans))

    def text(self, memory_id: uuid.UUID, version: int, text: str) -> str:
        """The text as it goes out."""
        return without(text, self.spans.get((memory_id, version), []))

    def count(self, memory_id: uuid.UUID) -> int:
        """How many passages of the memory are left out, in all its versions."""
        return sum(
            len(spans) for (of, _), spans in self.spans.items() if of == memory_id
        )


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with a mark in place of each stretch; they are in order."""
    pieces, at = [], 0
    for start, end in spans:
        # Two that overlap are one gap.
        if start >= at:
            pieces += [text[at:start], MARK]
        at = max(at, end)
    return "".join([*pieces, text[at:]])
