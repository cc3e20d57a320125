"""What staff see of an erasure that stopped, and the button that sets it going again."""

import pytest

from governance.access import make_account
from governance.models import ErasureRun, Rebuild, Role, RunState
from tests.bell import Bell
from tests.erasure.stopping import stopping
from tests.web.people import People, as_, words
from tests.world import memories_of

HOME = "/compliance/"


@pytest.fixture
def stopped(people: People, bell: Bell) -> ErasureRun:
    """Nobody has asked for it but the person."""
    written = people.world.write("Prefers trains to planes.")
    with stopping():
        as_(people.owner).post(f"/me/memories/{written['id']}/erase/")
        ErasureRun.objects.using("owner").update(due_at="2020-01-01T00:00:00Z")
        bell.answer()
    return run_now()


def run_now() -> ErasureRun:
    return ErasureRun.objects.using("owner").get()


def again(run: ErasureRun) -> str:
    return f"/compliance/erasures/{run.id}/again/"


def test_one_without_a_request_is_tried_again_from_the_overview(
    people: People, bell: Bell, stopped: ErasureRun
) -> None:
    assert stopped.state == RunState.NEEDS_ATTENTION
    client = as_(people.staff)
    assert again(stopped) in client.get(HOME).content.decode()
    client.post(again(stopped))
    assert "is tried again" in words(client.get(HOME))
    bell.answer()
    assert run_now().state == RunState.DONE
    assert memories_of(people.world.owner) == []
    page = client.get(HOME).content.decode()
    assert again(stopped) not in page


def test_pressed_twice_it_says_that_nothing_was_done(
    people: People, stopped: ErasureRun
) -> None:
    client = as_(people.staff)
    client.post(again(stopped))
    client.post(again(stopped))
    assert "Nothing was done" in words(client.get(HOME))


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.OPERATOR, 303),
        (Role.AUDITOR, 403),
        (Role.APPROVER, 403),
        (Role.PERSON, 404),
    ],
)
def test_who_may_set_it_going_again(
    people: People, stopped: ErasureRun, role: Role, status: int
) -> None:
    account = make_account(f"{role}-2@example.org", None, role=role)
    assert as_(account).post(again(stopped)).status_code == status
    may_not = status != 303
    assert (run_now().state == RunState.NEEDS_ATTENTION) == may_not
    if role == Role.AUDITOR:
        assert again(stopped) not in as_(account).get(HOME).content.decode()


def test_the_person_sees_that_it_was_taken_up_again(
    people: People, bell: Bell, stopped: ErasureRun
) -> None:
    as_(people.staff).post(again(stopped))
    bell.answer()
    activity = words(as_(people.owner).get("/me/activity/"))
    assert "had stopped was taken up again" in activity


def test_texts_that_could_not_be_made_again_are_shown_and_tried_again(
    people: People, bell: Bell
) -> None:
    world = people.world
    said = ("Likes green tea.", "Walks in the rain.", "Has a blue bicycle.")
    ids = [world.write(each)["id"] for each in said]
    world.write(
        "Somebody who drinks tea and walks in the rain.",
        kind="summary",
        inferred=True,
        derived_from=ids,
    )
    as_(people.owner).post(f"/me/memories/{ids[0]}/erase/")
    rebuilds = Rebuild.objects.using("owner")
    assert rebuilds.update(tries=5, trouble="OutOfMemory") == 1
    bell.answer()
    assert rebuilds.count() == 1
    client = as_(people.staff)
    assert "1 text that lost one of its origins could not" in words(client.get(HOME))
    client.post("/compliance/texts/again/")
    page = words(client.get(HOME))
    assert "1 text is tried again." in page
    assert "could not be made again" not in page
    bell.answer()
    assert rebuilds.count() == 0


def test_who_may_only_look_tries_nothing_again(people: People) -> None:
    auditor = make_account("auditor@example.org", None, role=Role.AUDITOR)
    assert as_(auditor).post("/compliance/texts/again/").status_code == 403
