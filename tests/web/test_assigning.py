"""Requests are given to colleagues and back; what repeats an earlier one ends in it."""

import pytest

from governance.access import as_staff, make_account
from governance.models import Account, Role, SubjectRequest
from tests.journeys.test_requests import letter
from tests.web.people import People, as_, words


@pytest.fixture
def made(people: People) -> SubjectRequest:
    return letter(people, verified_by="staff")


def now(request: SubjectRequest) -> SubjectRequest:
    return SubjectRequest.objects.using("owner").get(id=request.id)


def deed(people: People, request: SubjectRequest, name: str, **given: object) -> str:
    """Presses a button as the officer; the words of the page after it."""
    row = now(request)
    path = f"/compliance/requests/{request.id}/do/{name}/"
    body = {"version": row.version, "seen": row.events, **given}
    answer = as_(people.staff).post(path, body, follow=True)
    return words(answer)


def colleague() -> Account:
    return make_account("friend@example.org", None, role=Role.OFFICER)


def test_a_request_is_given_to_a_colleague_and_back_to_nobody(
    people: People, made: SubjectRequest
) -> None:
    other = colleague()
    assert "noted who looks after" in deed(people, made, "assign", owner=str(other.id))
    assert now(made).owner_id == other.id
    page = words(as_(people.staff).get(f"/compliance/requests/{made.id}/"))
    assert "friend@example.org" in page
    deed(people, made, "assign", owner="")
    assert now(made).owner_id is None
    page = deed(people, made, "assign", owner="")
    assert "Nothing would change" in page


@pytest.mark.parametrize("role", [Role.APPROVER, Role.AUDITOR, Role.PERSON])
def test_only_officers_are_given_requests(
    people: People, made: SubjectRequest, role: Role
) -> None:
    other = make_account("other@example.org", None, role=role)
    deed(people, made, "assign", owner=str(other.id))
    assert now(made).owner_id is None


def test_what_repeats_an_earlier_request_ends_in_it(
    people: People, made: SubjectRequest
) -> None:
    later = letter(people, contact="m@example.org", verified_by="staff")
    page = deed(people, later, "merge", reference=made.reference.lower())
    assert "ended in the earlier one" in page
    assert now(later).joined_to == made.id
    assert now(later).state == "withdrawn"


def test_a_mistyped_reference_says_so_and_changes_nothing(
    people: People, made: SubjectRequest
) -> None:
    page = deed(people, made, "merge", reference="7K3M-92QX")
    assert "There is no other request with this reference." in page
    assert now(made).state == "received"


def test_a_later_one_is_not_taken_for_the_earlier(
    people: People, made: SubjectRequest
) -> None:
    later = letter(people, contact="m@example.org", verified_by="staff")
    page = deed(people, made, "merge", reference=later.reference)
    assert "came later than this one" in page
    with as_staff():
        assert SubjectRequest.objects.exclude(joined_to=None).count() == 0
