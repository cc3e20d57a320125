"""Requests of people: handed over, followed, taken back."""

from governance.api.openapi import queries, requests
from governance.api.openapi.call import call
from governance.api.openapi.calls.memories import IDEMPOTENCY_KEY
from governance.api.request_shapes import AnswerIn, RequestIn

GROUP = "Requests"

file_request = call(
    "fileRequest",
    GROUP,
    "Hand over a request",
    "A person exercises a right (Art. 15–21 GDPR) and said so to you: it goes into the "
    "office's queue, with the month that the law gives. Nothing is erased by filing it; a "
    "restriction and an objection hold at once, if `identity_checked`. Such a request "
    "joins an open one for the same right, and keeps the earlier of the two receipts. "
    "`request.updated` tells you of each step.",
    {
        201: (requests.SubjectRequest, "It was filed."),
        200: (requests.SubjectRequest, "It joined this open one."),
    },
    takes=RequestIn,
    example={
        "right": "access",
        "words": "Please send me what you know about me.",
        "identity_checked": True,
    },
    parameters=[IDEMPOTENCY_KEY],
    refuses=[404, 409, 410, 422, 503],
)

list_requests = call(
    "listRequests",
    GROUP,
    "List a person's requests",
    "Those that this service handed over, the newest first.",
    {200: (requests.SubjectRequestPage, "One page.")},
    parameters=queries.PAGES,
    refuses=[400],
)

get_request = call(
    "getRequest",
    GROUP,
    "Follow a request",
    "How far a request that this service handed over is, and when it is due. It can be "
    "followed also when the person is gone.",
    {200: (requests.SubjectRequest, "The request.")},
)

withdraw_request = call(
    "withdrawRequest",
    GROUP,
    "Withdraw a request",
    "The person takes it back, until it is being done. A restriction or an objection "
    "ends with it, unless another request asks for it too.",
    {200: (requests.SubjectRequest, "It is withdrawn.")},
    refuses=[409],
)

answer_request = call(
    "answerRequest",
    GROUP,
    "Answer the office's question",
    "While a request has a `question`, it waits for the person. Their answer goes to "
    "whoever asked, scrubbed; the request is in review again, and its clock goes on.",
    {200: (requests.SubjectRequest, "It was answered.")},
    takes=AnswerIn,
    example={"answer": "I mean the trip to Norway in May."},
    parameters=[IDEMPOTENCY_KEY],
    refuses=[404, 409, 422, 503],
)
