"""Requests of people who exercise a right, handed over and followed by a service."""

import uuid
from datetime import date
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import as_service
from governance.api.callers import caller_of, known_person
from governance.api.cursor import Page
from governance.api.fields import rfc_3339
from governance.api.once import key_of, once_of
from governance.api.openapi import calls
from governance.api.request_shapes import AnswerIn, RequestIn
from governance.models import KeyScope
from governance.requests.asked import answer, question_of
from governance.requests.filing import scrubbed
from governance.requests.handing import (
    Followed,
    followed,
    hand_over,
    handed_over,
    handed_over_about,
    take_back,
)
from governance.writing import Once


class PersonRequests(APIView):
    """``POST`` hands one over, ``GET`` lists those that were."""

    scopes = {"GET": KeyScope.REQUESTS, "POST": KeyScope.REQUESTS}

    @calls.file_request
    def post(self, request: Request, person: str) -> Response:
        """201, or 200 where it joined an open request for the same right."""
        wanted = RequestIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller, whose = caller_of(request), known_person(request, person)
        # Outside of the transaction: scrubbing takes its time.
        handed = wanted.handed(scrubbed(wanted.validated_data["words"]))
        row, status = hand_over(
            handed, person_id=whose.id, caller=caller, once=once_of(request)
        )
        return Response(_shown(row.id, caller.service_id), status=status)

    @calls.list_requests
    def get(self, request: Request, person: str) -> Response:
        """The newest first."""
        caller, whose = caller_of(request), known_person(request, person)
        with as_service(caller.service_id):
            page = Page(handed_over_about(caller.service_id, whose.id), request)
            found = followed(page.rows, caller.service_id)
        return Response(
            {
                "count": page.count,
                "next": page.next,
                "previous": page.previous,
                "results": [request_out(each) for each in found],
            }
        )


class OneRequest(APIView):
    """How far a request is."""

    scopes = {"GET": KeyScope.REQUESTS}

    @calls.get_request
    def get(self, request: Request, request_id: uuid.UUID) -> Response:
        """One that the calling service handed over."""
        return Response(_shown(request_id, caller_of(request).service_id))


class Withdraw(APIView):
    """``POST``: the person takes it back."""

    scopes = {"POST": KeyScope.REQUESTS}

    @calls.withdraw_request
    def post(self, request: Request, request_id: uuid.UUID) -> Response:
        """Until it is being done."""
        caller = caller_of(request)
        take_back(request_id, caller=caller)
        return Response(_shown(request_id, caller.service_id))


class Answer(APIView):
    """``POST``: the person answers what the office asked."""

    scopes = {"POST": KeyScope.REQUESTS}

    @calls.answer_request
    def post(self, request: Request, request_id: uuid.UUID) -> Response:
        """The request is in review again, and its clock goes on."""
        given = AnswerIn(data=request.data)
        given.is_valid(raise_exception=True)
        caller, key = caller_of(request), key_of(request)
        # The same key for another request is another call.
        once = Once(key, [str(request_id), request.data]) if key else None
        text = scrubbed(given.validated_data["answer"])
        answer(request_id, text, caller=caller, once=once)
        return Response(_shown(request_id, caller.service_id))


def request_out(each: Followed) -> dict[str, Any]:
    """A request as its service sees it: neither the contact nor anything of the staff's.
    Days are of the zone, as the command ``due-date`` says them."""
    row = each.request
    return {
        "id": str(row.id),
        "reference": row.reference,
        "right": row.right,
        "state": row.state,
        "channel": row.channel,
        "received_at": rfc_3339(row.received_at),
        "received_on": row.received_on.isoformat(),
        "due": row.due.isoformat(),
        "due_at": each.dates.due_at.isoformat(),
        "due_with_pause": _day(row.due_with_pause),
        "extended": row.extended,
        "extended_due": row.extended_due.isoformat(),
        "paused_since": _day(row.paused_since),
        "question": question_of(row, each.events) or None,
        "closed_at": rfc_3339(row.closed_at),
        "erasures": [str(run_id) for run_id in each.erasures],
        "explanation": [str(sentence) for sentence in each.dates.explanation],
        "rule": row.rule,
        "zone": row.zone,
    }


def _shown(request_id: uuid.UUID, service_id: uuid.UUID) -> dict[str, Any]:
    row = handed_over(service_id, request_id)
    with as_service(service_id):
        return request_out(followed([row], service_id)[0])


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
