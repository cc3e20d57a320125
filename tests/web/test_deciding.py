"""The page of a decision: nothing typed is lost, and a conflict is resolved where it shows."""

import re
from datetime import timedelta
from html import unescape

import pytest

from governance.access import as_staff, make_account
from governance.models import (
    Account,
    Decision,
    Letter,
    LetterTemplate,
    RequestState,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.listing import today
from governance.requests.reminding import remind
from governance.requests.review import clarify, note
from tests.requests.conftest import kinds, now, staff_actor
from tests.web.people import People, as_, words
from tests.web.test_requests import QUEUE, do, letter, of_role

REASONS = "The invoice of May has to be kept for ten years."


def known(people: People, right: Right, **more) -> SubjectRequest:
    """A letter of the owner's, whose record is known, in review."""
    owner = people.world.owner
    made = letter(people, right, person_ids=[owner.id], verified_by="staff", **more)
    assert do(people, made, "take-up").status_code == 303
    return now(made)


def colleague() -> Account:
    return make_account("second@example.org", None, role=Role.OFFICER)


def shown(answer) -> str:
    return str(answer.content.decode())


def typed(answer) -> list[str]:
    """What stands in the fields for words."""
    found = re.findall(r"<textarea[^>]*>(.*?)</textarea>", shown(answer), re.DOTALL)
    return [unescape(each).strip() for each in found]


def hidden(answer, name: str) -> list[str]:
    """What stands in the hidden fields of that name."""
    return re.findall(rf'name="{name}" value="(\w*)"', shown(answer))


def test_a_decision_without_its_ground_is_shown_again_with_what_was_typed(
    people: People,
) -> None:
    made = known(people, Right.ERASURE)
    answer = do(people, made, "decide", decision="fulfil", text=REASONS, ground="")
    assert answer.status_code == 422
    assert typed(answer) == [REASONS]
    assert "Choose the ground" in words(answer)
    assert re.search(r'value="fulfil"[^>]*\schecked', shown(answer))
    for field in re.findall(
        r'class="error-summary".*?</div>', shown(answer), re.DOTALL
    ):
        for target in re.findall(r'href="#([^"]+)"', field):
            assert f'id="{target}"' in shown(answer)


def test_no_agreement_without_reasons_is_asked_for_them_on_the_page_of_the_agreement(
    people: People,
) -> None:
    made = known(people, Right.ACCESS)
    given = {"decision": "refuse", "text": REASONS, "ground": ""}
    assert do(people, made, "decide", **given).status_code == 303
    approver = as_(of_role(Role.APPROVER))
    sent = {"version": str(now(made).version), "text": ""}
    answer = approver.post(f"{QUEUE}{made.id}/do/send-back/", sent)
    assert answer.status_code == 422
    assert "Agree, or not" in words(answer)
    assert REASONS in words(answer)
    assert typed(answer) == [""]
    assert 'href="#back_text"' in shown(answer)
    assert 'id="back_text"' in shown(answer)


def test_who_decides_upon_something_older_sees_what_happened_and_presses_again(
    people: People,
) -> None:
    made = known(people, Right.RESTRICTION)
    other = colleague()
    with as_staff(), changing(made.id) as row:
        note(row, "She called again.", staff_actor(other), internal=True)
    given = {"decision": "fulfil", "text": REASONS, "version": str(made.version)}
    late = do(people, made, "decide", seen=str(made.events), **given)
    assert late.status_code == 409
    assert typed(late) == [REASONS]
    assert "She called again." in words(late)
    assert other.email in words(late)
    assert hidden(late, "version") == [str(now(made).version)]
    again = {**given, "version": hidden(late, "version")[0]}
    assert do(people, made, "decide", **again).status_code == 303
    assert now(made).decision == Decision.FULFIL


@pytest.mark.parametrize("name", ["note", "clarify", "received"])
def test_a_conflict_of_any_deed_ends_with_the_second_press(
    people: People, name: str
) -> None:
    made = known(people, Right.ACCESS)
    with as_staff(), changing(made.id) as row:
        note(row, "She called again.", staff_actor(colleague()), internal=True)
    given = {
        "text": "Which year do you mean?",
        "sure": "yes",
        "received_at": f"{made.received_at:%Y-%m-%dT%H:%M}",
    }
    late = do(people, made, name, version=str(made.version), **given)
    assert late.status_code == 409
    assert given["text"] in typed(late)
    version = set(hidden(late, "version"))
    assert version == {str(now(made).version)}
    assert do(people, made, name, version=version.pop(), **given).status_code == 303


def test_what_is_missing_does_not_hide_that_somebody_else_was_there(
    people: People,
) -> None:
    made = known(people, Right.ACCESS)
    with as_staff(), changing(made.id) as row:
        note(row, "She called again.", staff_actor(colleague()), internal=True)
    answer = do(people, made, "clarify", version=str(made.version), text="")
    assert answer.status_code == 422
    assert "Meanwhile" in words(answer)


def test_words_for_a_deed_that_is_no_longer_possible_can_still_be_copied(
    people: People,
) -> None:
    made = known(people, Right.ACCESS)
    with as_staff(), changing(made.id) as row:
        clarify(row, "Which app?", staff_actor(colleague()))
    late = do(people, made, "clarify", version=str(made.version), text="Which year?")
    assert late.status_code == 409
    assert "Which year?" in typed(late)


def test_whoever_only_looks_and_an_alarm_are_in_nobodys_way(people: People) -> None:
    made = known(people, Right.RESTRICTION)
    looked = as_(colleague()).post(
        f"{QUEUE}{made.id}/look/", {"reason": "To call her back."}
    )
    assert looked.status_code == 200
    rows = SubjectRequest.objects.using("owner")
    rows.update(due=today() + timedelta(days=3))
    assert remind() == 1
    assert {"looked", "reminded"} <= set(kinds(made.id))
    given = {"decision": "fulfil", "version": str(made.version)}
    assert do(people, made, "decide", **given).status_code == 303


def test_the_record_of_a_person_is_named_after_a_conflict(people: People) -> None:
    made = letter(people)
    with as_staff(), changing(made.id) as row:
        note(row, "She called again.", staff_actor(colleague()), internal=True)
    page = as_(people.staff)
    given = {
        "service": str(people.world.travel.service.id),
        "ref": "owner",
        "text": "The same address.",
        "version": str(made.version),
    }
    late = page.post(f"{QUEUE}{made.id}/records/", given)
    assert late.status_code == 422
    assert "She called again." in words(late)
    assert typed(late) == ["The same address."]
    given["version"] = hidden(late, "version")[0]
    assert page.post(f"{QUEUE}{made.id}/records/", given).status_code == 303


def test_staff_go_on_where_no_answer_came_and_the_person_reads_it(
    people: People,
) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "access", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    do(people, made, "take-up")
    do(people, made, "clarify", text="Which year?", sure="yes")
    assert now(made).state == RequestState.ON_HOLD
    asking = words(as_(people.staff).get(f"{QUEUE}{made.id}/"))
    assert "No answer came: go on" in asking
    assert do(people, made, "no-answer").status_code == 303
    page = as_(people.staff).get(f"{QUEUE}{made.id}/")
    assert f"{QUEUE}{made.id}/decision/" in shown(page)
    assert (
        "we had no answer"
        in words(as_(people.owner).get(f"/me/requests/{made.id}/")).lower()
    )


def test_an_unknown_person_is_answered_on_the_page_of_the_decision(
    people: People,
) -> None:
    made = letter(people, Right.ERASURE, verified_by="staff")
    assert do(people, made, "take-up").status_code == 303
    page = f"{QUEUE}{made.id}/decision/"
    assert "hold nothing about them" in words(as_(people.staff).get(page))
    missing = do(people, made, "decide", decision="fulfil", ground="17-1-b")
    assert "decide that nothing is held" in words(missing)
    given = {"decision": "nothing", "text": "In every app, by her address."}
    assert do(people, made, "decide", **given).status_code == 303
    assert now(made).state == RequestState.DONE
    report = words(as_(people.staff).get("/compliance/report/"))
    assert "Nothing was held" in report


def test_nothing_is_not_offered_where_there_is_a_record(people: People) -> None:
    made = known(people, Right.ACCESS)
    page = as_(people.staff).get(f"{QUEUE}{made.id}/decision/")
    assert "hold nothing about them" not in words(page)
    assert "where you looked" not in words(page)
    given = {"decision": "nothing", "text": "In every app."}
    assert do(people, made, "decide", **given).status_code == 422
    assert now(made).decision == ""


@pytest.mark.parametrize("text", ["-", "4111 1111 1111 1111", "…"])
@pytest.mark.parametrize("decision", ["refuse", "partly", "nothing"])
def test_reasons_that_say_nothing_are_told_to_whoever_decides(
    people: People, decision: str, text: str
) -> None:
    if decision == "nothing":
        made = letter(people, verified_by="staff")
        do(people, made, "take-up")
    else:
        made = known(people, Right.ACCESS)
    answer = do(people, made, "decide", decision=decision, text=text)
    assert (answer.status_code, now(made).decision) == (422, "")
    assert "There is a problem" in words(answer)
    assert 'name="text"' in shown(answer)


def test_the_second_person_reads_the_letter_before_they_agree(people: People) -> None:
    made = known(people, Right.ACCESS)
    reasons = "You have asked ten times today."
    given = {"decision": "refuse", "text": reasons, "ground": ""}
    assert do(people, made, "decide", **given).status_code == 303
    second = as_(of_role(Role.APPROVER))
    page = second.get(f"{QUEUE}{made.id}/agreement/")
    assert "The letter that goes when you agree" in words(page)
    assert (
        second.post(
            f"{QUEUE}{made.id}/do/approve/",
            {"version": hidden(page, "version")[0], "scope_seen": ""},
        ).status_code
        == 303
    )
    sent = Letter.objects.using("owner").get(request_id=made.id)
    assert sent.kind == "refusal"
    assert sent.subject in words(page)
    for line in filter(None, sent.body.splitlines()):
        assert line in unescape(shown(page))


def test_a_refusal_whose_text_lost_its_court_is_not_decided(people: People) -> None:
    made = known(people, Right.ACCESS)
    LetterTemplate.objects.using("owner").create(
        kind="refusal",
        language="en",
        version=1,
        subject="About {reference}",
        body="{reference} {reasons} {complaint}",
    )
    answer = do(people, made, "decide", decision="refuse", text=REASONS)
    assert (answer.status_code, now(made).decision) == (422, "")
    assert "would not say what the law wants" in words(answer)
