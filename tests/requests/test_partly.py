"""A part is kept only where the law holds something; and the answer is written in any case."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from governance import holding, tasks
from governance.access import as_service_with
from governance.models import (
    Decision,
    Exception17,
    Hold,
    Letter,
    RequestState,
    Right,
)
from governance.requests.refusals import NotPossible
from tests.requests.conftest import now
from tests.requests.test_workflow import FIT, approved, carried_out, decided
from tests.world import memories_of

REASONS = "The invoice of May has to be kept."
PART = {**FIT, "reasons": REASONS}


def hold(office, memory_id, until=None):
    owner = office.world.owner
    until = until or timezone.now() + timedelta(days=30)
    why = holding.ground(Exception17.OBLIGATION, "Books are kept ten years.", until)
    with as_service_with(owner.service_id, owner.id):
        return holding.place(
            memory_id, why, person_id=owner.id, actor=office.by_officer
        )


def answered(request):
    for _ in range(3):
        tasks.answer_requests()
    rows = Letter.objects.using("owner").filter(request_id=request.id)
    return rows.exclude(kind="receipt").get()


def written(office, text):
    return uuid.UUID(office.world.write(text)["id"])


def test_no_part_of_an_erasure_is_kept_while_nothing_is_held(office, bell):
    chosen, other = (written(office, text) for text in ("Likes tea.", "Has a boat."))
    request = office.in_review(Right.ERASURE, memory_ids=[chosen])
    hold(office, other)
    with pytest.raises(NotPossible, match="nothing_held"):
        decided(office, request, Decision.PARTLY, **PART)
    carried_out(bell)
    assert len(memories_of(office.world.owner)) == 2
    hold(office, chosen)
    decided(office, request, Decision.PARTLY, **PART)
    carried_out(bell)
    assert now(request).state == RequestState.DONE
    letter = answered(request)
    assert letter.kind == "partly_done"
    assert "1 memory is kept until" in letter.body
    assert REASONS in letter.body


def test_a_part_of_an_access_is_withheld_without_any_hold(office):
    request = office.in_review(Right.ACCESS)
    decided(office, request, Decision.PARTLY, reasons="A trade secret is left out.")
    assert now(request).state == RequestState.RUNNING


@pytest.mark.parametrize("everything", [True, False])
def test_a_hold_that_ends_before_the_letter_leaves_a_letter_that_is_true(
    office, bell, everything
):
    kept = written(office, "Paid the invoice of May.")
    written(office, "Likes tea.")
    chosen = {} if everything else {"memory_ids": [kept]}
    request = office.in_review(Right.ERASURE, **chosen)
    hold(office, kept)
    decided(office, request, Decision.PARTLY, **PART)
    if everything:
        approved(office, request)
    carried_out(bell)
    assert now(request).state == RequestState.DONE
    rows = Hold.objects.using("owner").filter(memory_id=kept)
    rows.update(until=timezone.now() - timedelta(minutes=1))
    assert holding.lapse() == 1
    # It is out of use and not gone yet: the letter waits until what it says is true.
    tasks.answer_requests()
    letters = Letter.objects.using("owner").filter(request_id=request.id)
    assert not letters.exclude(kind="receipt").exists()
    bell.answer()
    letter = answered(request)
    assert (letter.kind, now(request).trouble) == ("done", "")
    assert "Nothing of what you asked us to erase was kept." in letter.body
    said = "2 memories" if everything else "1 memory"
    assert f"We have erased {said}" in letter.body


def test_an_erasure_of_what_had_gone_already_is_answered_without_a_certificate(
    office, bell
):
    memory = written(office, "Likes tea.")
    request = office.in_review(Right.ERASURE, memory_ids=[memory])
    again = office.in_review(Right.ERASURE, memory_ids=[memory], words="Please.")
    assert again.id == request.id
    office.world.travel.client().delete(
        f"/api/v1/people/owner/memories/{memory}?undo=0"
    )
    bell.answer()
    decided(office, request, **FIT)
    carried_out(bell)
    letter = answered(request)
    assert "We have found nothing to erase." in letter.body
    assert now(request).trouble == ""
