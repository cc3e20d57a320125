"""A request arrives, by whatever door; it does nothing that it need not do at once."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from governance.access import as_account, as_intake, as_staff
from governance.audit import Actor, ActorKind
from governance.models import (
    Channel,
    ErasureRun,
    Person,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests.contact import contact_of
from governance.requests.filing import Filed, file_request, scrubbed
from governance.requests.reference import new_reference, read_reference
from governance.requests.refusals import NotPossible
from tests.requests.conftest import kinds, now
from tests.world import memories_of

NOBODY = Actor(ActorKind.SYSTEM)


def test_filing_alone_erases_nothing(office, bell):
    office.world.write("Likes tea.")
    office.files(Right.ERASURE)
    bell.answer()
    assert len(memories_of(office.world.owner)) == 1
    assert ErasureRun.objects.using("owner").count() == 0


def test_a_request_has_its_dates_from_the_first_moment_on(office):
    request = now(office.files(Right.ACCESS))
    assert 28 <= (request.due - request.received_on).days <= 37
    assert request.rule.startswith("eu-gdpr")
    assert request.state == RequestState.RECEIVED


def test_the_same_right_joins_and_keeps_the_earlier_clock(office):
    first = office.files(Right.ACCESS, received_at=timezone.now() - timedelta(days=9))
    second = office.files(Right.ACCESS)
    assert second.id == first.id
    assert now(first).received_on == first.received_on
    assert kinds(first.id) == ["filed", "joined"]


def test_a_joined_request_that_was_received_earlier_brings_its_receipt(office):
    first = office.files(Right.ACCESS)
    earlier = timezone.now() - timedelta(days=20)
    office.files(Right.ACCESS, received_at=earlier)
    assert now(first).received_at == earlier
    assert now(first).due < first.due


def test_another_right_is_another_request(office):
    assert office.files(Right.ACCESS).id != office.files(Right.ERASURE).id


def test_a_request_that_is_being_done_is_not_joined(office):
    first = office.files(Right.ACCESS)
    rows = SubjectRequest.objects.using("owner").filter(id=first.id)
    rows.update(state=RequestState.IN_REVIEW)
    rows.update(state=RequestState.RUNNING)
    assert office.files(Right.ACCESS).id != first.id


def test_joining_takes_the_wider_scope(office):
    texts = ("Likes tea.", "Likes rain.")
    one, two = (uuid.UUID(office.world.write(text)["id"]) for text in texts)
    first = office.files(Right.ERASURE, memory_ids=[one])
    office.files(Right.ERASURE, memory_ids=[two])
    assert set(now(first).memory_ids) == {one, two}
    office.files(Right.ERASURE)
    assert now(first).everything


def test_two_at_once_are_one_request(office):
    def ask(_: int) -> uuid.UUID:
        try:
            return uuid.UUID(str(office.files(Right.ACCESS).id))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(4)))
    assert len(set(found)) == 1
    assert len(kinds(found[0])) == 4


@pytest.mark.parametrize("right", [Right.RESTRICTION, Right.OBJECTION])
def test_restriction_holds_from_the_moment_of_filing(office, right):
    office.world.write("Likes tea.")
    office.files(right)
    client = office.world.travel.client()
    url = "/api/v1/people/owner/memories"
    body = {"text": "Likes rain.", "source": {"type": "user_message"}}
    for answer in (client.get(url), client.post(url, body, format="json")):
        assert answer.status_code == 403
        assert answer.json()["reason"] == "processing_restricted"
    person = Person.objects.using("owner").get(id=office.world.owner.id)
    assert bool(person.objected_at) == (right == Right.OBJECTION)


def test_the_public_form_adds_and_sees_nothing(office):
    office.files(Right.ACCESS)
    with as_intake():
        filed = Filed(Right.ACCESS, Channel.FORM, "en", contact="jo@example.org")
        made, joined = file_request(filed, NOBODY)
        assert (joined, SubjectRequest.objects.count()) == (False, 0)
    assert now(made).verified_at is None
    assert contact_of(now(made)) == "jo@example.org"


def test_who_is_not_known_restricts_nobody(office):
    with as_intake():
        filed = Filed(Right.OBJECTION, Channel.FORM, "en", contact="jo@example.org")
        file_request(filed, NOBODY)
    person = Person.objects.using("owner").get(id=office.world.owner.id)
    assert person.restricted_at is None


def test_a_receipt_that_is_to_come_is_refused(office):
    filed = Filed(
        Right.ACCESS,
        Channel.LETTER,
        "en",
        received_at=timezone.now() + timedelta(days=1),
    )
    with as_staff(), pytest.raises(NotPossible, match="received_when"):
        file_request(filed, office.by_officer)


def test_an_account_sees_its_own_requests_alone(office):
    office.files(Right.ACCESS)
    with as_account(office.officer.id):
        assert SubjectRequest.objects.count() == 0


def test_what_is_written_is_scrubbed_before_it_is_kept():
    assert "4111" not in scrubbed("My card is 4111 1111 1111 1111, please erase it.")


def test_a_reference_can_be_read_aloud():
    reference = new_reference()
    assert read_reference(reference.lower().replace("-", " ")) == reference
    assert read_reference("o" * 8) == "0000-0000"
    assert read_reference("seven") == ""
