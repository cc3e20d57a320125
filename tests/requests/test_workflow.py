"""From the question to the answer: who may do what, when, and what stops it."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from governance.access import as_account, as_staff, as_staff_with
from governance.models import (
    REQUEST_MOVES,
    Decision,
    ErasureRun,
    Ground,
    MemoryVersion,
    Person,
    RequestState,
    Right,
    RunState,
)
from governance.requests.changing import changing
from governance.requests.clock import Refused
from governance.requests.doing import follow, running
from governance.requests.identity import BY_STAFF, ask_identity, confirm_identity
from governance.requests.refusals import NotPossible, Stale
from governance.requests.review import (
    approve,
    clarified,
    clarify,
    decide,
    extend,
    go_on,
    send_back,
    try_again,
    withdraw,
)
from governance.requests.scope import preview
from tests.erasure.stopping import stopping
from tests.requests.conftest import kinds, now
from tests.world import memories_of

FIT = {"ground": Ground.CONSENT_WITHDRAWN}


def decided(office, request, decision=Decision.FULFIL, **more):
    seen = preview(now(request)).digest
    with as_staff(), changing(request.id) as row:
        decide(row, decision, office.by_officer, scope_seen=seen, **more)


def approved(office, request):
    seen = preview(now(request)).digest
    with as_staff(), changing(request.id) as row:
        approve(row, office.by_approver, scope_seen=seen)


def tried_again(office, request):
    with as_staff(), changing(request.id) as row:
        try_again(row, office.by_officer)


def carried_out(bell):
    bell.answer()
    for request_id in running():
        follow(request_id)
    bell.answer()


def test_an_erasure_of_everything_needs_two_and_ends_with_nothing_left(office, bell):
    office.world.write("Likes tea.")
    request = office.in_review(Right.ERASURE)
    decided(office, request, **FIT)
    bell.answer()
    assert len(memories_of(office.world.owner)) == 1
    approved(office, request)
    carried_out(bell)
    assert now(request).state == RequestState.DONE
    assert memories_of(office.world.owner) == []
    assert not Person.objects.using("owner").filter(id=office.world.owner.id).exists()
    assert MemoryVersion.objects.using("owner").count() == 0
    assert kinds(request.id) == [
        "filed",
        "assigned",
        "decided",
        "approved",
        "begun",
        "done",
    ]


def test_chosen_memories_need_one_and_the_others_stay(office, bell):
    going, staying = (
        uuid.UUID(office.world.write(text)["id"])
        for text in ("Likes tea.", "Lives in Bergen.")
    )
    request = office.in_review(Right.ERASURE, memory_ids=[going])
    decided(office, request, **FIT)
    carried_out(bell)
    assert now(request).state == RequestState.DONE
    assert [row.id for row in memories_of(office.world.owner)] == [staying]


def test_who_decided_cannot_be_the_second_person(office):
    request = office.in_review(Right.ERASURE)
    decided(office, request, **FIT)
    with (
        as_staff(),
        pytest.raises(NotPossible, match="second_person"),
        changing(request.id) as row,
    ):
        approve(row, office.by_officer, scope_seen=row.scope_seen)


def test_another_scope_than_was_decided_asks_for_a_new_decision(office):
    first = uuid.UUID(office.world.write("Likes tea.")["id"])
    office.world.write("Likes rain.")
    request = office.in_review(Right.ERASURE)
    decided(office, request, **FIT)
    office.files(Right.ERASURE, memory_ids=[first])
    assert now(request).decision == ""
    with pytest.raises(NotPossible, match="nothing_to_approve"):
        approved(office, request)


def test_a_message_that_comes_three_times_erases_once(office, bell):
    office.world.write("Likes tea.")
    request = office.in_review(Right.ERASURE)
    decided(office, request, **FIT)
    approved(office, request)
    for _ in range(3):
        follow(request.id)
    carried_out(bell)
    runs = ErasureRun.objects.using("owner").filter(unit=request.id)
    assert [run.state for run in runs] == [RunState.DONE]
    assert kinds(request.id).count("done") == 1


def erasing(office):
    office.world.write("Likes tea.")
    request = office.in_review(Right.ERASURE)
    decided(office, request, **FIT)
    approved(office, request)
    return request


def test_it_is_not_done_while_its_erasure_has_failed(office, bell):
    request = erasing(office)
    with stopping():
        bell.answer()
    assert not follow(request.id)
    assert now(request).state == RequestState.RUNNING
    assert now(request).trouble == "erasure_failed"


def test_an_erasure_that_is_tried_again_fails_again_or_ends(office, bell):
    request = erasing(office)
    with stopping():
        carried_out(bell)
        tried_again(office, request)
        carried_out(bell)
    assert now(request).trouble == "erasure_failed"
    tried_again(office, request)
    carried_out(bell)
    assert (now(request).state, now(request).trouble) == (RequestState.DONE, "")
    assert memories_of(office.world.owner) == []


def test_two_who_decide_at_once_do_not_both_win(office):
    request = now(office.in_review(Right.ACCESS))
    with as_staff(), changing(request.id, version=request.version) as row:
        decide(row, Decision.REFUSE, office.by_officer, reasons="It was answered.")
    with (
        as_staff(),
        pytest.raises(Stale),
        changing(request.id, version=request.version) as row,
    ):
        decide(row, Decision.FULFIL, office.by_approver)
    assert now(request).decision == Decision.REFUSE


def test_a_refusal_needs_reasons_and_a_second_person(office):
    request = office.in_review(Right.ACCESS)
    with pytest.raises(NotPossible, match="reason_missing"):
        decided(office, request, Decision.REFUSE)
    decided(office, request, Decision.REFUSE, reasons="Asked for ten times a day.")
    assert now(request).state == RequestState.IN_REVIEW
    approved(office, request)
    assert now(request).state == RequestState.REFUSED
    assert now(request).closed_at is not None


def test_a_second_person_may_send_it_back(office):
    request = office.in_review(Right.ACCESS)
    decided(office, request, Decision.REFUSE, reasons="Asked for ten times a day.")
    with as_staff(), changing(request.id) as row:
        send_back(row, "Ten times a day is not excessive here.", office.by_approver)
    assert (now(request).decision, now(request).state) == ("", RequestState.IN_REVIEW)


def test_an_erasure_needs_a_ground(office):
    request = office.in_review(Right.ERASURE)
    with pytest.raises(NotPossible, match="ground_missing"):
        decided(office, request)


def test_it_is_extended_once_with_reasons_and_in_time(office):
    request = office.in_review(Right.ACCESS)
    before = now(request)
    with (
        as_staff(),
        pytest.raises(NotPossible, match="reason_missing"),
        changing(request.id) as row,
    ):
        extend(row, "", office.by_officer)
    with as_staff(), changing(request.id) as row:
        extend(row, "There are 40,000 memories.", office.by_officer)
    assert now(request).extended
    assert now(request).due == before.extended_due
    with as_staff(), pytest.raises(Refused), changing(request.id) as row:
        extend(row, "Once more.", office.by_officer)
    assert now(request).due == before.extended_due


def test_an_extension_that_is_late_is_refused(office):
    received = timezone.now() - timedelta(days=45)
    request = office.in_review(Right.ACCESS, received_at=received)
    with as_staff(), pytest.raises(Refused) as refused, changing(request.id) as row:
        extend(row, "There are 40,000 memories.", office.by_officer)
    assert refused.value.rule == "T6"
    assert not now(request).extended


def test_a_question_pauses_and_an_answer_goes_on(office):
    request = office.in_review(Right.ACCESS)
    with as_staff(), changing(request.id) as row:
        clarify(row, "Which year do you mean?", office.by_officer)
    assert now(request).state == RequestState.ON_HOLD
    assert now(request).paused_since is not None
    with as_account(office.asker.id), changing(request.id) as row:
        clarified(row, "This year.", office.by_asker)
    assert now(request).state == RequestState.IN_REVIEW
    assert now(request).paused_since is None


def test_the_person_may_withdraw_until_it_runs(office):
    request = office.files(Right.ERASURE)
    with as_account(office.asker.id), changing(request.id) as row:
        withdraw(row, office.by_asker)
    assert now(request).state == RequestState.WITHDRAWN


def test_a_restriction_that_is_withdrawn_or_refused_ends(office):
    request = office.files(Right.RESTRICTION)
    other = office.files(Right.OBJECTION)
    people = Person.objects.using("owner")
    with as_account(office.asker.id), changing(other.id) as row:
        withdraw(row, office.by_asker)
    assert people.get(id=office.world.owner.id).restricted_at is not None
    assert people.get(id=office.world.owner.id).objected_at is None
    with as_account(office.asker.id), changing(request.id) as row:
        withdraw(row, office.by_asker)
    assert people.get(id=office.world.owner.id).restricted_at is None


def test_a_restriction_is_done_when_it_holds(office, bell):
    request = office.in_review(Right.RESTRICTION)
    decided(office, request)
    carried_out(bell)
    assert now(request).state == RequestState.DONE


def test_a_correction_is_not_done_before_something_was_corrected(office, bell):
    request = office.in_review(Right.RECTIFICATION)
    decided(office, request)
    carried_out(bell)
    assert now(request).state == RequestState.RUNNING


def test_staff_who_are_sure_say_by_what_and_it_takes_effect(office):
    from tests.requests.test_identity import by_letter  # noqa: PLC0415

    request = by_letter(office, Right.RESTRICTION)
    owner = office.world.owner.id
    with as_staff(), changing(request.id) as row:
        ask_identity(
            row, "Which app is it, and your user name there?", office.by_officer
        )
    assert now(request).state == RequestState.NEEDS_IDENTITY
    with (
        as_staff_with(owner),
        pytest.raises(NotPossible, match="reason_missing"),
        changing(request.id) as row,
    ):
        confirm_identity(row, office.by_officer, by=BY_STAFF, person_ids=[owner])
    with as_staff_with(owner), changing(request.id) as row:
        confirm_identity(
            row,
            office.by_officer,
            by=BY_STAFF,
            person_ids=[owner],
            how="Called back at the number that the app has.",
        )
    assert now(request).state == RequestState.IN_REVIEW
    people = Person.objects.using("owner")
    assert people.get(id=owner).restricted_at is not None


def test_the_table_of_moves_ends_where_the_law_ends():
    ends = {state for state, allowed in REQUEST_MOVES.items() if not allowed}
    assert ends == {"done", "refused", "withdrawn"}


def test_a_question_that_stays_unanswered_keeps_nobody_from_deciding(office, bell):
    request = office.in_review(Right.ACCESS)
    before = now(request)
    with as_staff(), changing(request.id) as row:
        clarify(row, "Which year do you mean?", office.by_officer)
    with as_staff(), changing(request.id) as row:
        go_on(row, office.by_officer)
    after = now(request)
    assert (after.state, after.paused_since) == (RequestState.IN_REVIEW, None)
    assert after.due == before.due == after.due_with_pause
    assert kinds(request.id)[-1] == "clarification_unanswered"
    with as_staff(), pytest.raises(NotPossible), changing(request.id) as row:
        go_on(row, office.by_officer)
    decided(office, request)
    assert now(request).state == RequestState.RUNNING
