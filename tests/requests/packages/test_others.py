"""Passages about other people (Art. 15(4) GDPR): proposed, decided, left out, listed."""

from typing import Any

from governance.access import as_staff, as_staff_with
from governance.models import (
    AuditEntry,
    PackageKind,
    PackageRedaction,
    PackageState,
    RedactionState,
)
from governance.requests import packages
from tests.requests.packages.making import STAFF, Making

CHESS = "Plays chess with Anna Schmidt on Tuesdays."
WALKS = "Walks home with Thomas Müller."
LEFT = "Plays chess with […] on Tuesdays."


def proposed(making: Making) -> list[PackageRedaction]:
    with as_staff():
        return packages.proposals(making.request_id)


def decide(making: Making, state: RedactionState, *rows: PackageRedaction) -> None:
    verb = packages.confirm if state == RedactionState.CONFIRMED else packages.keep
    with as_staff():
        verb([each.id for each in rows], actor=STAFF)
    making.bell.answer()


def test_names_are_proposed_and_nothing_is_made_until_they_are_decided(
    making: Making,
) -> None:
    making.world.write(CHESS)
    making.world.write("Likes rain.")
    package_id = making.order()
    making.bell.answer()
    [row] = proposed(making)
    assert (row.start, row.end) == (17, 29)
    assert CHESS[row.start : row.end] == "Anna Schmidt"
    with as_staff():
        standing = packages.state_of(making.request_id)
    assert standing is not None
    assert (standing.state, standing.undecided) == (PackageState.BUILDING, 1)
    for _ in range(7):
        packages.sweep()
    assert making.row(package_id).state == PackageState.BUILDING
    decide(making, RedactionState.KEPT, row)
    assert making.row(package_id).state == PackageState.READY
    assert CHESS in making.files(making.row(package_id))["memories.csv"]


def test_what_is_confirmed_is_left_out_of_every_file_and_listed(
    making: Making,
) -> None:
    written = making.world.write(CHESS)
    making.world.write(WALKS)
    path = f"/api/v1/people/owner/memories/{written['id']}"
    client = making.world.travel.client()
    etag = client.get(path).headers["ETag"]
    client.patch(
        path,
        {"text": "Plays go with Anna Schmidt on Mondays."},
        format="json",
        HTTP_IF_MATCH=etag,
    )
    package_id = making.order()
    making.bell.answer()
    rows = proposed(making)
    assert len(rows) == 3
    decide(making, RedactionState.CONFIRMED, *rows)
    package = making.row(package_id)
    files = making.files(package)
    for name, content in files.items():
        assert "Schmidt" not in content, name
        assert "Müller" not in content, name
    assert LEFT in files["history.csv"]
    assert package.counts["left_out"] == 3
    assert making.json(package)["left_out"]["passages"] == 3
    assert "3 passages about other people were left out, Art. 15(4) GDPR." in " ".join(
        files["index.html"].split()
    )


def test_staff_see_a_passage_among_its_words_about_its_person_only(
    making: Making,
) -> None:
    making.world.write(CHESS)
    making.order()
    making.bell.answer()
    [row] = proposed(making)
    with as_staff_with(making.world.owner.id):
        shown = packages.passage(row)
    assert shown == packages.Passage(
        "Plays chess with ", "Anna Schmidt", " on Tuesdays."
    )
    with as_staff_with(making.world.colleague.id):
        assert packages.passage(row) is None


def test_who_decided_what_is_on_record_without_the_words(
    making: Making, as_owner: Any
) -> None:
    making.world.write(CHESS)
    making.order()
    making.bell.answer()
    [row] = proposed(making)
    decide(making, RedactionState.CONFIRMED, row)
    row.refresh_from_db(using="owner")
    assert (row.state, row.decided_by) == (RedactionState.CONFIRMED, STAFF.id)
    entry = as_owner(AuditEntry).get(verb="package.passages_decided")
    assert (entry.actor_id, entry.counts) == (STAFF.id, {"confirmed": 1})


def test_what_is_written_meanwhile_is_looked_through_too(making: Making) -> None:
    making.world.write(CHESS)
    package_id = making.order()
    making.bell.answer()
    [first] = proposed(making)
    making.world.write(WALKS)
    decide(making, RedactionState.CONFIRMED, first)
    assert making.row(package_id).state == PackageState.BUILDING
    [second] = [each for each in proposed(making) if each.state == "proposed"]
    decide(making, RedactionState.CONFIRMED, second)
    package = making.row(package_id)
    assert package.state == PackageState.READY
    assert "Müller" not in "".join(making.files(package).values())


def test_a_second_package_of_the_request_asks_no_more(making: Making) -> None:
    making.world.write(CHESS)
    package_id = making.order()
    making.bell.answer()
    decide(making, RedactionState.CONFIRMED, *proposed(making))
    with as_staff():
        assert packages.withdraw_packages([making.world.owner.id]) == 1
    again = making.order()
    assert again != package_id
    making.bell.answer()
    assert making.row(again).state == PackageState.READY
    assert LEFT in making.files(making.row(again))["memories.csv"]


def test_codes_that_stand_for_names_are_not_proposed(making: Making) -> None:
    world = making.world
    type(world.travel.service).objects.using("owner").filter(
        id=world.travel.service.id
    ).update(scrub_policy="strict")
    stored = world.write(CHESS)["text"]
    assert "Anna" not in stored
    package = making.make()
    assert proposed(making) == []
    assert stored in making.files(package)["memories.csv"]


def test_portability_waits_for_no_decision(making: Making) -> None:
    making.world.write(CHESS)
    package_id = making.order(PackageKind.PORTABILITY)
    making.bell.answer()
    assert making.row(package_id).state == PackageState.READY
    assert proposed(making) == []
