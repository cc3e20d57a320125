"""A restriction that was granted ends: the person is told first; an objection when they say so."""

import pytest

from governance.access import as_account, as_staff_with
from governance.models import (
    AuditEntry,
    Person,
    RequestState,
    Right,
)
from governance.requests.changing import changing
from governance.requests.lifting import announce, use_again
from governance.requests.refusals import NotPossible
from tests.requests.conftest import kinds, now
from tests.requests.test_workflow import carried_out, decided

WHY = "It is certain by now that the data is right."


def granted(office, right, bell):
    request = office.in_review(right)
    decided(office, request)
    carried_out(bell)
    assert now(request).state == RequestState.DONE
    return request


def owner(office):
    return Person.objects.using("owner").get(id=office.world.owner.id)


def ended(office, request):
    with as_staff_with(office.world.owner.id), changing(request.id) as row:
        announce(row, WHY, office.by_officer)


def by_themselves(office, request):
    with as_account(office.asker.id), changing(request.id) as row:
        use_again(row, office.by_asker)


def test_whoever_objected_says_themselves_that_it_may_be_used_again(office, bell):
    request = granted(office, Right.OBJECTION, bell)
    assert owner(office).objected_at is not None
    by_themselves(office, request)
    assert (owner(office).objected_at, owner(office).restricted_at) == (None, None)
    assert kinds(request.id)[-1] == "lifted"
    assert now(request).state == RequestState.DONE
    verbs = AuditEntry.objects.using("owner").values_list("verb", flat=True)
    assert {"request.lifted", "restriction.ended"} <= set(verbs)
    with pytest.raises(NotPossible, match="not_in_force"):
        by_themselves(office, request)
    again = office.files(Right.OBJECTION)
    assert again.id != request.id
    assert owner(office).objected_at is not None


def test_one_of_two_that_ends_leaves_the_other(office, bell):
    restriction = granted(office, Right.RESTRICTION, bell)
    objection = granted(office, Right.OBJECTION, bell)
    with pytest.raises(NotPossible, match="wanted_still"):
        ended(office, restriction)
    by_themselves(office, objection)
    assert owner(office).objected_at is None
    assert owner(office).restricted_at is not None
    by_themselves(office, restriction)
    assert owner(office).restricted_at is None


def test_an_objection_is_not_ended_against_the_will_of_the_person(office, bell):
    request = granted(office, Right.OBJECTION, bell)
    with pytest.raises(NotPossible, match="not_theirs_to_end"):
        ended(office, request)


def test_nothing_is_ended_that_was_not_granted(office):
    open_one = office.files(Right.RESTRICTION)
    for call in (ended, by_themselves):
        with pytest.raises(NotPossible, match="not_in_force"):
            call(office, open_one)
    assert owner(office).restricted_at is not None
