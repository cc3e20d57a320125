"""Every error as a problem document (RFC 9457). None ever repeats what was sent: details
are our own sentences, chosen by the error's code."""

import logging
from collections.abc import Mapping
from math import ceil
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from governance.access import PersonGone, Refused
from governance.api.sentences import (
    ADDRESSES,
    FIELD_ERRORS,
    NEXT_STEPS,
    NOT_NOW,
    REFUSALS,
    REQUESTS,
    UNWRITABLE,
)
from governance.conversations import NoSuchItem
from governance.correcting import NothingToCorrect
from governance.embedding import EmbeddingFailed
from governance.erasure import AlreadyErased, NothingToErase
from governance.ledger import LedgerTrouble, ReplayOutstanding
from governance.requests.clock import Refused as NotByTheClock
from governance.requests.refusals import NoSuchMemory, NoSuchRequest, NotPossible
from governance.scrubbing import ScrubFailed
from governance.telling import (
    BadAddress,
    NoSuchWebhook,
    NotBegun,
    TooManyWebhooks,
)
from governance.writing import (
    KeyUsedOtherwise,
    Lapsed,
    Stale,
    UnknownOrigin,
    Unwritable,
)

log = logging.getLogger(__name__)

RETRY_LATER = "60"
"""Seconds, where the operator has to do something first."""


class Problem(Exception):
    """An answer that is an error; ``members`` are extra members of the document."""

    def __init__(self, status: int, slug: str, detail: str, **members: object) -> None:
        super().__init__(slug)
        self.status = status
        self.slug = slug
        self.detail = detail
        self.members = members
        self.headers: dict[str, str] = {}

    def document(self) -> dict[str, object]:
        """The problem document (RFC 9457, section 3)."""
        return {
            "type": f"urn:memoryhub:problem:{self.slug}",
            "title": KINDS[self.status].title,
            "status": self.status,
            "detail": self.detail,
            **self.members,
        }


class Kind(NamedTuple):
    """A status with its slug and title."""

    slug: str
    title: str


KINDS = {
    400: Kind("invalid", "The request is not valid"),
    401: Kind("unauthenticated", "A service key is needed"),
    403: Kind("forbidden", "This is not allowed"),
    404: Kind("not-found", "Not found"),
    405: Kind("method-not-allowed", "This address does not take that method"),
    406: Kind("not-acceptable", "Only JSON is answered"),
    409: Kind("conflict", "It cannot be done as things are"),
    410: Kind("gone", "It was erased"),
    412: Kind("precondition-failed", "It was changed meanwhile"),
    413: Kind("too-large", "The body is too large"),
    415: Kind("unsupported-media-type", "The body must be application/json"),
    422: Kind("not-storable", "This cannot be stored"),
    429: Kind("too-many-requests", "Too many requests"),
    500: Kind("internal", "Something went wrong here"),
    503: Kind("unavailable", "Not possible just now"),
}

NOT_THERE = (
    Http404,
    NothingToCorrect,
    NothingToErase,
    NoSuchMemory,
    NoSuchRequest,
    UnknownOrigin,
)
WRONG_TIME = "received_when"
"""Of a request: the only reason that lies in what was sent, and not in how it stands."""


