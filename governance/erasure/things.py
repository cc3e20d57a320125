"""What is not a memory and an erasure reaches as well: conversations, single items of them,
and memory files. Nothing is made from them that the closure would not know of otherwise."""

import uuid
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from governance.erasure.paths import overlap, path_beside
from governance.erasure.plan import CONVERSATION, FILE, ITEM, Plan
from governance.models import (
    Conversation,
    ConversationItem,
    ErasureItem,
    ErasureRun,
    MemoryFile,
    RunState,
)

CHOSEN = "t.id = ANY (%(roots)s::uuid[])"
# Of a whole part no id is named: what was told since it was asked for stays. An item goes
# with its conversation.
ALL = "(%(asked)s::timestamptz IS NULL OR t.created_at <= %(asked)s)"
_OF = """
SELECT t.id, '{thing}' AS thing FROM {table} t
WHERE t.person_id = %(person)s AND t.service_id = %(service)s AND {which}
"""
INTO = """
WITH put AS (
    INSERT INTO erasure_item (person_id, thing_id, run_id, service_id, thing, before)
    SELECT %(person)s, t.id, %(run)s, %(service)s, t.thing, '' FROM ({each}) t
    WHERE NOT EXISTS (
        SELECT 1 FROM receipt g WHERE g.person_id = %(person)s AND g.thing_id = t.id
        OFFSET 0
    )
    ORDER BY t.id
    {afresh}
    RETURNING thing
)
SELECT thing, count(*) FROM put GROUP BY thing
"""

REFS = """
SELECT t.id, t.ref FROM erasure_item i JOIN conversation_item t
    ON t.person_id = i.person_id AND t.conversation_id = i.thing_id AND t.ref <> ''
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'conversation'
UNION
SELECT t.id, t.ref FROM erasure_item i JOIN conversation_item t
    ON t.person_id = i.person_id AND t.id = i.thing_id AND t.ref <> ''
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'item'
"""
"""The names of items that go: what is told of one again is stale."""

Model = type[Conversation] | type[ConversationItem] | type[MemoryFile]
MODELS: dict[str, Model] = {
    CONVERSATION: Conversation,
    ITEM: ConversationItem,
    FILE: MemoryFile,
}


def draw_up_things(
    plan: Plan, values: dict[str, Any], *, all_of_it: bool, afresh: str
) -> Plan:
    """Adds the rows of the plan that are about these; ``values`` as the other statements of
    the plan are told. Gives the plan with their numbers."""
    which = ALL if all_of_it else CHOSEN
    each = " UNION ALL ".join(
        _OF.format(thing=thing, table=model._meta.db_table, which=which)
        for thing, model in MODELS.items()
        if not (all_of_it and thing == ITEM)
    )
    with connection.cursor() as cursor:
        cursor.execute(INTO.format(each=each, afresh=afresh), values)
        return replace(plan, things=dict(cursor.fetchall()))


def here(
    person_id: uuid.UUID,
    ids: Collection[uuid.UUID],
    service_id: uuid.UUID | None = None,
) -> set[uuid.UUID]:
    """Those of the ids that name one of these, of this service or of whichever."""
    found: set[uuid.UUID] = set()
    for model in MODELS.values():
        mine: QuerySet[Any] = model.objects.owned_by(person_id).filter(id__any_of=ids)
        if service_id is not None:
            mine = mine.filter(service_id=service_id)
        found |= set(mine.values_list("id", flat=True))
    return found


def ids_of(person_id: uuid.UUID, service_id: uuid.UUID) -> Iterator[uuid.UUID]:
    """The ids of all there are."""
    for model in MODELS.values():
        mine: QuerySet[Any] = model.objects.owned_by(person_id).written_by(service_id)
        ids = mine.order_by("id").values_list("id", flat=True)
        yield from ids.iterator(chunk_size=5_000)


def left_until(person_id: uuid.UUID, service_id: uuid.UUID, until: datetime) -> int:
    """How many there are that were told until then; items with their conversation."""
    return sum(
        model.objects.owned_by(person_id)
        .written_by(service_id)
        .filter(created_at__lte=until)
        .count()
        for model in (Conversation, MemoryFile)
    )


def take_out(plan: Plan) -> None:
    """Out of use: another may have its name from now on."""
    for thing, rows in _planned(plan.person_id, plan.items()):
        if plan.things.get(thing):
            rows.filter(forgotten=False).update(forgotten=True)


def bring_back(run: ErasureRun, items: QuerySet[ErasureItem]) -> None:
    """In use again, unless another forget wants the same gone. Where something has the name
    by now, a conversation is put together with it, and a file gets a name beside it."""
    waiting = ErasureRun.objects.owned_by(run.person_id).exclude(id=run.id)
    others = ErasureItem.objects.owned_by(run.person_id).filter(
        run_id__in=waiting.filter(state=RunState.WAITING, epoch=None).values("id"),
        thing_id=OuterRef("id"),
    )
    for thing, rows in _planned(run.person_id, items):
        back = rows.filter(forgotten=True).exclude(Exists(others))
        if thing == CONVERSATION:
            _join_successors(back)
        if thing == FILE:
            _step_aside(back)
        back.update(forgotten=False)


def _planned(
    person_id: uuid.UUID, items: QuerySet[ErasureItem]
) -> Iterator[tuple[str, QuerySet[Any]]]:
    """The rows of each kind that some rows of a plan name."""
    for thing, model in MODELS.items():
        ids = items.filter(thing=thing).values("thing_id")
        yield thing, model.objects.owned_by(person_id).filter(id__in=ids)


def _join_successors(conversations: QuerySet[Conversation]) -> None:
    """The items of a conversation that goes on under its name come after its own: a
    successor begins where the numbers of the one before it end."""
    for mine in conversations:
        of_person = Conversation.objects.owned_by(mine.person_id)
        of_service = of_person.written_by(mine.service_id).in_use()
        successor = of_service.filter(name=mine.name).first()
        if successor is None:
            continue
        items = ConversationItem.objects.owned_by(mine.person_id)
        items.filter(conversation_id=successor.id).update(conversation_id=mine.id)
        of_person.filter(id=mine.id).update(
            next_number=max(mine.next_number, successor.next_number)
        )
        of_person.filter(id=successor.id).delete()


def _step_aside(files: QuerySet[MemoryFile]) -> None:
    """Files whose place is taken go into a folder of their own, of which nobody has
    anything yet."""
    for mine in files:
        of_person = MemoryFile.objects.owned_by(mine.person_id)
        paths = of_person.written_by(mine.service_id).in_use()
        there = list(paths.values_list("path", flat=True))
        if any(overlap(mine.path, path) for path in there):
            of_person.filter(id=mine.id).update(path=path_beside(mine.path, there))
            there.append(mine.path)
