"""Who asks has to be known before anything is done; until then nothing is."""

import pytest

from governance.access import as_staff
from governance.models import Channel, Decision, Right
from governance.requests.assigning import take_up
from governance.requests.changing import changing
from governance.requests.filing import Filed, file_request
from governance.requests.refusals import NotPossible
from governance.requests.review import decide
from tests.requests.conftest import kinds, now


def by_letter(office, right=Right.ACCESS):
    """A letter that the officer enters; nobody knows yet who wrote it."""
    with as_staff():
        filed = Filed(right, Channel.LETTER, "en", contact="jo@example.org")
        return file_request(filed, office.by_officer)[0]


def test_nothing_is_decided_about_somebody_who_is_not_known(office):
    request = by_letter(office)
    with as_staff(), changing(request.id) as row:
        take_up(row, office.officer.id, office.by_officer)
    with (
        as_staff(),
        pytest.raises(NotPossible, match="not_from_received"),
        changing(request.id) as row,
    ):
        decide(row, Decision.FULFIL, office.by_officer)


def test_an_unproved_request_joins_nothing(office):
    first = office.files(Right.ACCESS)
    assert by_letter(office).id != first.id
    assert kinds(first.id) == ["filed"]
    assert now(first).version == 0
