"""The client hands over requests and follows them, waiting or by asyncio."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from governance.access import as_staff
from governance.models import SubjectRequest
from governance.requests.assigning import take_up
from governance.requests.changing import changing
from governance.requests.review import clarify
from memoryhub.client import Invalid, NotFound, NotPossible, Source
from tests.client.faults import breaks
from tests.requests.conftest import office

__all__ = ["office"]

SHORTEST_MONTH = timedelta(days=28)


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def test_a_request_is_filed_followed_and_withdrawn(hub):
    made = hub.file_request("owner", "access", words="All of it, please.")
    assert made.open
    assert made.due - made.received_on >= SHORTEST_MONTH
    assert made.due_at.date() == made.due
    assert hub.request(made.id) == made
    assert list(hub.requests("owner")) == [made]
    taken_back = hub.withdraw_request(made.id)
    assert (taken_back.state, taken_back.open) == ("withdrawn", False)
    with pytest.raises(NotPossible) as again:
        hub.withdraw_request(made.id)
    assert again.value.reason == "not_from_withdrawn"


def test_every_page_is_reached(hub):
    made = [hub.file_request("owner", "access").id for _ in range(5)]
    listed = hub.requests("owner", page_size=2)
    assert [each.id for each in listed] == made[::-1]


def test_one_whose_answer_is_lost_is_filed_once(shaky, line, as_owner):
    line.after = [breaks, breaks]
    made = shaky.file_request("owner", "erasure", identity_checked=True)
    [row] = as_owner(SubjectRequest)
    assert (row.id, row.events) == (made.id, 1)


def test_the_named_memories_and_the_earlier_receipt_go_along(hub, as_owner):
    memory = hub.remember("owner", "Likes tea.", source=Source("user_message"))
    at = datetime.now(UTC) - timedelta(days=2)
    made = hub.file_request(
        "owner", "erasure", memories=[memory.id], received_at=at, language="de"
    )
    [row] = as_owner(SubjectRequest)
    assert (row.memory_ids, row.language) == ([memory.id], "de")
    assert made.received_at == at


def test_what_cannot_be_is_said_by_field(hub):
    later = datetime.now(UTC) + timedelta(days=1)
    with pytest.raises(Invalid) as refused:
        hub.file_request("owner", "access", received_at=later)
    assert refused.value.reason == "received_when"
    assert list(refused.value.errors) == ["received_at"]
    with pytest.raises(NotFound):
        hub.request(uuid4())


def test_the_offices_question_is_read_and_answered(hub, office):
    made = hub.file_request("owner", "access", identity_checked=True)
    with as_staff(), changing(made.id) as row:
        take_up(row, office.officer.id, office.by_officer)
    with as_staff(), changing(made.id) as row:
        clarify(row, "Which trip do you mean?", office.by_officer)
    assert hub.request(made.id).question == "Which trip do you mean?"
    answered = hub.answer_request(made.id, "The one to Norway.")
    assert (answered.state, answered.question) == ("in_review", None)
    with pytest.raises(NotPossible) as again:
        hub.answer_request(made.id, "The one to Norway.")
    assert again.value.reason == "nothing_asked"
