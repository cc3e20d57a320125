"""What goes wrong, as a page or as a problem document."""

from django.test import RequestFactory

from governance.web.errors import broken, forbidden, form_too_old
from tests.web.people import People, as_, location, words

FACTORY = RequestFactory()


def test_an_unknown_page_is_a_page(people: People) -> None:
    page = as_(None).get("/nothing-here")
    assert page.status_code == 404
    assert "There is nothing here" in words(page)


def test_an_unknown_call_is_a_problem_document(people: People) -> None:
    answer = as_(None).get("/api/v1/nothing-here")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == "urn:memoryhub:problem:not-found"
    assert answer.json()["status"] == 404


def test_trouble_is_said_without_asking_who_looks(static_files: None) -> None:
    page = broken(FACTORY.get("/me/"))
    assert page.status_code == 500
    assert "Something went wrong here" in words(page)
    problem = broken(FACTORY.get("/api/v1/people"))
    assert problem.headers["Content-Type"] == "application/problem+json"


def test_refusals_are_pages(static_files: None) -> None:
    refused = forbidden(FACTORY.get("/me/"), Exception("secret words"))
    assert refused.status_code == 403
    assert "secret words" not in refused.content.decode()
    assert "This form is too old" in words(form_too_old(FACTORY.post("/me/")))


def test_the_front_door_sends_everybody_to_their_work(people: People) -> None:
    assert location(as_(None).get("/")) == "/accounts/login/"
    assert location(as_(people.owner).get("/")) == "/me/"
    assert location(as_(people.staff).get("/")) == "/compliance/"
