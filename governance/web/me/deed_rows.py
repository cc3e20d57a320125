"""Rows of the activity page: each deed with its sentence and the memories it is about."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy

from governance.models import (
    AuditEntry,
    Consent,
    ErasureRun,
    Memory,
    Person,
    Read,
    ReadKind,
    SpecialCategory,
)
from governance.web.me.deeds import entry_said, read_said
from governance.web.me.named import (
    CONVERSATION,
    MEMORY,
    MESSAGE,
    NOTE,
    Named,
    erased,
    memory_named,
    others_named,
)
from governance.web.words import Moment, moment

NAMED = 5
"""Memories that a row names; the others are a click away."""
ALL_SUBJECTS = {"memory.expired", "memory.lapsed"}
NO_MEMORY = {
    "memory.aged",
    "memory.unused",
    "memory.outdated",
    "memory.switched_off",
    "memory.switched_on",
}
OF_OTHERS = {
    "file.made",
    "file.changed",
    "file.moved",
    "conversation.told",
    "conversation.popped",
    "conversation.replaced",
}
"""Entries about a note or a conversation, which they name."""
ROOMS = {"file": NOTE, "conversation": CONVERSATION}
READ = {ReadKind.FILES.value: NOTE, ReadKind.ITEMS.value: MESSAGE}
"""What a row speaks of, where that has gone and left no receipt."""
SCORES = {
    "relevance": gettext_lazy("relevance"),
    "recency": gettext_lazy("recency"),
    "importance": gettext_lazy("importance"),
    "total": gettext_lazy("total"),
}
"""What a recall puts on record about each choice, in words."""


@dataclass(frozen=True)
class Row:
    """One deed in words."""

    id: uuid.UUID
    person: Person
    at: Moment
    said: str
    memories: Sequence[Named]
    more: int = 0
    """Memories that are not named here."""
    run_id: uuid.UUID | None = None
    about: str = ""

    @property
    def scored(self) -> list[Named]:
        """Those of which it is on record why they were chosen."""
        return [each for each in self.memories if each.scores]


@dataclass(frozen=True)
class Known:
    """What the rows of a page speak of, fetched for all of them at once."""

    memories: Mapping[uuid.UUID, Memory] = field(default_factory=dict)
    others: Mapping[uuid.UUID, Named] = field(default_factory=dict)
    runs: frozenset[uuid.UUID] = frozenset()
    kinds: Mapping[uuid.UUID, str] = field(default_factory=dict)

    def named(
        self, thing_id: uuid.UUID, scores: Any = None, *, thing: str = MEMORY
    ) -> Named:
        """It by its words, as far as it is still there; ``thing`` is what it was if nothing
        is known of it."""
        memory = self.memories.get(thing_id)
        if memory is not None:
            return memory_named(memory, scores)
        return self.others.get(thing_id) or erased(thing)


def rows_of(
    ids: Sequence[uuid.UUID],
    records: Sequence[Person],
    *,
    account_id: uuid.UUID | None,
    now: datetime,
    most: int | None = NAMED,
) -> list[Row]:
    """The deeds with these ids, in this order, each naming up to ``most`` memories; a
    fixed number of statements. Call it inside the visitor's scope."""
    mine = {each.id: each for each in records}
    reads = Read.objects.owned_by(*mine).in_bulk(ids)
    entries = AuditEntry.objects.filter(person_id__in=mine).in_bulk(ids)
    about = {
        **{
            each.id: (each.memory_ids[:most], each.memory_ids)
            for each in reads.values()
        },
        **{each.id: _subjects(each, most) for each in entries.values()},
    }
    known = _known(
        mine, {one for shown, _all in about.values() for one in shown}, entries.values()
    )
    return [
        _of_read(reads[each], mine, about[each], known, now)
        if each in reads
        else _of_entry(entries[each], mine, about[each], known, now, account_id)
        for each in ids
        if each in about
    ]


About = tuple[Sequence[uuid.UUID], Sequence[uuid.UUID]]
"""The memories that a row names, and all of them."""


def _subjects(entry: AuditEntry, most: int | None) -> About:
    """Of what an entry names, the memories that it is about."""
    room, _dot, _deed = entry.verb.partition(".")
    if entry.verb == "erasure.asked":
        ids = entry.subject_ids[1:]
    elif entry.verb in ALL_SUBJECTS:
        # The rule by which they went stands behind them.
        ids = entry.subject_ids[: entry.counts.get("memories")]
    elif entry.verb in OF_OTHERS or (
        room in {"memory", "version"} and entry.verb not in NO_MEMORY
    ):
        # The others are what it stands in place of, and have rows of their own.
        ids = entry.subject_ids[:1]
    else:
        ids = []
    return ids[:most], ids


def _known(
    mine: Collection[uuid.UUID],
    named: Collection[uuid.UUID],
    entries: Iterable[AuditEntry],
) -> Known:
    subjects = {one for each in entries for one in each.subject_ids[:1]}
    memories = Memory.objects.owned_by(*mine).filter(id__any_of=list(named))
    found = {each.id: each for each in memories.only("id", "text", "status", "sealed")}
    runs = ErasureRun.objects.owned_by(*mine).filter(id__in=subjects)
    consents = Consent.objects.owned_by(*mine).filter(id__in=subjects)
    return Known(
        found,
        others_named(mine, set(named) - set(found)),
        frozenset(runs.values_list("id", flat=True)),
        dict(consents.values_list("id", "category")),
    )


def _of_read(
    read: Read,
    mine: Mapping[uuid.UUID, Person],
    about: About,
    known: Known,
    now: datetime,
) -> Row:
    person = mine[read.person_id]
    shown, everything = about
    scores = _scores(read)
    thing = READ.get(read.kind, MEMORY)
    return Row(
        id=read.id,
        person=person,
        at=moment(read.created_at, now),
        said=read_said(read, person.service.name),
        memories=[
            known.named(each, scores.get(str(each)), thing=thing) for each in shown
        ],
        more=len(everything) - len(shown),
    )


def _of_entry(
    entry: AuditEntry,
    mine: Mapping[Any, Person],
    about: About,
    known: Known,
    now: datetime,
    account_id: uuid.UUID | None,
) -> Row:
    person = mine[entry.person_id]
    shown, everything = about
    first = entry.subject_ids[0] if entry.subject_ids else None
    thing = ROOMS.get(entry.verb.partition(".")[0], MEMORY)
    return Row(
        id=entry.id,
        person=person,
        at=moment(entry.created_at, now),
        said=entry_said(entry, person.service.name, account_id),
        memories=[known.named(each, thing=thing) for each in shown],
        more=len(everything) - len(shown),
        run_id=first if first in known.runs else None,
        about=_kind_of(entry, known.kinds.get(first) if first else None),
    )


def _kind_of(entry: AuditEntry, consented: str | None) -> str:
    """The protected kind that a choice was about, in words."""
    said = [consented] if consented else []
    if entry.verb.startswith("category."):
        said += list(entry.counts)
    known = [each for each in said if each in SpecialCategory.values]
    return ", ".join(str(SpecialCategory(each).label) for each in known)


def _scores(read: Read) -> dict[str, list[tuple[str, float]]]:
    """By memory why it was chosen, as far as that is on record."""
    kept = read.scores or {}
    by_id = (
        kept
        if isinstance(kept, dict)
        else dict(zip(map(str, read.memory_ids), kept, strict=False))
    )
    return {
        memory_id: [
            (str(label), float(each[name]))
            for name, label in SCORES.items()
            if name in each
        ]
        for memory_id, each in by_id.items()
        if isinstance(each, dict)
    }
