"""Requests of people who exercise a right, handed over by this service."""

from collections.abc import Sequence
from datetime import datetime

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint, once
from memoryhub.client.given import Id, Language, Right, given
from memoryhub.client.results import Page, Request

ALL = "people/{person}/requests"
ONE = "requests/{request_id}"

FILE = Endpoint("fileRequest", "POST", ALL, read.reader(Request), repeatable=True)
LIST = Endpoint("listRequests", "GET", ALL, read.requests, repeatable=True)
GET = Endpoint("getRequest", "GET", ONE, read.reader(Request), repeatable=True)
WITHDRAW = Endpoint("withdrawRequest", "POST", f"{ONE}/withdraw", read.reader(Request))

ANSWER = Endpoint(
    "answerRequest", "POST", f"{ONE}/answer", read.reader(Request), repeatable=True
)


def file_request(
    person: str,
    right: Right,
    *,
    words: str | None = None,
    language: Language | None = None,
    contact: str | None = None,
    memories: Sequence[Id] | None = None,
    received_at: datetime | None = None,
    identity_checked: bool | None = None,
    idempotency_key: str | None = None,
) -> Call[Request]:
    """Hands over what the person asked you for. Say ``identity_checked`` only when you
    have made sure that it is them: then it joins what they have asked for before, and a
    restriction holds at once. Without ``memories`` it is about everything.
    ``received_at`` needs an offset and is when it reached you: the month begins then."""
    listed = None if memories is None else [str(each) for each in memories]
    return FILE.call(
        {"person": person},
        headers=once(idempotency_key),
        body=given(
            right=right,
            words=words,
            language=language,
            contact=contact,
            memories=listed,
            received_at=received_at,
            identity_checked=identity_checked,
        ),
    )


def requests(
    person: str, *, page_size: int | None = None, cursor: str | None = None
) -> Call[Page[Request]]:
    """What this service has handed over for somebody, the newest first."""
    query = {"page_size": page_size, "cursor": cursor}
    return LIST.call({"person": person}, query=query)


def request(request_id: Id) -> Call[Request]:
    """How far one is, and when it is due; also when the person is gone."""
    return GET.call({"request_id": request_id})


def withdraw_request(request_id: Id) -> Call[Request]:
    """The person takes it back, until it is being done."""
    return WITHDRAW.call({"request_id": request_id})


def answer_request(
    request_id: Id, answer: str, *, idempotency_key: str | None = None
) -> Call[Request]:
    """What the person says to its ``question``; the request is in review again."""
    return ANSWER.call(
        {"request_id": request_id},
        headers=once(idempotency_key),
        body=given(answer=answer),
    )
