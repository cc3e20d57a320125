"""A request that does not go on says so, and stands in nobody's way."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance import tasks
from governance.access import as_staff
from governance.models import (
    Decision,
    ErasureRun,
    PackageRedaction,
    RequestEvent,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests import doing
from governance.requests.changing import changing
from governance.requests.doing import PATIENCE, follow, running
from governance.requests.listing import View, numbers
from governance.requests.reminding import remind
from governance.requests.review import decide
from tests.requests.conftest import now
from tests.requests.test_workflow import decided, erasing, tried_again
from tests.web.people import as_, words

pytestmark = pytest.mark.usefixtures("static_files")
QUEUE = "/compliance/requests/"


def hours_ago(request, long=PATIENCE + timedelta(minutes=1)):
    events = RequestEvent.objects.using("owner").filter(request_id=request.id)
    for each in events:
        events.filter(id=each.id).update(at=each.at - long)


def trouble_of(request):
    follow(request.id)
    return now(request).trouble


def test_a_step_that_fails_is_trouble_until_it_no_longer_does(
    office, bell, monkeypatch
):
    request = erasing(office)

    def fails(_):
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(doing, "_begin_erasures", fails)
        assert trouble_of(request) == "stuck"
        with as_staff():
            assert numbers()[View.TROUBLE] == 1
        page = words(as_(office.officer).get(f"{QUEUE}{request.id}/"))
        assert "It does not go on" in page
        assert "Try again" in page
        assert remind() == 1
    assert trouble_of(request) == ""


def test_what_nothing_has_moved_for_hours_is_stuck(office, bell):
    request = erasing(office)
    bell.rung.clear()
    assert trouble_of(request) == ""
    hours_ago(request)
    assert trouble_of(request) == "stuck"
    tried_again(office, request)
    assert trouble_of(request) == ""


def test_a_large_erasure_that_goes_on_is_not_stuck(office, bell):
    request = erasing(office)
    bell.rung.clear()
    follow(request.id)
    hours_ago(request)
    ErasureRun.objects.using("owner").update(lease_until=timezone.now())
    assert trouble_of(request) == ""


def test_a_correction_that_waits_for_the_staff_is_not_stuck(office, bell):
    request = office.in_review(Right.RECTIFICATION)
    decided(office, request)
    hours_ago(request)
    assert trouble_of(request) == ""


def test_those_that_wait_for_people_keep_none_from_being_done(
    office, bell, monkeypatch
):
    monkeypatch.setattr(doing, "BATCH", 2)
    waiting = office.in_review(Right.RECTIFICATION)
    decided(office, waiting)
    copies = SubjectRequest.objects.using("owner")
    row = copies.get(id=waiting.id)
    for number in range(5):
        row.pk, row.reference = None, f"C-{number}"
        row._state.adding = True
        row.save(using="owner", force_insert=True)
    late = erasing(office)
    copies.filter(id=late.id).update(due=now(late).due + timedelta(days=20))
    assert len(list(running())) == 7
    bell.answer()
    tasks.follow_requests()
    assert now(late).state == RequestState.DONE


@pytest.fixture
def undecided(office, bell):
    """An access request in whose copy somebody else is named."""
    office.world.write("Plays chess with Sarah Connor on Sundays.")
    request = office.in_review(Right.ACCESS)
    with as_staff(), changing(request.id) as row:
        decide(row, Decision.FULFIL, office.by_officer)
    bell.answer()
    tasks.follow_requests()
    assert PackageRedaction.objects.using("owner").exists()
    return request


def test_passages_that_wait_are_counted_listed_and_said(office, undecided):
    client = as_(office.officer)
    assert "1 Passages to decide" in words(client.get("/compliance/"))
    listed = words(client.get(f"{QUEUE}?view=passages"))
    assert undecided.reference in listed
    assert "waits for a decision about passages" in listed
    page = words(client.get(f"{QUEUE}{undecided.id}/"))
    assert "Passages about other people wait for a decision." in page
    assert "Try again" not in page


def test_passages_that_wait_are_no_failure_and_are_told_once(office, undecided):
    with as_staff():
        assert numbers()[View.TROUBLE] == 0
    assert [remind(), remind()] == [1, 0]


def test_when_they_are_decided_it_goes_on_and_nothing_is_said_any_more(
    office, bell, undecided
):
    PackageRedaction.objects.using("owner").update(state="kept")
    tasks.sweep_packages()
    tasks.follow_requests()
    assert (now(undecided).state, now(undecided).trouble) == (RequestState.DONE, "")
    with as_staff():
        assert numbers()[View.PASSAGES] == 0
