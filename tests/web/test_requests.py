"""The staff's pages of requests, as they are served."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from governance import tasks
from governance.access import as_staff, make_account
from governance.models import (
    Account,
    AuditEntry,
    Channel,
    Letter,
    RequestState,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.filing import Filed, file_request
from governance.requests.listing import today
from governance.requests.review import extend
from tests.requests.conftest import kinds, now, staff_actor
from tests.web.people import People, as_, location, words

QUEUE = "/compliance/requests/"


def letter(people: People, right: Right = Right.ACCESS, **more) -> SubjectRequest:
    more.setdefault("contact", "mara@example.org")
    with as_staff():
        filed = Filed(right, Channel.LETTER, "en", **more)
        return file_request(filed, staff_actor(people.staff))[0]


def due_in(people: People, days: int) -> SubjectRequest:
    """A request whose due date is so many days from today."""
    made = letter(people)
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    rows.update(due=today() + timedelta(days=days))
    return now(made)


def of_role(role: Role) -> Account:
    return make_account(f"{role}@example.org", None, role=role)


def page_of(people: People, made: SubjectRequest) -> str:
    return words(as_(people.staff).get(f"{QUEUE}{made.id}/"))


def do(people: People, made: SubjectRequest, name: str, **given):
    given.setdefault("version", str(now(made).version))
    return as_(people.staff).post(f"{QUEUE}{made.id}/do/{name}/", given)


@pytest.mark.parametrize(
    ("days", "said"),
    [(0, "today"), (1, "in 1 day"), (3, "in 3 days"), (-2, "2 days overdue")],
)
def test_how_long_is_left_is_never_blank(people: People, days: int, said: str) -> None:
    due_in(people, days)
    assert said in words(as_(people.staff).get(QUEUE))


def test_the_most_urgent_stands_first_and_every_page_is_reached(people: People) -> None:
    for each in range(60):
        due_in(people, 60 - each)
    first, second = (
        words(as_(people.staff).get(f"{QUEUE}?page={page}")) for page in (1, 2)
    )
    shown = set()
    for page in (first, second):
        shown |= set(re.findall(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", page))
    everything = SubjectRequest.objects.using("owner").values_list("reference")
    assert shown == {reference for (reference,) in everything}
    assert first.index("in 1 day") < first.index("in 2 days")


def test_one_due_date_everywhere(people: People) -> None:
    made = letter(people)
    with as_staff(), changing(made.id) as row:
        extend(row, "There are 40,000 memories.", staff_actor(people.staff))
    due = now(made).due
    client = as_(people.staff)
    shown = f'datetime="{due.isoformat()}"'
    for address in (QUEUE, f"{QUEUE}{made.id}/"):
        assert shown in client.get(address).content.decode()
    month = f"/compliance/calendar/?month={due:%Y-%m}"
    assert f"day-{due.isoformat()}" in client.get(month).content.decode()
    line = next(csv.DictReader(io.StringIO(table(people))))
    assert (line["due"], line["extended"]) == (due.isoformat(), "yes")
    assert [event.decoded("dtstart") for event in feed_events(people)] == [due]


def table(people: People, query: str = "") -> str:
    answer = as_(people.staff).get(f"{QUEUE}requests.csv{query}")
    return answer.content.decode().removeprefix("\ufeff")


def feed_address(people: People) -> str:
    page = as_(people.staff).get("/compliance/calendar/").content.decode()
    found = re.search(r"/compliance/calendar/\S+\.ics", page)
    assert found
    return found.group()


def feed_events(people: People):
    answer = as_(None).get(feed_address(people))
    return Calendar.from_ical(answer.content.decode()).walk("VEVENT")


def test_the_feed_names_nobody_and_ends_with_the_password(people: People) -> None:
    letter(people)
    address = feed_address(people)
    body = as_(None).get(address).content.decode()
    assert "mara" not in body
    assert "example.org" not in body
    people.staff.set_password("another-long-password")
    people.staff.save()
    assert as_(None).get(address).status_code == 404
    assert as_(None).get(address.replace(".ics", "0.ics")).status_code == 404


def test_the_table_holds_no_formula_and_no_address(people: People) -> None:
    letter(people)
    rows = SubjectRequest.objects.using("owner")
    rows.update(reference="=1+1")
    body = table(people)
    assert "'=1+1" in body
    assert "mara" not in body


def test_who_asks_is_masked_until_somebody_looks_with_a_reason(people: People) -> None:
    made = letter(people, person_ids=[people.world.owner.id])
    assert "mara@example.org" not in page_of(people, made)
    assert "mara@example.org" not in words(as_(people.staff).get(QUEUE))
    look = f"{QUEUE}{made.id}/look/"
    assert as_(people.staff).post(look, {"reason": ""}).status_code == 422
    shown = words(as_(people.staff).post(look, {"reason": "To call her back."}))
    assert "mara@example.org" in shown
    assert "mara@example.org" not in page_of(people, made)
    looked = AuditEntry.objects.using("owner").filter(verb="staff.looked")
    assert [each.person_id for each in looked] == [people.world.owner.id]
    activity = words(as_(people.owner).get("/me/activity/"))
    assert "Somebody of the staff looked" in activity


def test_search_finds_by_reference_and_by_address(people: People) -> None:
    made = letter(people)
    other = letter(people, contact="tom@example.org")
    client = as_(people.staff)
    for text in (made.reference.lower(), "Mara@Example.org"):
        found = words(client.get(QUEUE, {"q": text, "view": "all"}))
        assert made.reference in found
        assert other.reference not in found


def test_nobody_but_staff_finds_the_queue_and_roles_differ(people: People) -> None:
    made = letter(people)
    assert as_(people.owner).get(QUEUE).status_code == 404
    assert location(as_(None).get(QUEUE)).startswith("/accounts/login/")
    auditor, operator = as_(of_role(Role.AUDITOR)), as_(of_role(Role.OPERATOR))
    assert auditor.get(f"{QUEUE}{made.id}/").status_code == 200
    assert operator.get(QUEUE).status_code == 403
    done = auditor.post(f"{QUEUE}{made.id}/do/take-up/", {"version": "0"})
    assert done.status_code == 404
    assert now(made).version == 0


def test_a_deed_of_somebody_who_saw_an_older_request_is_a_conflict(
    people: People,
) -> None:
    made = letter(people)
    assert do(people, made, "take-up").status_code == 303
    late = do(people, made, "note", version="0", text="Called her.")
    assert late.status_code == 409
    assert "Called her." in late.content.decode()
    assert kinds(made.id) == ["filed", "assigned"]


def test_a_late_extension_is_refused_with_its_rule(people: People) -> None:
    made = letter(people, received_at=timezone.now() - timedelta(days=50))
    for sure in ({}, {"sure": "yes"}):
        answer = do(people, made, "extend", text="There are many memories.", **sure)
        assert answer.status_code == 422
        assert "T6" in words(answer)
    assert not now(made).extended


def test_a_letter_is_entered_with_the_day_on_which_it_arrived(people: People) -> None:
    arrived = (timezone.now() - timedelta(days=4)).date()
    given = {
        "channel": "letter",
        "right": "erasure",
        "received_at": f"{arrived}T12:00",
        "contact": "mara@example.org",
        "language": "de",
        "text": "Bitte alles, meine Karte ist 4111 1111 1111 1111.",
    }
    answer = as_(people.staff).post(f"{QUEUE}new/", given)
    made = SubjectRequest.objects.using("owner").get()
    assert location(answer) == f"{QUEUE}{made.id}/"
    assert made.received_on == arrived
    assert "4111" not in made.words
    late = as_(people.staff).post(
        f"{QUEUE}new/", given | {"received_at": "2999-01-01T00:00"}
    )
    assert late.status_code == 422


def test_correcting_the_receipt_moves_every_date(people: People) -> None:
    made = letter(people)
    earlier = timezone.now() - timedelta(days=10)
    given = {"received_at": f"{earlier:%Y-%m-%dT%H:%M}", "text": "It lay in the post."}
    assert do(people, made, "received", **given).status_code == 303
    assert now(made).due < made.due
    assert do(people, made, "received", **(given | {"text": ""})).status_code == 422


def test_many_are_taken_up_across_pages_after_saying_how_many(people: People) -> None:
    for _ in range(55):
        letter(people)
    client = as_(people.staff)
    asked = words(client.post(f"{QUEUE}many/", {"which": "all", "view": "open"}))
    assert "55 open requests" in asked
    assert not SubjectRequest.objects.using("owner").exclude(owner_id=None).exists()
    client.post(f"{QUEUE}many/", {"which": "all", "view": "open", "sure": "yes"})
    mine = SubjectRequest.objects.using("owner").filter(owner_id=people.staff.id)
    assert mine.count() == 55


def test_an_erasure_is_decided_agreed_done_and_proved(people: People, bell) -> None:
    people.world.write("Likes tea.")
    asked = as_(people.owner).post(
        "/me/requests/new/", {"right": "erasure", "words": "Please."}
    )
    made = SubjectRequest.objects.using("owner").get()
    assert location(asked) == f"/me/requests/{made.id}/filed/"
    assert do(people, made, "take-up").status_code == 303
    page = as_(people.staff).get(f"{QUEUE}{made.id}/decision/").content.decode()
    seen = re.search(r'name="scope_seen" value="(\w+)"', page)
    assert seen
    given = {"decision": "fulfil", "ground": "17-1-b", "scope_seen": seen.group(1)}
    assert do(people, made, "decide", **given).status_code == 303
    own = do(people, made, "approve", scope_seen=seen.group(1))
    assert own.status_code == 422
    second = as_(of_role(Role.APPROVER))
    agreed = second.post(
        f"{QUEUE}{made.id}/do/approve/",
        {"version": str(now(made).version), "scope_seen": seen.group(1)},
    )
    assert agreed.status_code == 303
    bell.answer()
    tasks.follow_requests()
    assert now(made).state == RequestState.DONE
    shown = page_of(people, made)
    assert "It is done" in shown
    link = re.search(
        r"/compliance/requests/\S+/certificates/[0-9a-f-]+/",
        as_(people.staff).get(f"{QUEUE}{made.id}/").content.decode(),
    )
    assert link
    assert as_(people.staff).get(link.group()).status_code == 200
    assert "It is done." in words(as_(people.owner).get(f"/me/requests/{made.id}/"))


def test_who_agrees_agrees_to_the_scope_as_it_is(people: People) -> None:
    people.world.write("Likes tea.")
    as_(people.owner).post("/me/requests/new/", {"right": "erasure", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    assert do(people, made, "take-up").status_code == 303
    given = {"decision": "fulfil", "ground": "17-1-b", "scope_seen": ""}
    assert do(people, made, "decide", **given).status_code == 303
    second = as_(of_role(Role.APPROVER))
    stale = second.post(
        f"{QUEUE}{made.id}/do/approve/",
        {"version": str(now(made).version), "scope_seen": "0" * 64},
    )
    assert stale.status_code == 422
    assert "has changed since" in words(stale)
    assert now(made).state == RequestState.IN_REVIEW


def test_a_day_beyond_the_calendar_is_refused(people: People) -> None:
    answer = as_(people.staff).get("/compliance/audit/", {"until": "9999-12-31"})
    assert answer.status_code == 422


def test_a_stranger_finds_nothing_of_it(people: People) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "access", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    other = as_(make_account("other@example.org", None))
    for method, address in [
        ("get", f"/me/requests/{made.id}/"),
        ("get", f"/me/requests/{made.id}/filed/"),
        ("post", f"/me/requests/{made.id}/withdraw/"),
        ("post", f"/me/requests/{made.id}/say/"),
    ]:
        answer = getattr(other, method)(address, {"text": "Mine."})
        assert answer.status_code == 404, address
    assert now(made).state == RequestState.RECEIVED


def test_what_the_staff_note_for_themselves_the_person_does_not_see(
    people: People,
) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "access", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    do(people, made, "note", text="Ask the lawyers first.")
    assert "lawyers" not in words(as_(people.owner).get(f"/me/requests/{made.id}/"))
    as_(people.owner).post(f"/me/requests/{made.id}/say/", {"text": "Only the trips."})
    assert "Only the trips." in page_of(people, made)


def test_the_address_of_a_person_stands_in_no_timeline_and_no_record(
    people: People,
) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "access", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    assert people.owner.email not in page_of(people, made)
    assert people.owner.email not in words(as_(people.staff).get("/compliance/audit/"))


def test_the_report_counts_what_came(people: People) -> None:
    letter(people)
    assert "Requests received in the last 12 months: 1." in words(
        as_(people.staff).get("/compliance/report/")
    )


def letters_of(made: SubjectRequest) -> list[tuple[str, str]]:
    found = Letter.objects.using("owner").filter(request_id=made.id)
    return list(found.order_by("created_at").values_list("kind", "state"))


def test_a_letter_is_seen_before_it_goes_and_goes_once(people: People) -> None:
    made = letter(people)
    given = {"text": "There are 40,000 memories."}
    seen = words(do(people, made, "extend", **given))
    assert "The letter, before it goes" in seen
    assert "40,000" in seen
    assert (letters_of(made), now(made).extended) == ([], False)
    version = str(now(made).version)
    sure = {**given, "sure": "yes", "version": version}
    assert do(people, made, "extend", **sure).status_code == 303
    assert do(people, made, "extend", **sure).status_code == 409
    assert [kind for kind, _ in letters_of(made)] == ["extension"]
    assert now(made).extended
    assert "40,000" in page_of(people, made)


def test_nobody_is_asked_for_an_identity_document(people: People) -> None:
    made = letter(people)
    given = {"text": "A copy of your passport.", "why": "We do not know the address."}
    answer = do(people, made, "ask-identity", **given)
    assert answer.status_code == 422
    assert "identity document" in words(answer)
    assert now(made).state == RequestState.RECEIVED


def test_a_refusal_is_written_with_the_agreement_of_the_second_person(
    people: People,
) -> None:
    made = letter(people, person_ids=[people.world.owner.id], verified_by="staff")
    assert do(people, made, "take-up").status_code == 303
    given = {"decision": "refuse", "text": "Asked ten times a day.", "ground": ""}
    assert do(people, made, "decide", **given).status_code == 303
    assert letters_of(made) == []
    second = as_(of_role(Role.APPROVER))
    agreed = second.post(
        f"{QUEUE}{made.id}/do/approve/",
        {"version": str(now(made).version), "scope_seen": ""},
    )
    assert agreed.status_code == 303
    (told,) = Letter.objects.using("owner").filter(request_id=made.id)
    assert told.kind == "refusal"
    assert "Asked ten times a day." in told.body
    assert "complain" in told.body
    assert "court" in told.body


def test_receipt_and_answer_are_written_once_by_themselves(
    people: People, bell
) -> None:
    as_(people.owner).post("/me/requests/new/", {"right": "restriction", "words": ""})
    made = SubjectRequest.objects.using("owner").get()
    for _ in range(3):
        tasks.answer_requests()
    assert [kind for kind, _ in letters_of(made)] == ["receipt"]
    assert do(people, made, "take-up").status_code == 303
    given = {"decision": "fulfil", "text": "", "ground": ""}
    assert do(people, made, "decide", **given).status_code == 303
    bell.answer()
    for _ in range(3):
        tasks.answer_requests()
    assert [kind for kind, _ in letters_of(made)] == ["receipt", "done"]


STAFF_PAGES = {
    "queue": QUEUE,
    "queue, search": f"{QUEUE}?q=mara@example.org",
    "calendar": "/compliance/calendar/",
    "overview": "/compliance/",
    "report": "/compliance/report/",
}


@pytest.mark.parametrize("address", STAFF_PAGES.values(), ids=STAFF_PAGES)
def test_a_page_asks_as_often_for_forty_requests_as_for_three(
    people: People, address: str
) -> None:
    client = as_(people.staff)
    for each in range(3):
        due_in(people, each)
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for each in range(37):
        due_in(people, each % 20)
    with CaptureQueriesContext(connection) as many:
        client.get(address)
    assert len(many) == len(few)
