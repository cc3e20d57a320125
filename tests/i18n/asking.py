"""Requests in each state, for the walk over the pages: on the side of the person, of the
staff, and of somebody without an account."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.test import Client

from governance import tasks
from governance.access import as_account, as_staff, make_account
from governance.audit import Actor, ActorKind
from governance.models import (
    Channel,
    Decision,
    ErasureRun,
    Hold,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests import assigning, review
from governance.requests.changing import changing
from governance.requests.filing import SIGNED_IN, Filed, file_request
from governance.requests.listing import today
from tests.bell import Bell
from tests.requests.conftest import now, staff_actor
from tests.web.people import People, location

ASK = "/requests/"
QUEUE = "/compliance/requests/"
SAID = (
    "Says that she asked.",
    "There are many of them.",
    "Which of the two?",
    "Nothing of it is here.",
    "A claim of the other side.",
)
NAMED = "Plays chess with Sarah Connor on Sundays."
LEAFLET = "Always book the grand hotel."


def of_the_person(people: People, owner: Client) -> list[str]:
    """What the owner asked for: one that waits for an answer, one that was refused."""
    waits = _filed(people, Right.RECTIFICATION, words=SAID[0])
    refused = _filed(people, Right.PORTABILITY)
    by = staff_actor(people.staff)
    _taken_up(people, waits)
    with as_staff(), changing(waits.id) as row:
        review.clarify(row, SAID[2], by)
    _taken_up(people, refused)
    with as_staff(), changing(refused.id) as row:
        review.decide(row, Decision.REFUSE, by, reasons=SAID[3])
    page = "/me/requests/"
    made = [f"{page}{each.id}/" for each in (waits, refused)]
    return [page, f"{page}new/", f"{page}{waits.id}/filed/", *made]


def of_the_staff(people: People, bell: Bell, staff: Client) -> list[str]:
    """Requests in each state, and what else the staff have pages for."""
    # What is done first: a second wish for the same would join one that is still open.
    done, copied = _erased(people, bell), _copied(people, bell)
    waits = _waits(people)
    letters = [_by_letter(people, days) for days in (-2, 0, 3, 20)]
    with as_staff(), changing(letters[3].id) as row:
        review.extend(row, SAID[1], staff_actor(people.staff))
    certificate = _certificate(done)
    views = ("overdue", "approval", "closed", "mine", "all")
    one = f"{QUEUE}{waits.id}/"
    return [
        *(QUEUE, *(f"{QUEUE}?view={view}" for view in views), f"{QUEUE}?q=zzzzqqq"),
        *(f"{QUEUE}new/", one, f"{one}scope/", f"{one}agreement/"),
        *(f"{QUEUE}{each.id}/" for each in (*letters, done, copied)),
        *(f"{QUEUE}{letters[1].id}/decision/", f"{QUEUE}{letters[1].id}/records/"),
        *(f"{QUEUE}{copied.id}/passages/", certificate),
        *("/compliance/calendar/", "/compliance/calendar/?month=2020-01"),
        *("/compliance/report/", "/compliance/audit/", "/compliance/audit/?verb=none"),
        *_of_a_person(people, staff),
    ]


def of_anybody() -> list[str]:
    """Without an account."""
    return [ASK, f"{ASK}asked/", f"{ASK}confirm/", f"{ASK}confirm/nothing/"]


def wrongly(people: People, owner: Client, staff: Client, anybody: Client) -> list[Any]:
    """Answers to forms that were filled in wrongly, and steps that ask first."""
    made = _by_letter(people, 10)
    one = f"{QUEUE}{made.id}/"
    deeds = {
        "note": {"text": ""},
        "clarify": {"text": ""},
        "extend": {"text": SAID[1]},
        "decide": {"decision": "refuse", "ground": "", "text": ""},
    }
    person = f"/compliance/people/{people.world.owner.id}/"
    source = {"service": str(people.world.travel.service.id), "ref": "leaflet-7"}
    hold = _held(people, staff)
    return [
        owner.post("/me/requests/new/", {"right": ""}),
        anybody.post(ASK, {"right": "", "contact": "nowhere"}),
        anybody.post(f"{ASK}confirm/", {"reference": "x", "code": "1"}),
        staff.post(f"{QUEUE}new/", {"right": ""}),
        staff.post(f"{QUEUE}many/", {"which": "chosen", "id": [str(made.id)]}),
        staff.post(f"{one}look/", {"reason": ""}),
        staff.post(f"{one}records/", {"version": "0", "ref": ""}),
        *(
            staff.post(f"{one}do/{name}/", {"version": "0", **given})
            for name, given in deeds.items()
        ),
        staff.post("/compliance/people/", {"ref": ""}),
        staff.post(f"{person}hold/", {"version": "0"}),
        staff.get("/compliance/audit/?about=x"),
        staff.get("/compliance/audit/?verb=l%C3%B6schen"),
        *(
            staff.post(f"/compliance/quarantine/{kind}/", source | {"sure": "yes"})
            for kind in ("drop", "release")
        ),
        staff.post(f"/compliance/holds/{hold.id}/release/", {"text": ""}),
    ]


def _held(people: People, staff: Client) -> Hold:
    """A memory of the owner's that has to stay, beside a source under suspicion."""
    source = {"type": "web", "ref": "leaflet-7"}
    people.world.write(LEAFLET, source=source)
    held = people.world.write(SAID[4])["id"]
    given = {"memory_id": held, "law": "17-3-e", "until": "2099-01-01", "text": "-"}
    person = f"/compliance/people/{people.world.owner.id}/"
    assert staff.post(f"{person}hold/", {"version": "0", **given}).status_code == 303
    return Hold.objects.using("owner").latest("until")


