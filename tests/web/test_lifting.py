"""What was granted ends on a page: the person's own, or after a letter that goes first."""

from governance import tasks
from governance.models import Letter, Person, RequestState, Right, SubjectRequest
from governance.requests import lifting
from tests.requests.conftest import kinds, now
from tests.web.people import People, as_, words
from tests.web.test_deciding import known
from tests.web.test_requests import QUEUE, do

WHY = "It is certain by now that the data is right."


def now_one() -> SubjectRequest:
    return SubjectRequest.objects.using("owner").get()


def person(people: People):
    return Person.objects.using("owner").get(id=people.world.owner.id)


def test_the_person_is_told_before_a_restriction_ends(people: People, bell) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "restriction", "words": ""})
    made = now_one()
    do(people, made, "take-up")
    assert do(people, made, "decide", decision="fulfil").status_code == 303
    bell.answer()
    tasks.answer_requests()
    seen = words(do(people, made, "lift", text=WHY))
    assert "The letter, before it goes" in seen
    assert "the restriction ends" in seen
    assert kinds(made.id)[-1] == "done"
    assert do(people, made, "lift", text=WHY, sure="yes").status_code == 303
    told = Letter.objects.using("owner").get(request_id=made.id, kind="lifted")
    assert (told.state, WHY in told.body) == ("queued", True)
    page = words(as_(people.staff).get(f"{QUEUE}{made.id}/"))
    assert "End the restriction" not in page
    # Nothing is used before the letter has gone.
    tasks.answer_requests()
    assert person(people).restricted_at is not None
    bell.answer()
    for _ in range(2):
        tasks.answer_requests()
    assert person(people).restricted_at is None
    assert kinds(made.id)[-2:] == ["ending_told", "lifted"]
    mine = words(as_(people.owner).get(f"/me/requests/{made.id}/"))
    assert "We wrote to you that the restriction ends." in mine
    assert "Use my data again" not in mine


def test_a_letter_that_staff_have_to_hand_over_ends_nothing_before(
    people: People, bell
) -> None:
    made = known(people, Right.RESTRICTION, contact="")
    Person.objects.using("owner").filter(id=people.world.owner.id).update(
        restricted_at=made.received_at
    )
    assert do(people, made, "decide", decision="fulfil").status_code == 303
    bell.answer()
    assert now(made).state == RequestState.DONE
    assert do(people, made, "lift", text=WHY, sure="yes").status_code == 303
    tasks.answer_requests()
    assert person(people).restricted_at is not None
    Letter.objects.using("owner").filter(request_id=made.id, kind="lifted").update(
        state="sent", sent_at=made.received_at
    )
    tasks.answer_requests()
    assert person(people).restricted_at is None


def test_a_person_ends_their_own_on_its_page_and_nobody_elses(
    people: People, bell
) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "objection", "words": ""})
    made = now_one()
    do(people, made, "take-up")
    assert do(people, made, "decide", decision="fulfil").status_code == 303
    bell.answer()
    address = f"/me/requests/{made.id}/"
    assert "Use my data again" in words(as_(people.owner).get(address))
    assert as_(people.colleague).post(f"{address}use-again/").status_code == 404
    assert person(people).objected_at is not None
    mine = as_(people.owner)
    assert mine.post(f"{address}use-again/").status_code == 303
    assert person(people).restricted_at is None
    page = words(mine.get(address))
    assert "Your data is used again." in page
    assert "Use my data again" not in page


def test_staff_end_an_objection_for_who_has_no_page(people: People, bell) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "objection", "words": ""})
    made = now_one()
    do(people, made, "take-up")
    do(people, made, "decide", decision="fulfil")
    bell.answer()
    page = words(as_(people.staff).get(f"{QUEUE}{made.id}/"))
    assert "The person wants it used again" in page
    assert "End the restriction" not in page
    assert do(people, made, "use-again", text="").status_code == 422
    assert do(people, made, "use-again", text="They called.").status_code == 303
    assert person(people).objected_at is None


def test_one_that_cannot_be_ended_now_is_ended_the_next_time(
    people: People, bell, monkeypatch
) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "restriction", "words": ""})
    made = now_one()
    do(people, made, "take-up")
    do(people, made, "decide", decision="fulfil")
    bell.answer()
    do(people, made, "lift", text=WHY, sure="yes")
    bell.answer()

    def breaks(*_):
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(lifting, "lift", breaks)
        tasks.answer_requests()
    assert kinds(made.id)[-1] == "ending_told"
    assert person(people).restricted_at is not None
    tasks.answer_requests()
    assert person(people).restricted_at is None