def as_problem(error: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's exception handler: whatever was raised, as a problem document."""
    problem = problem_of(error)
    if problem.status >= 500 and not isinstance(error, ReplayOutstanding):
        view = context.get("view")
        log.error("%s failed", type(view).__name__, exc_info=error)
    return respond(problem)


def respond(problem: Problem) -> Response:
    """The answer for a problem."""
    response = Response(
        problem.document(), status=problem.status, headers=problem.headers
    )
    response.content_type = "application/problem+json"
    return response


def problem_of(error: Exception) -> Problem:
    """Whatever was raised, as a problem."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, exceptions.APIException):
        return _of_drf(error)
    if isinstance(error, NOT_THERE):
        return standard(404)
    if isinstance(error, PermissionDenied):
        return standard(403)
    return _of_room(error)


def _of_room(error: Exception) -> Problem:
    match error:
        # A person who is gone is a refusal too, and the more exact one comes first.
        case Stale() | AlreadyErased() | PersonGone():
            return gone(error.run_id)
        case Refused():
            return _refused(error)
        case Unwritable():
            return _unwritable(error)
        case KeyUsedOtherwise():
            detail = "This Idempotency-Key came with another request before."
            return Problem(422, "key-used-otherwise", detail)
        case Lapsed():
            detail = "What this Idempotency-Key wrote has expired since."
            return Problem(410, "gone", detail, erasure=None, reason="expired")
        case ReplayOutstanding() | LedgerTrouble():
            return _not_now()
        case ScrubFailed() | EmbeddingFailed():
            detail = "The text could not be checked, so nothing was stored. Try again."
            return Problem(503, "gate-closed", detail)
    return _of_telling(error)


def _of_telling(error: Exception) -> Problem:
    match error:
        case BadAddress():
            said = {"url": [ADDRESSES[error.reason]]}
            return Problem(422, "not-storable", "See errors.", errors=said)
        case NoSuchWebhook():
            return standard(404)
        case TooManyWebhooks():
            detail = "This service has as many webhooks as it may have; delete one."
            return Problem(409, "too-many", detail)
        case NoSuchItem():
            detail = "The item named by upto is not in the conversation any more."
            return Problem(409, "no-such-item", detail)
        case NotBegun():
            detail = "The erasure has not begun: there is nothing to confirm yet."
            return Problem(409, "not-begun", detail)
    return _of_requests(error)


def _of_requests(error: Exception) -> Problem:
    match error:
        case NotPossible(reason=reason) if reason == WRONG_TIME:
            said = {"received_at": [REQUESTS[reason]]}
            detail = "Nothing was filed. See errors."
            return Problem(
                422, "not-storable", detail, errors=said, reason=error.reason
            )
        case NotPossible(reason="text_missing"):
            said = {"answer": [REQUESTS[error.reason]]}
            detail = "Nothing was kept. See errors."
            return Problem(
                422, "not-storable", detail, errors=said, reason=error.reason
            )
        case NotPossible():
            detail = REQUESTS.get(error.reason, NOT_NOW)
            return Problem(409, "not-possible", detail, reason=error.reason)
        case NotByTheClock():
            rule = {"rule": error.rule} if error.rule else {}
            return Problem(422, "not-storable", f"{error}.", **rule)
    return standard(500)


def standard(status: int) -> Problem:
    """A problem that says no more than its status does."""
    return Problem(status, KINDS[status].slug, NEXT_STEPS.get(status, ""))


def gone(run_id: object) -> Problem:
    """It was erased; the run answers what became of it."""
    detail = "It was erased, and what began before that cannot bring it back."
    return Problem(410, "gone", detail, erasure=str(run_id))


def _refused(error: Refused) -> Problem:
    detail = REFUSALS.get(error.reason, NEXT_STEPS[403])
    about = {"categories": list(error.categories)} if error.categories else {}
    return Problem(403, "refused", detail, reason=error.reason, **about)


def _not_now() -> Problem:
    problem = Problem(
        503, "unavailable", "Nothing of this request was done. Try again later."
    )
    problem.headers["Retry-After"] = RETRY_LATER
    return problem


def _unwritable(error: Unwritable) -> Problem:
    status = 400 if error.reason == "too_long" else 422
    said = {error.field: [UNWRITABLE[error.reason]]}
    detail = "Nothing was stored. See errors."
    return Problem(status, KINDS[status].slug, detail, errors=said, reason=error.reason)


def _of_drf(error: exceptions.APIException) -> Problem:
    status = error.status_code if error.status_code in KINDS else 400
    problem = standard(status)
    if isinstance(error, exceptions.ValidationError):
        problem.members["errors"] = _by_field(error.get_codes())
    elif isinstance(error, exceptions.Throttled):
        problem.headers["Retry-After"] = str(
            max(1, ceil(getattr(error, "wait", None) or 1))
        )
    elif isinstance(error, exceptions.ParseError):
        problem.detail = "The body is not valid JSON in UTF-8."
    elif isinstance(
        error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed
    ):
        problem.headers["WWW-Authenticate"] = 'Bearer realm="memoryhub"'
    return problem


def _by_field(codes: Any, path: str = "") -> dict[str, list[str]]:
    """Codes of nested fields, flattened to ``source.said_at: [sentence]``."""
    if isinstance(codes, Mapping):
        return {
            name: said
            for key, inner in codes.items()
            for name, said in _by_field(inner, _join(path, str(key))).items()
        }
    listed = codes if isinstance(codes, list) else [codes]
    sentences = [
        FIELD_ERRORS.get(code, FIELD_ERRORS["invalid"])
        for code in listed
        if isinstance(code, str)
    ]
    nested: dict[str, list[str]] = {}
    for number, inner in enumerate(listed):
        if isinstance(inner, Mapping):
            nested |= _by_field(inner, f"{path}.{number}")
    return {path or "body": sentences, **nested} if sentences else nested


def _join(path: str, key: str) -> str:
    return path if key == "non_field_errors" else f"{path}.{key}".strip(".")
