"""A copy that nobody could get does not count as handed out."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from governance import tasks
from governance.models import (
    AuditEntry,
    Letter,
    Package,
    PackageDownload,
    RequestState,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests.handing import Handed, hand_over
from governance.scrubbing import warm
from tests.requests.conftest import now
from tests.web.people import People, as_, words
from tests.web.signing import again_as
from tests.web.test_access_request import do

QUEUE = "/compliance/requests/"
NOBODY_CAN = "The copy is ready, but nobody can get it"


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    warm()
    settings.LEDGER_DIR = tmp_path / "ledger"
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "packages")


def handed(people: People, bell: Any, **more: Any) -> SubjectRequest:
    """A request that the person's app handed over, as far as it goes by itself."""
    people.world.write("Likes green tea.")
    right = more.pop("right", Right.ACCESS)
    asked = Handed(right=right, language="en", checked=True, **more)
    caller = people.world.travel.caller
    made, _ = hand_over(asked, person_id=people.world.owner.id, caller=caller)
    do(people, made, "take-up")
    do(people, made, "decide", decision="fulfil", ground="", text="")
    go_on(bell)
    return made


def go_on(bell: Any) -> None:
    for _ in range(2):
        bell.answer()
        tasks.follow_requests()
    tasks.answer_requests()


def page(people: People, made: SubjectRequest) -> str:
    return words(as_(people.staff).get(f"{QUEUE}{made.id}/"))


def take(people: People, made: SubjectRequest, reason: str) -> Any:
    return again_as(people.staff).post(f"{QUEUE}{made.id}/copy/", {"reason": reason})


@pytest.mark.parametrize("right", [Right.ACCESS, Right.PORTABILITY])
def test_a_request_without_address_or_account_is_not_done(
    people: People, bell: Any, right: Right
) -> None:
    made = handed(people, bell, right=right)
    assert now(made).state == RequestState.RUNNING
    assert NOBODY_CAN in page(people, made)
    assert not Letter.objects.using("owner").filter(kind="done").exists()


def test_with_an_address_it_is_done_and_the_letter_has_the_link(
    people: People, bell: Any
) -> None:
    made = handed(people, bell)
    do(
        people,
        made,
        "give-address",
        contact="owner@example.org",
        text="They told us by phone.",
    )
    go_on(bell)
    assert (now(made).state, now(made).trouble) == (RequestState.DONE, "")
    letter = Letter.objects.using("owner").get(kind="done")
    assert "/requests/package/" in letter.body
    assert "An address for the answer was entered." in page(people, made)


def test_with_the_services_contact_it_never_stops(people: People, bell: Any) -> None:
    made = handed(people, bell, contact="owner@example.org")
    assert now(made).state == RequestState.DONE


def test_without_mail_an_address_is_no_way(
    people: People, bell: Any, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    made = handed(people, bell, contact="owner@example.org")
    assert now(made).trouble == "no_way_to_hand_over"


def test_staff_take_it_with_a_reason_and_hand_it_over_on_record(
    people: People, bell: Any, as_owner: Any
) -> None:
    made = handed(people, bell)
    answer = take(people, made, "They come to the office.")
    content = b"".join(answer.streaming_content)
    pack = zipfile.ZipFile(io.BytesIO(content))
    assert b"green tea" in b"".join(pack.read(name) for name in pack.namelist())
    do(people, made, "handed-over", text="In the office, on a stick.")
    go_on(bell)
    assert now(made).state == RequestState.DONE
    letter = Letter.objects.using("owner").get(kind="done")
    assert "handed over to you on" in letter.body
    shown = page(people, made)
    assert "They come to the office." in shown
    assert "In the office, on a stick." in shown
    assert "1 time" in shown
    entry = as_owner(AuditEntry).get(verb="package.taken")
    assert entry.actor_id == people.staff.id
    assert entry.person_id == people.world.owner.id
    seen = words(as_(people.owner).get("/me/activity/"))
    assert "Somebody of the staff opened the copy" in seen
    assert take(people, made, "Once more.").status_code == 422


def test_it_is_not_handed_over_before_it_was_taken(people: People, bell: Any) -> None:
    made = handed(people, bell)
    answer = as_(people.staff).post(
        f"{QUEUE}{made.id}/do/handed-over/",
        {"version": str(now(made).version), "text": "In the office."},
    )
    assert answer.status_code == 422
    assert "Download the copy first" in words(answer)
    assert now(made).state == RequestState.RUNNING


def test_the_copy_opens_for_no_member_of_the_staff_otherwise(
    people: People, bell: Any
) -> None:
    made = handed(people, bell)
    assert take(people, made, "").status_code == 422
    for role in (Role.AUDITOR, Role.APPROVER):
        people.staff.role = role
        people.staff.save(update_fields=["role"])
        assert take(people, made, "Curious.").status_code == 403
    people.staff.role = Role.OFFICER
    people.staff.save(update_fields=["role"])
    other = handed(people, bell, contact="owner@example.org", right=Right.PORTABILITY)
    assert take(people, other, "Curious.").status_code == 422
    assert not PackageDownload.objects.using("owner").exists()
    assert Package.objects.using("owner").filter(state="ready").count() == 2


def test_a_closed_account_is_no_way(people: People, bell: Any) -> None:
    people.world.write("Likes green tea.")
    as_(people.owner).post("/me/requests/new/", {"right": "access", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    SubjectRequest.objects.using("owner").update(
        contact_sealed=None, contact_sealed_by=None, contact_hash=None
    )
    people.owner.is_active = False
    people.owner.save(update_fields=["is_active"])
    do(people, made, "take-up")
    do(people, made, "decide", decision="fulfil", ground="", text="")
    go_on(bell)
    assert now(made).trouble == "no_way_to_hand_over"
