"""Whatever was made from whatever: an erasure takes what a ten-line model says."""

from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import carry_out, erase_memories
from governance.models import Derivation, Memory, Source

pytestmark = pytest.mark.usefixtures("way")

MOST = 12
# Edges (made, origin) between nodes: several origins, cycles, loops through many.
GRAPHS = st.integers(2, MOST).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))),
        st.sets(st.integers(0, size - 1), min_size=1, max_size=3),
        st.lists(st.integers(0, 3), min_size=size, max_size=size),
    )
)


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def what_goes(edges, roots):
    """The model: everything below the roots."""
    gone = set(roots)
    while True:
        below = {made for made, origin in edges if origin in gone}
        if below <= gone:
            return gone
        gone |= below


def build(world, size, edges, sources):
    """Rows with these edges; ``sources`` says on which source each memory stands."""
    owner = {"person_id": world.owner.id, "service_id": world.travel.service.id}
    told = [
        Source(**owner, type="user_message", trust="user", said_at=timezone.now())
        for _ in range(4)
    ]
    rows = [
        Memory(
            **owner,
            source=told[sources[n]],
            text=f"Fact {n} {uuid4()}.",
            text_hash=uuid4().bytes * 2,
            hash_key_id=world.owner.hash_key_id,
            trust="user",
            said_at=timezone.now(),
        )
        for n in range(size)
    ]
    made = [
        Derivation(
            **owner, made_id=rows[a].id, origin_kind="memory", origin_id=rows[b].id
        )
        for a, b in edges
        if a != b
    ] + [
        Derivation(
            **owner, made_id=row.id, origin_kind="source", origin_id=row.source_id
        )
        for row in rows
    ]
    Source.objects.using("owner").bulk_create(told)
    Memory.objects.using("owner").bulk_create(rows)
    Derivation.objects.using("owner").bulk_create(made)
    return [row.id for row in rows], [source.id for source in told]


def erase(world, ids: list[UUID]):
    with as_service_with(world.travel.service.id, world.owner.id):
        run = erase_memories(
            ids,
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
        )
    assert carry_out(run.id)
    return run.id


@given(graph=GRAPHS)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_exactly_what_is_below_the_roots_goes(world, as_owner, graph):
    size, edges, roots, stands_on = graph
    ids, sources = build(world, size, edges, stands_on)
    gone = what_goes({(a, b) for a, b in edges if a != b}, roots)
    erase(world, [ids[n] for n in sorted(roots)])
    left = set(as_owner(Memory).values_list("id", flat=True)) & set(ids)
    assert left == {ids[n] for n in range(size) if n not in gone}
    used = {stands_on[n] for n in range(size)}
    still = {stands_on[n] for n in range(size) if n not in gone}
    kept = set(as_owner(Source).values_list("id", flat=True)) & set(sources)
    assert kept == {sources[n] for n in range(4) if n in still or n not in used}
    named = as_owner(Derivation).filter(made_id__in=[ids[n] for n in gone])
    assert not named.exists()


def test_a_chain_of_a_thousand_goes(world, as_owner):
    edges = {(n + 1, n) for n in range(999)}
    ids, _ = build(world, 1_000, edges, [0] * 1_000)
    erase(world, [ids[0]])
    assert not as_owner(Memory).filter(id__in=ids).exists()


def test_what_is_told_while_all_there_was_goes_is_seen_and_stays(world, as_owner):
    ids, _ = build(world, 3, {(1, 0), (2, 0)}, [0] * 3)
    with as_service_with(world.travel.service.id, world.owner.id):
        run = erase_memories(
            [ids[0]],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
        )
    assert seen(world) == set()
    told = UUID(world.write("Likes bread.")["id"])
    assert seen(world) == {told}
    assert carry_out(run.id)
    assert seen(world) == set(as_owner(Memory).values_list("id", flat=True)) == {told}


def test_what_stays_is_seen_while_the_rest_goes(world):
    ids, _ = build(world, 4, {(1, 0), (2, 0)}, [0] * 4)
    with as_service_with(world.travel.service.id, world.owner.id):
        erase_memories(
            [ids[0]],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
        )
    assert seen(world) == {ids[3]}


def seen(world):
    with as_service_with(world.travel.service.id, world.owner.id):
        rows = Memory.objects.owned_by(world.owner.id)
        return set(rows.values_list("id", flat=True))
