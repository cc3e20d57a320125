"""Rows of several tables are inserted in one round trip, all or none."""

import pytest
from django.db import IntegrityError, connection, transaction

from governance.access import as_service_with
from governance.models import MemoryVersion, Source, insert_together
from tests.world import memories_of


@pytest.fixture
def scope(world):
    return lambda: as_service_with(world.travel.service.id, world.owner.id)


def a_source(world, **more):
    return Source(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        type="user_message",
        trust="user",
        said_at="2026-05-04T09:30:00Z",
        **more,
    )


def test_a_row_learns_what_the_database_filled_in(world, scope):
    source = a_source(world, ref="m-1")
    with scope():
        insert_together([source])
        stored = Source.objects.get(id=source.id)
    assert source.created_at == stored.created_at
    assert (stored.ref, stored.url) == ("m-1", "")
    assert not source._state.adding


def test_one_wrong_row_leaves_none_and_the_connection_as_it_was(world, scope):
    good, wrong = a_source(world), a_source(world)
    wrong.trust = "boundless"
    with pytest.raises(IntegrityError), scope():
        insert_together([good, wrong])
    assert Source.objects.using("owner").count() == 0
    with scope():
        insert_together([a_source(world)])
    assert Source.objects.using("owner").count() == 1


def test_after_a_savepoint_the_transaction_goes_on(world, scope):
    with scope():
        insert_together([a_source(world)])
        with pytest.raises(IntegrityError), transaction.atomic():
            insert_together([a_source(world, id=Source.objects.get().id)])
        insert_together([a_source(world)])
    assert Source.objects.using("owner").count() == 2


def test_another_persons_row_is_refused(world, scope):
    source = a_source(world)
    source.person_id = world.colleague.id
    with pytest.raises(Exception, match="row-level security"), scope():
        insert_together([source])
    assert Source.objects.using("owner").count() == 0


def test_nothing_is_nothing(world, scope):
    with scope():
        insert_together([])


def test_a_write_is_one_row_in_every_table(world, as_owner):
    world.write("Likes tea.")
    [memory] = memories_of(world.owner)
    assert as_owner(Source).count() == as_owner(MemoryVersion).count() == 1
    assert memory.source_id == as_owner(Source).get().id
    assert connection.in_atomic_block is False
