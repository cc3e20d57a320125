"""The search finds by words and by meaning, in what a text says now."""

from typing import Any

import pytest
from django.db import connections

from governance.access import as_service_with
from governance.models import Memory
from governance.recall import relevant
from tests.world import World


def found(world: World, query: str) -> dict[str, float]:
    """What the search gives with its relevance, the most relevant first."""
    with as_service_with(world.travel.service.id, world.owner.id):
        rows: Any = relevant(Memory.objects.owned_by(world.owner.id).shown(), query)
        return dict(rows.order_by("-relevance").values_list("text", "relevance"))


def kept_words() -> list[tuple[str, str]]:
    """Each text beside the words that the database keeps of it."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT text, words::text FROM memory ORDER BY text")
        return list(cursor.fetchall())


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("marzipan", ["Buys marzipan in Lübeck."]),
        ("MARZIPAN", ["Buys marzipan in Lübeck."]),
        ("lübeck marzipan", ["Buys marzipan in Lübeck."]),
        ("marzi", ["Buys marzipan in Lübeck."]),
        ("railway journeys", ["Prefers trains to planes."]),
        ("zzqxv", []),
    ],
)
def test_words_parts_of_words_and_meaning_find(
    world: World, query: str, expected: list[str]
) -> None:
    world.write("Buys marzipan in Lübeck.")
    world.write("Prefers trains to planes.")
    assert list(found(world, query)) == expected


def test_what_holds_the_words_stands_before_what_means_alike(world: World) -> None:
    world.write("Likes to travel by rail.")
    world.write("Prefers trains to planes.")
    assert next(iter(found(world, "trains"))) == "Prefers trains to planes."


def test_the_relevance_of_words_is_one_and_of_meaning_less(world: World) -> None:
    world.write("Prefers trains to planes.")
    text = "Prefers trains to planes."
    assert found(world, "trains") == {text: 1}
    assert 0.4 <= found(world, "railway journeys")[text] < 1


def test_after_a_correction_the_old_words_find_nothing(world: World) -> None:
    written = world.write("Buys marzipan in Lübeck.")
    corrected: Any = world.travel.client().patch(
        f"/api/v1/people/owner/memories/{written['id']}",
        {"text": "Buys liquorice in Kiel."},
        format="json",
        HTTP_IF_MATCH=written["etag"],
    )
    assert corrected.status_code == 200
    assert found(world, "marzipan") == {}
    assert list(found(world, "liquorice")) == ["Buys liquorice in Kiel."]
    assert "marzipan" not in str(kept_words())


def test_of_sealed_words_none_is_kept(world: World) -> None:
    world.write("Prefers trains.")
    Memory.objects.using("owner").update(text="", embedding=None, sealed=b"-")
    assert kept_words() == [("", "")]
