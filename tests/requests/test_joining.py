"""What one person asks for twice is one request, with the earlier clock; nothing that
nobody has proved joins anything."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.utils import timezone

from governance.access import as_staff
from governance.models import Channel, RequestState, Right, SubjectRequest
from governance.requests.changing import changing
from governance.requests.filing import Filed, file_request
from governance.requests.identity import BY_STAFF, confirm_identity
from governance.requests.joining import BY_MAIL, merge
from governance.requests.refusals import NotPossible
from tests.requests.conftest import kinds, now

LAST_WEEK = timezone.now() - timedelta(days=7)


def enters(office, right=Right.ACCESS, address="mara@example.org", **more):
    """A letter or a form of somebody without a sign-in."""
    with as_staff():
        filed = Filed(right, Channel.LETTER, "en", contact=address, **more)
        return file_request(filed, office.by_officer)[0]


def proves(office, request, by=BY_MAIL, **more):
    how = "She called from her number." if by == BY_STAFF else ""
    with as_staff(), changing(request.id) as row:
        confirm_identity(row, office.by_officer, by=by, how=how, **more)
    return now(request)


def test_two_proved_requests_of_one_address_are_one(office):
    first = proves(office, enters(office, received_at=LAST_WEEK))
    second = proves(office, enters(office))
    assert (second.state, second.joined_to) == (RequestState.WITHDRAWN, first.id)
    assert now(first).received_at == first.received_at
    assert "joined" in kinds(first.id)


def test_the_earlier_receipt_counts_whichever_was_proved_first(office):
    late = proves(office, enters(office))
    early = proves(office, enters(office, received_at=LAST_WEEK))
    assert early.joined_to == late.id
    assert now(late).received_at == LAST_WEEK
    assert now(late).due < late.due


def test_a_letter_and_a_call_about_the_same_records_are_one(office):
    mine = [office.world.owner.id]
    first = proves(office, enters(office), by=BY_STAFF, person_ids=mine)
    second = proves(office, enters(office, address=""), by=BY_STAFF, person_ids=mine)
    assert second.joined_to == first.id


@pytest.mark.parametrize(
    "other",
    [{"right": Right.ERASURE}, {"address": "somebody@example.org"}],
    ids=["another right", "another address"],
)
def test_what_is_not_the_same_stays_by_itself(office, other):
    proves(office, enters(office))
    assert proves(office, enters(office, **other)).joined_to is None


def test_an_address_that_only_staff_believe_joins_nothing_by_itself(office):
    proves(office, enters(office), by=BY_STAFF)
    assert proves(office, enters(office), by=BY_STAFF).joined_to is None
    assert proves(office, enters(office)).joined_to is None


def test_one_that_began_to_be_done_is_not_widened(office):
    first = proves(office, enters(office, right=Right.ERASURE))
    with as_staff():
        SubjectRequest.objects.filter(id=first.id).update(state="running")
    second = proves(office, enters(office, right=Right.ERASURE))
    assert second.joined_to is None
    assert second.state == RequestState.IN_REVIEW
    assert now(first).state == RequestState.RUNNING


def test_two_links_pressed_at_once_leave_one_request(office):
    both = [enters(office), enters(office)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda each: proves(office, each), both))
    states = sorted(now(each).state for each in both)
    assert states == [RequestState.IN_REVIEW, RequestState.WITHDRAWN]


def merged(office, request, reference):
    with as_staff(), changing(request.id) as row:
        return merge(row, reference, office.by_officer)


def test_staff_merge_what_they_know_to_be_the_same(office):
    first = proves(office, enters(office, received_at=LAST_WEEK), by=BY_STAFF)
    second = proves(office, enters(office, address="m@example.org"), by=BY_STAFF)
    merged(office, second, first.reference.lower())
    assert now(second).joined_to == first.id
    assert now(second).state == RequestState.WITHDRAWN
    assert now(first).received_at == first.received_at


def test_staff_cannot_merge_what_is_unproved_different_later_or_itself(office):
    first = proves(office, enters(office, received_at=LAST_WEEK), by=BY_STAFF)
    other = proves(office, enters(office, right=Right.ERASURE), by=BY_STAFF)
    unproved = enters(office)
    for request, reference, why in (
        (other, first.reference, "another_request"),
        (unproved, first.reference, "not_to_merge"),
        (first, first.reference, "no_such_request"),
        (other, "7K3M-92QX", "no_such_request"),
        (first, proves(office, enters(office), by=BY_STAFF).reference, "not_earlier"),
    ):
        with pytest.raises(NotPossible, match=why):
            merged(office, request, reference)
