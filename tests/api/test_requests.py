"""Requests of people by REST: handed over, followed and taken back by their service."""

import io
import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from governance.access import (
    as_account,
    as_staff,
    as_staff_with,
    make_link,
    open_link,
)
from governance.audit import SYSTEM
from governance.models import (
    AuditEntry,
    Decision,
    EventKind,
    Ground,
    IdempotencyRecord,
    Person,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests import assigning, review
from governance.requests.changing import changing
from governance.requests.contact import contact_of
from governance.requests.doing import follow, running
from governance.requests.identity import BY_STAFF, ask_identity, confirm_identity
from governance.requests.scope import preview
from tests.requests.conftest import kinds, now
from tests.telling.conftest import deliveries
from tests.web.people import as_, words
from tests.world import memories_of

URL = "/api/v1/people/owner/requests"
CHECKED = {"identity_checked": True}


def post(world, right="access", *, program=None, key=None, **more):
    headers = {} if key is None else {"HTTP_IDEMPOTENCY_KEY": key}
    client = (program or world.travel).client()
    return client.post(URL, {"right": right, **more}, format="json", **headers)


def get(world, made, program=None):
    return (program or world.travel).client().get(f"/api/v1/requests/{made['id']}")


def withdraw(world, made, program=None):
    client = (program or world.travel).client()
    return client.post(f"/api/v1/requests/{made['id']}/withdraw")


def row_of(made):
    return SubjectRequest.objects.using("owner").get(id=made["id"])


def person(world):
    return Person.objects.using("owner").get(id=world.owner.id)


def in_review(office, made):
    with as_staff(), changing(made["id"]) as row:
        assigning.take_up(row, office.officer.id, office.by_officer)


def erased(office, made, bell):
    """Decided, agreed to by a second person, and done."""
    in_review(office, made)
    seen = preview(row_of(made)).digest
    with as_staff(), changing(made["id"]) as row:
        review.decide(
            row,
            Decision.FULFIL,
            office.by_officer,
            ground=Ground.CONSENT_WITHDRAWN,
            scope_seen=seen,
        )
        if row.second_needed:
            review.approve(row, office.by_approver, scope_seen=seen)
    bell.answer()
    for request_id in running():
        follow(request_id)
    bell.answer()


def test_a_request_is_filed_and_answered_with_its_dates(world):
    answer = post(world, words="Please send me all of it.", contact="mara@example.org")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["right"], made["state"], made["channel"]) == (
        "access",
        "received",
        "service",
    )
    assert made["explanation"]
    assert (made["erasures"], made["closed_at"]) == ([], None)
    assert get(world, made).json() == made
    listed = world.travel.client().get(URL).json()
    assert (listed["count"], listed["results"]) == (1, [made])


def test_nothing_of_the_person_or_the_staff_is_told_again(world, office):
    made = post(world, words="Ask Xylophonzebra.", contact="mara@example.org").json()
    with as_staff(), changing(made["id"]) as row:
        assigning.take_up(row, office.officer.id, office.by_officer)
        review.note(row, "Looks odd.", office.by_officer, internal=True)
    said = (
        get(world, made).content.decode()
        + world.travel.client().get(URL).content.decode()
    )
    for secret in ("mara", "Xylophonzebra", "Looks odd", str(office.officer.id)):
        assert secret not in said


def test_words_are_scrubbed_and_the_contact_is_sealed(world):
    card = " ".join(["4111", *["1111"] * 3])
    made = post(world, words=f"My card is {card}.", contact="mara@example.org").json()
    row = row_of(made)
    assert card not in row.words
    assert b"mara" not in bytes(row.contact_sealed)
    with as_staff_with(world.owner.id):
        assert contact_of(row) == "mara@example.org"


def test_a_request_is_about_the_named_memories_or_about_everything(world):
    memory = world.write("Likes tea.")
    chosen = post(world, "erasure", memories=[memory["id"]]).json()
    assert row_of(chosen).memory_ids == [uuid.UUID(memory["id"])]
    assert row_of(post(world, "erasure").json()).everything


def test_filing_alone_erases_nothing(world, bell):
    world.write("Likes tea.")
    post(world, "erasure", **CHECKED)
    bell.answer()
    assert len(memories_of(world.owner)) == 1


