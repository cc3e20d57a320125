"""Errors in the shape of OpenDSR (7.5, 7.6); what they say is what our problems say."""

from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from governance.api.problems import Problem, as_problem, problem_of
from governance.requests.opendsr.taking import AlreadyTaken
from governance.telling import BadAddress

KEPT = {401, 403, 404, 405, 406, 413, 415, 429, 500, 503}
"""What is wrong with neither the request nor its time; anything else is 400 (7.5)."""


def as_error(error: Exception, context: Mapping[str, Any]) -> Response:
    """The handler of these calls."""
    problem = _known(error)
    response = as_problem(problem or error, context)
    found = problem or problem_of(error)
    status = found.status if found.status in KEPT else 400
    response.data = {"error": _document(found, status)}
    response.status_code = status
    response.content_type = "application/json"
    return response


def _known(error: Exception) -> Problem | None:
    if isinstance(error, AlreadyTaken):
        said = "This subject_request_id was sent before; ask for its status."
        return Problem(409, "conflict", said)
    if isinstance(error, BadAddress):
        said = "A status_callback_url must be a public https address."
        return Problem(422, "not-storable", said)
    return None


def _document(problem: Problem, status: int) -> dict[str, Any]:
    errors: Any = problem.members.get("errors", {})
    return {
        "code": status,
        "message": problem.detail,
        "errors": [
            {"domain": "Validation", "reason": name, "message": f"{name} {sentence}"}
            for name, sentences in errors.items()
            for sentence in sentences
        ],
    }
