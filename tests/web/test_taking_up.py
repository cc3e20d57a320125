"""Many requests are looked after at once, press by press, until none is left."""

from typing import Any

import pytest

from governance.models import SubjectRequest
from tests.web.people import People, as_, words

MANY = "/compliance/requests/many/"
ALL = {"view": "open", "which": "all"}


@pytest.fixture
def five(people: People, monkeypatch: pytest.MonkeyPatch) -> People:
    """Five open requests, where two are taken at a press."""
    monkeypatch.setattr("governance.web.requests.taking_up.MOST_AT_ONCE", 2)
    for right in ("access", "erasure", "portability", "restriction", "rectification"):
        asked = {"right": right, "words": ""}
        as_(people.owner).post("/me/requests/new/", asked)
    assert SubjectRequest.objects.using("owner").count() == 5
    return people


def press(people: People, **more: str) -> Any:
    return as_(people.staff).post(MANY, ALL | more)


def mine(people: People) -> int:
    rows = SubjectRequest.objects.using("owner")
    return rows.filter(owner_id=people.staff.id).count()


def test_the_dry_run_says_how_many_of_how_many(five: People) -> None:
    shown = words(press(five))
    assert "You would look after 2 of 5 open requests with this press" in shown
    assert mine(five) == 0


def test_press_after_press_reaches_everything(five: People) -> None:
    first = words(press(five, sure="yes"))
    assert "You look after 2 requests now." in first
    assert "2 of 3 open requests" in first
    assert "2 more are yours already" in first
    second = words(press(five, sure="yes"))
    assert "You would look after 1 open request." in second
    assert press(five, sure="yes").status_code == 303
    assert mine(five) == 5
    assert "You would look after 0 open requests" in words(press(five))


def test_others_are_counted_among_those_of_the_press(five: People) -> None:
    rows = SubjectRequest.objects.using("owner")
    rows.exclude(right="access").update(owner_id=five.owner.id)
    shown = words(press(five, order="received"))
    assert "1 of them is somebody else's now" in shown.replace("&#x27;", "'")


def test_chosen_ones_that_are_mine_are_not_taken_again(five: People) -> None:
    press(five, sure="yes")
    chosen = SubjectRequest.objects.using("owner").filter(owner_id=five.staff.id)
    given = {"view": "open", "which": "chosen", "id": [str(chosen[0].id)]}
    before = chosen[0].version
    answer = as_(five.staff).post(MANY, given | {"sure": "yes"})
    assert answer.status_code == 303
    chosen[0].refresh_from_db(using="owner")
    assert chosen[0].version == before