def _filed(people: People, right: Right, **more: object) -> SubjectRequest:
    """What the owner asks for, signed in."""
    account = people.owner
    with as_account(account.id) as persons:
        filed = Filed(
            right,
            Channel.PAGE,
            "en",
            account_id=account.id,
            person_ids=persons,
            contact=account.email,
            verified_by=SIGNED_IN,
            **more,  # type: ignore[arg-type]
        )
        return file_request(filed, Actor(ActorKind.ACCOUNT, account.id))[0]


def _by_letter(
    people: People,
    days: int,
    right: Right = Right.ACCESS,
    persons: Sequence[uuid.UUID] = (),
    memories: Sequence[uuid.UUID] = (),
    verified_by: str = "",
) -> SubjectRequest:
    """A letter that came in, due in so many days."""
    with as_staff():
        filed = Filed(
            right,
            Channel.LETTER,
            "en",
            words=SAID[0],
            person_ids=persons,
            memory_ids=memories,
            contact=f"{uuid.uuid4().hex}@example.org",
            verified_by=verified_by,
        )
        made = file_request(filed, staff_actor(people.staff))[0]
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    rows.update(due=today() + timedelta(days=days))
    return now(made)


def _taken_up(people: People, made: SubjectRequest) -> None:
    with as_staff(), changing(made.id) as row:
        assigning.take_up(row, people.staff.id, staff_actor(people.staff))


def _waits(people: People) -> SubjectRequest:
    """The colleague's erasure, decided; somebody else decided it, so the staff may agree."""
    other = make_account("officer@example.org", None, role=Role.OFFICER)
    made = _by_letter(
        people, 5, Right.ERASURE, [people.world.colleague.id], verified_by="staff"
    )
    _taken_up(people, made)
    with as_staff(), changing(made.id) as row:
        review.decide(row, Decision.FULFIL, staff_actor(other), ground="17-1-b")
    return made


def _erased(people: People, bell: Bell) -> SubjectRequest:
    """One memory of the colleague, erased as it was asked for."""
    memory = uuid.UUID(people.world.write("Likes rain.", ref="colleague")["id"])
    made = _by_letter(
        people,
        8,
        Right.ERASURE,
        [people.world.colleague.id],
        [memory],
        verified_by="staff",
    )
    _decided(people, made, ground="17-1-b")
    bell.answer()
    tasks.follow_requests()
    return made


def _copied(people: People, bell: Bell) -> SubjectRequest:
    """A copy of the colleague's, with a passage about somebody else to decide about."""
    people.world.write(NAMED, ref="colleague")
    made = _by_letter(
        people, 9, Right.ACCESS, [people.world.colleague.id], verified_by="staff"
    )
    _decided(people, made)
    bell.answer()
    tasks.follow_requests()
    return made


def _decided(people: People, made: SubjectRequest, ground: str = "") -> None:
    by = staff_actor(people.staff)
    _taken_up(people, made)
    with as_staff(), changing(made.id) as row:
        review.decide(row, Decision.FULFIL, by, ground=ground)
    if now(made).second_needed:
        approver = make_account(
            f"{uuid.uuid4().hex}@example.org", None, role=Role.APPROVER
        )
        with as_staff(), changing(made.id) as row:
            review.approve(row, staff_actor(approver))


def _certificate(done: SubjectRequest) -> str:
    run = ErasureRun.objects.using("owner").filter(state="done").latest("finished_at")
    return f"{QUEUE}{done.id}/certificates/{run.id}/"


def _of_a_person(people: People, staff: Client) -> list[str]:
    """Holds and the quarantine with something in them, and a person before and after
    somebody gave a reason to look."""
    world = people.world
    source = {"type": "web", "ref": "leaflet-7"}
    world.write(LEAFLET, ref="colleague", source=source)
    held = world.write(SAID[4], ref="colleague")["id"]
    opened = f"/compliance/people/{world.colleague.id}/"
    given = {"memory_id": held, "law": "17-3-e", "until": "2099-01-01", "text": "-"}
    assert staff.post(opened, {"reason": SAID[0]}).status_code == 303
    assert staff.post(f"{opened}hold/", {"version": "0", **given}).status_code == 303
    pages = ("people", "holds", "quarantine")
    about = {
        "service": str(world.travel.service.id),
        "ref": "leaflet-7",
        "sure": "yes",
        "reason": SAID[0],
    }
    asked = staff.post("/compliance/quarantine/release/", about)
    hold = Hold.objects.using("owner").latest("until")
    return [
        *(location(asked), f"/compliance/holds/{hold.id}/release/"),
        *(f"/compliance/{page}/" for page in pages),
        *(opened, f"{opened}hold/", f"/compliance/people/{world.owner.id}/"),
    ]
