"""A passage whose text has gone keeps no copy waiting."""

import pytest
from django.utils import timezone

from governance.models import (
    Memory,
    MemoryVersion,
    PackageRedaction,
    PackageState,
    RedactionState,
)
from governance.requests import packages
from tests.requests.packages.making import Making
from tests.requests.packages.test_others import CHESS, WALKS, decide, proposed


def erased(making: Making, memory_id: str) -> None:
    path = f"/api/v1/people/owner/memories/{memory_id}"
    assert making.world.travel.client().delete(path).status_code == 202


def test_what_is_erased_between_proposal_and_decision_blocks_no_copy(
    making: Making,
) -> None:
    chess, _walks = making.world.write(CHESS), making.world.write(WALKS)
    making.order()
    making.bell.answer()
    assert len(proposed(making)) == 2
    erased(making, chess["id"])
    making.bell.answer()
    again = making.order()
    making.bell.answer()
    [left] = proposed(making)
    decide(making, RedactionState.CONFIRMED, left)
    package = making.row(again)
    assert package.state == PackageState.READY
    assert "Schmidt" not in "".join(making.files(package).values())


def test_an_erasure_that_has_only_begun_counts(making: Making) -> None:
    chess = making.world.write(CHESS)
    making.order()
    making.bell.answer()
    erased(making, chess["id"])
    again = making.order()
    assert proposed(making) == []
    making.bell.rung.clear()
    packages.build(again)
    assert making.row(again).state == PackageState.READY


@pytest.mark.parametrize("how", ["expired", "redacted"])
def test_what_goes_without_an_erasure_lets_the_same_package_go_on(
    making: Making, how: str
) -> None:
    making.world.write(CHESS)
    package_id = making.order()
    making.bell.answer()
    assert len(proposed(making)) == 1
    versions = MemoryVersion.objects.using("owner")
    if how == "expired":
        versions.all().delete()
        Memory.objects.using("owner").all().delete()
    else:
        versions.update(text="", redacted_at=timezone.now())
    packages.sweep()
    assert not PackageRedaction.objects.using("owner").exists()
    assert making.row(package_id).state == PackageState.READY


def test_decisions_about_what_is_there_stay(making: Making) -> None:
    making.world.write(CHESS)
    making.order()
    making.bell.answer()
    decide(making, RedactionState.CONFIRMED, *proposed(making))
    packages.sweep()
    assert [each.state for each in proposed(making)] == ["confirmed"]


def test_nothing_of_an_erased_memory_stays_in_passages(making: Making) -> None:
    chess = making.world.write(CHESS)
    making.order()
    making.bell.answer()
    decide(making, RedactionState.KEPT, *proposed(making))
    erased(making, chess["id"])
    making.bell.answer()
    packages.sweep()
    assert not PackageRedaction.objects.using("owner").exists()
