"""What the office asks the person of a service, and the answer that the service hands over."""

import uuid

from governance.access import (
    as_staff,
)
from governance.models import (
    RequestEvent,
    SubjectRequest,
)
from governance.requests import assigning, review
from governance.requests.changing import changing
from tests.api.test_requests import CHECKED, URL, get, post, withdraw
from tests.requests.conftest import kinds


def asked(world, office, question="Which trip do you mean?"):
    made = post(world, **CHECKED).json()
    with as_staff(), changing(uuid.UUID(made["id"])) as row:
        assigning.take_up(row, office.officer.id, office.by_officer)
    with as_staff(), changing(uuid.UUID(made["id"])) as row:
        review.clarify(row, question, office.by_officer)
    return made


def answer(world, made, text="The one to Norway.", *, program=None, key=None):
    headers = {} if key is None else {"HTTP_IDEMPOTENCY_KEY": key}
    client = (program or world.travel).client()
    url = f"/api/v1/requests/{made['id']}/answer"
    return client.post(url, {"answer": text}, format="json", **headers)


def test_the_service_reads_what_the_office_asks_while_it_waits(world, office):
    made = asked(world, office)
    assert made["question"] is None
    assert get(world, made).json()["question"] == "Which trip do you mean?"
    [listed] = world.travel.client().get(URL).json()["results"]
    assert listed["question"] == "Which trip do you mean?"


def test_the_persons_answer_puts_it_in_review_again(world, office):
    made = asked(world, office)
    answered = answer(world, made)
    assert answered.status_code == 200
    assert answered.json()["state"] == "in_review"
    assert answered.json()["question"] is None
    assert answered.json()["paused_since"] is None
    assert kinds(made["id"])[-1] == "clarification_received"


def now_of(made):
    return SubjectRequest.objects.using("owner").get(id=made["id"])


def test_an_answer_is_scrubbed(world, office):
    made = asked(world, office)
    number = "4111 1111 1111 1111"
    assert answer(world, made, f"I paid with {number} there.").status_code == 200
    kept = RequestEvent.objects.using("owner").filter(request_id=made["id"])
    assert number not in kept.get(kind="clarification_received").text


def test_an_answer_with_nothing_left_is_refused(world, office):
    made = asked(world, office)
    assert answer(world, made, "").status_code == 400
    blank = answer(world, made, " ")
    assert (blank.status_code, blank.json()["reason"]) == (422, "text_missing")
    assert now_of(made).state == "on_hold"


def test_one_key_answers_once(world, office):
    made = asked(world, office)
    first, again = (answer(world, made, key="a-1") for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert kinds(made["id"]).count("clarification_received") == 1
    assert answer(world, made, "Another one.", key="a-1").status_code == 422
    other = post(world, "portability", **CHECKED).json()
    assert answer(world, other, key="a-1").status_code == 422


def test_where_nothing_was_asked_nothing_is_answered(world, office):
    made = post(world, **CHECKED).json()
    refused = answer(world, made)
    assert refused.status_code == 409
    assert refused.json()["reason"] == "nothing_asked"
    withdraw(world, made)
    assert answer(world, made).json()["reason"] == "not_from_withdrawn"


def test_nobody_elses_question_is_answered(world, office):
    made = asked(world, office)
    assert answer(world, made, program=world.bank).status_code == 404
    assert now_of(made).state == "on_hold"