@pytest.mark.parametrize(
    "whose", ["nobody's", "of another person", "another service's"]
)
def test_a_memory_that_is_not_this_services_of_this_person_is_not_found(world, whose):
    ids = {
        "nobody's": lambda: str(uuid.uuid4()),
        "of another person": lambda: world.write("A", ref="colleague")["id"],
        "another service's": lambda: world.write("A", program=world.bank)["id"],
    }
    mine = world.write("Likes tea.")["id"]
    answer = post(world, "erasure", memories=[mine, ids[whose]()])
    assert answer.status_code == 404
    assert SubjectRequest.objects.using("owner").count() == 0


def test_a_memory_that_waits_for_consent_is_not_told_to_be_there(world):
    url, _ = make_link(world.travel.service.id, world.owner.id, actor=SYSTEM)
    assert open_link(url.rstrip("/").rsplit("/", 1)[1])
    held = world.write("Her daughter Anna is allergic to peanuts.")
    assert held["reason"] == "consent_needed"
    assert post(world, "erasure", memories=[held["id"]]).status_code == 404


def test_one_that_repeats_an_open_one_joins_it(world):
    first = post(world, **CHECKED).json()
    earlier = datetime.now(UTC) - timedelta(days=3)
    again = post(world, received_at=earlier.isoformat(), **CHECKED)
    assert again.status_code == 200
    assert again.json()["id"] == first["id"]
    assert again.json()["received_at"].startswith(earlier.isoformat()[:19])
    assert again.json()["due"] <= first["due"]
    assert post(world, "portability", **CHECKED).status_code == 201


def test_one_that_nobody_has_proved_joins_none_and_holds_up_none(world):
    first = post(world, "restriction", **CHECKED).json()
    second = post(world, "restriction")
    assert second.status_code == 201
    assert second.json()["id"] != first["id"]
    assert person(world).restricted_at is not None


def test_it_joins_nothing_of_another_service_or_another_way(world, office):
    page = office.files(Right.ACCESS)
    bank = world.write("Likes tea.", program=world.bank)
    assert bank
    theirs = post(world, program=world.bank, **CHECKED)
    mine = post(world, **CHECKED)
    assert (theirs.status_code, mine.status_code) == (201, 201)
    assert len({str(page.id), theirs.json()["id"], mine.json()["id"]}) == 3


def test_a_restriction_holds_at_once_where_it_is_known_who_asks(world):
    post(world, "restriction")
    assert person(world).restricted_at is None
    post(world, "restriction", **CHECKED)
    assert person(world).restricted_at is not None


def test_an_unproved_request_waits_for_the_staff_to_make_sure(world, office):
    made = post(world, "objection").json()
    with as_staff_with(world.owner.id), changing(made["id"]) as row:
        confirm_identity(row, office.by_officer, by=BY_STAFF, how="She came by.")
    assert get(world, made).json()["state"] == "in_review"
    assert person(world).objected_at is not None


def test_taking_a_restriction_back_ends_it(world):
    made = post(world, "restriction", **CHECKED).json()
    answer = withdraw(world, made)
    assert answer.status_code == 200
    assert answer.json()["state"] == "withdrawn"
    assert answer.json()["closed_at"]
    assert person(world).restricted_at is None


def test_taking_it_back_leaves_what_the_person_asked_for_by_another_way(world, office):
    office.files(Right.RESTRICTION)
    made = post(world, "restriction", **CHECKED).json()
    withdraw(world, made)
    assert person(world).restricted_at is not None


def test_what_is_over_or_being_done_is_not_taken_back(world, office):
    made = post(world, **CHECKED).json()
    assert withdraw(world, made).status_code == 200
    again = withdraw(world, made)
    assert again.status_code == 409
    assert again.json()["reason"] == "not_from_withdrawn"
    other = post(world, **CHECKED).json()
    in_review(office, other)
    with as_staff(), changing(other["id"]) as row:
        review.decide(row, Decision.FULFIL, office.by_officer)
    running_now = withdraw(world, other)
    assert running_now.status_code == 409
    assert running_now.json()["reason"] == "under_way"


def test_one_that_is_being_done_is_not_joined(world, office):
    other = post(world, **CHECKED).json()
    in_review(office, other)
    with as_staff(), changing(other["id"]) as row:
        review.decide(row, Decision.FULFIL, office.by_officer)
    assert post(world, **CHECKED).status_code == 201


