"""A statement that is compiled once gives what the query would give."""

import threading
import uuid

import pytest
from django.db import connection, transaction

from governance.access import as_service_with
from governance.models import Memory, Person, Ready
from tests.world import memories_of

BY_TEXT = Ready[Memory](
    lambda person_id, texts: (
        Memory.objects.owned_by(person_id)
        .filter(text__in=texts)
        .defer("embedding")
        .order_by("text")
    )
)


@pytest.fixture
def scope(world):
    return lambda: as_service_with(world.travel.service.id, world.owner.id)


def test_it_gives_rows_of_the_model_with_all_that_is_theirs(world, scope):
    world.write("Likes tea.", metadata={"cups": 3}, importance=7)
    with scope():
        [row] = BY_TEXT(person_id=world.owner.id, texts=["Likes tea."])
        same = Memory.objects.get(id=row.id)
    for field in Memory._meta.concrete_fields:
        if field.attname != "embedding":
            assert getattr(row, field.attname) == getattr(same, field.attname)
    assert row.get_deferred_fields() == {"embedding"}


def test_its_values_change_and_its_sql_does_not(world, scope):
    for text in ("Likes tea.", "Likes rain.", "Likes snow."):
        world.write(text)
    ask = Ready[Memory](BY_TEXT._build)
    with scope():
        for texts in (["Likes tea."], ["Likes rain."], ["Nothing."]):
            found = ask(person_id=world.owner.id, texts=texts)
            assert [row.text for row in found] == [t for t in texts if "Likes" in t]
        both = ask(person_id=world.owner.id, texts=["Likes tea.", "Likes snow."])
    assert [row.text for row in both] == ["Likes snow.", "Likes tea."]
    # Once for one text, once for two.
    assert len(ask._made) == 2


def test_a_value_that_is_not_used_as_a_whole_is_refused(database):
    part = Ready[Person](lambda ref: Person.objects.filter(ref_hash=ref[:1]))
    with pytest.raises(TypeError):
        part(ref=b"some bytes")


def test_threads_do_not_get_each_others_rows(world, scope):
    texts = [f"Fact number {number} about trains." for number in range(8)]
    for text in texts:
        world.write(text)
    wrong = []

    def ask(text):
        try:
            for _ in range(20):
                with scope():
                    found = BY_TEXT(person_id=world.owner.id, texts=[text])
                    if [row.text for row in found] != [text]:
                        wrong.append(text)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=[text]) for text in texts]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []


def test_it_sees_no_more_than_its_scope_allows(world, scope):
    world.write("Likes tea.", ref="colleague")
    with scope():
        assert BY_TEXT(person_id=world.colleague.id, texts=["Likes tea."]) == []
    with transaction.atomic():
        assert BY_TEXT(person_id=world.colleague.id, texts=["Likes tea."]) == []
    assert len(memories_of(world.colleague)) == 1


def test_nobodys_id_gives_nothing(world, scope):
    with scope():
        assert BY_TEXT(person_id=uuid.uuid4(), texts=["x"]) == []