def test_the_same_key_files_once_and_is_answered_as_before(world):
    first = post(world, key="k-1")
    again = post(world, key="k-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert SubjectRequest.objects.using("owner").count() == 1
    assert IdempotencyRecord.objects.using("owner").count() == 1
    assert post(world, "erasure", key="k-1").status_code == 422
    joined = post(world, key="k-2", **CHECKED), post(world, key="k-3", **CHECKED)
    assert [each.status_code for each in joined] == [201, 200]
    assert kinds(joined[0].json()["id"]) == ["filed", "joined"]
    assert post(world, key="k-3", **CHECKED).status_code == 200
    assert kinds(joined[0].json()["id"]) == ["filed", "joined"]


def test_two_tries_at_once_with_one_key_file_one(world):
    def ask(_: int) -> str:
        try:
            return str(post(world, key="k-1").json()["id"])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(ask, range(4)))
    assert len(found) == 1
    assert SubjectRequest.objects.using("owner").count() == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"right": "everything"},
        {"right": ["access"]},
        {"right": "access", "words": 5},
        {"right": "access", "words": "a" * 4_001},
        {"right": "access", "words": "Xylophonzebra\0"},
        {"right": "access", "language": "fr"},
        {"right": "access", "contact": "Xylophonzebra"},
        {"right": "access", "contact": "Xylophonzebra@example.org\n.x"},
        {"right": "access", "contact": f"{'x' * 250}@example.org"},
        {"right": "access", "contact": 7},
        {"right": "access", "memories": []},
        {"right": "access", "memories": "Xylophonzebra"},
        {"right": "access", "memories": ["Xylophonzebra"]},
        {"right": "access", "memories": [str(uuid.uuid4())] * 1_001},
        {"right": "access", "received_at": "2026-01-01T00:00:00"},
        {"right": "access", "received_at": "2026-01-01"},
        {"right": "access", "identity_checked": "yes"},
        {"right": "access", "identity_checked": None},
        {"right": "access", "verified_by": "staff"},
        {"right": "access", "account_id": str(uuid.uuid4())},
        [],
        "access",
        None,
    ],
)
def test_what_is_not_of_the_form_is_refused_and_not_repeated(world, body, caplog):
    answer = world.travel.client().post(
        URL, json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "Xylophonzebra" not in answer.content.decode() + caplog.text
    assert SubjectRequest.objects.using("owner").count() == 0


@pytest.mark.parametrize("days", [1, -3_700])
def test_a_receipt_to_come_or_long_ago_is_refused_with_its_reason(world, days):
    at = (datetime.now(UTC) + timedelta(days=days)).isoformat()
    answer = post(world, received_at=at)
    assert answer.status_code == 422
    assert answer.json()["reason"] == "received_when"
    assert list(answer.json()["errors"]) == ["received_at"]


def test_joining_with_a_receipt_that_makes_an_extension_late_names_the_rule(
    world, office
):
    made = post(world, **CHECKED).json()
    in_review(office, made)
    with as_staff(), changing(made["id"]) as row:
        review.extend(row, "There is much of it.", office.by_officer)
    at = (datetime.now(UTC) - timedelta(days=60)).isoformat()
    answer = post(world, received_at=at, **CHECKED)
    assert answer.status_code == 422
    assert answer.json()["rule"] == "T6"
    assert get(world, made).json()["received_at"] == made["received_at"]


def test_strangers_find_nothing(world):
    made = post(world).json()
    assert get(world, made, world.bank).status_code == 404
    assert withdraw(world, made, world.bank).status_code == 404
    assert post(world, program=world.bank).status_code == 404
    world.write("Likes tea.", program=world.bank)
    assert world.bank.client().get(URL).json()["count"] == 0
    assert row_of(made).state == RequestState.RECEIVED


def test_what_another_way_brought_is_not_shown_to_the_service(world, office):
    page = office.files(Right.ACCESS)
    assert world.travel.client().get(URL).json()["count"] == 0
    assert get(world, {"id": page.id}).status_code == 404
    assert withdraw(world, {"id": page.id}).status_code == 404


def test_somebody_unknown_is_not_found_and_not_made(world):
    client = world.travel.client()
    before = Person.objects.using("owner").count()
    url = "/api/v1/people/nobody/requests"
    assert client.post(url, {"right": "access"}, format="json").status_code == 404
    assert client.get(url).status_code == 404
    assert Person.objects.using("owner").count() == before


def test_an_erasure_is_followed_to_its_certificate_when_the_person_is_gone(
    world, office, bell
):
    world.write("Likes tea.")
    made = post(world, "erasure", **CHECKED).json()
    erased(office, made, bell)
    done = get(world, made).json()
    assert (done["state"], len(done["erasures"])) == ("done", 1)
    client = world.travel.client()
    run = f"/api/v1/erasures/{done['erasures'][0]}"
    assert client.get(f"{run}/certificate").status_code == 200
    assert post(world).status_code == 410
    assert client.get(URL).status_code == 404


def test_each_step_is_told_with_the_id_of_the_request(
    world, office, bell, receiver, hook
):
    made = post(world).json()
    with as_staff(), changing(made["id"]) as row:
        ask_identity(row, "Who are you?", office.by_officer)
    with as_staff_with(world.owner.id), changing(made["id"]) as row:
        confirm_identity(row, office.by_officer, by=BY_STAFF, how="She came by.")
    withdraw(world, made)
    assert len(deliveries(kind=EventKind.REQUEST_UPDATED)) == 3
    bell.answer()
    assert [each.document["type"] for each in receiver.received] == [
        "request.updated"
    ] * 3
    told = {"person": "owner", "request": made["id"]}
    assert [each.document["data"] for each in receiver.received] == [told] * 3


def test_that_it_is_done_is_told_when_the_person_is_gone_too(
    world, office, bell, receiver, hook
):
    world.write("Likes tea.")
    made = post(world, "erasure", **CHECKED).json()
    erased(office, made, bell)
    about = [
        each.document["data"]
        for each in receiver.received
        if each.document["type"] == "request.updated"
    ]
    assert [each["request"] for each in about] == [made["id"]] * 3


def test_there_is_one_due_date_everywhere(world, office, static_files):
    received = datetime(2026, 2, 27, 22, 30, tzinfo=UTC)
    made = post(world, received_at=received.isoformat(), **CHECKED).json()
    row = row_of(made)
    assert (row.due.isoformat(), row.received_on.isoformat()) == (
        made["due"],
        made["received_on"],
    )
    said = io.StringIO()
    with redirect_stdout(said):
        call_command("due_date", received=received, jurisdiction="DE", zone=row.zone)
    command = json.loads(said.getvalue())
    names = ("due", "due_at", "due_with_pause", "extended_due", "explanation", "rule")
    assert {name: made[name] for name in names} == {
        name: command[name] for name in names
    }
    assert made["received_on"] == command["received"]
    page = as_(office.officer).get(
        "/compliance/requests/", {"view": "all", "q": row.reference}
    )
    assert f'datetime="{made["due"]}"' in page.content.decode()
    assert row.reference in words(page)


def test_pages_reach_everything_newest_first_and_cost_the_same(world):
    made = [post(world).json()["id"] for _ in range(5)]
    client = world.travel.client()
    counts, seen, url = [], [], f"{URL}?page_size=2"
    while url:
        with CaptureQueriesContext(connection) as queries:
            page = client.get(url).json()
        counts.append(len(queries))
        seen += [each["id"] for each in page["results"]]
        url = page["next"]
    assert seen == made[::-1]
    assert max(counts) - min(counts) <= 1


def test_it_is_on_record_that_the_service_filed_it(world):
    made = post(world).json()
    [entry] = AuditEntry.objects.using("owner").filter(verb="request.filed")
    assert entry.actor_kind == "service"
    assert uuid.UUID(made["id"]) in entry.subject_ids


def test_the_scope_requests_is_needed(world):
    reader = world.travel.client_with(scopes=["people"])
    for answer in (
        reader.get(URL),
        reader.post(URL, {"right": "access"}, format="json"),
        reader.get(f"/api/v1/requests/{uuid.uuid4()}"),
    ):
        assert answer.status_code == 403
        assert answer.json()["scope"] == "requests"


def test_the_person_sees_on_their_page_what_was_handed_over_for_them(world, office):
    made = post(world).json()
    with as_account(office.asker.id):
        assert SubjectRequest.objects.filter(id=made["id"]).exists()
    assert now(row_of(made)).account_id is None
