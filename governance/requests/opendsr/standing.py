"""How a request stands, in the words of OpenDSR (section 8)."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Case, CharField, OuterRef, Q, Subquery, Value, When

from governance.access import as_service
from governance.models import ControllerRequest, RequestState, SubjectRequest
from governance.requests.handing import told_dates
from governance.requests.refusals import NoSuchRequest

VERSION = "2.0"


class Status(StrEnum):
    """As controllers know it."""

    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


STATUS: Mapping[str, Status] = {
    RequestState.RECEIVED: Status.PENDING,
    RequestState.NEEDS_IDENTITY: Status.PENDING,
    RequestState.IN_REVIEW: Status.IN_PROGRESS,
    RequestState.ON_HOLD: Status.IN_PROGRESS,
    RequestState.RUNNING: Status.IN_PROGRESS,
    RequestState.DONE: Status.COMPLETED,
    # Not fulfilled: "completed" would say that it was.
    RequestState.REFUSED: Status.CANCELLED,
    RequestState.WITHDRAWN: Status.CANCELLED,
}
"""Of each of our states."""

OVER = (Status.COMPLETED, Status.CANCELLED)
"""Nothing comes after these."""


@dataclass(frozen=True)
class Standing:
    """A controller's request and ours, where somebody was known by the identity."""

    row: ControllerRequest
    request: SubjectRequest | None

    @property
    def status(self) -> Status:
        if self.row.cancelled_at:
            return Status.CANCELLED
        # Nobody known: there was nothing to do. Or closed so long ago that it is deleted.
        return STATUS[self.request.state] if self.request else Status.COMPLETED

    @property
    def expected(self) -> datetime:
        """When it is answered at the latest."""
        request = self.request
        return told_dates(request).due_at if request else self.row.created_at

    def document(self) -> dict[str, Any]:
        """As it is answered, and told by callbacks; call it in a scope that sees it. The
        shape is the same where nobody is known."""
        return {
            "controller_id": str(self.row.service_id),
            "expected_completion_time": self.expected.isoformat(),
            "subject_request_id": str(self.row.subject_request_id),
            "request_status": self.status.value,
            "api_version": VERSION,
            "results_url": None,
            "results_count": self.row.results_count,
        }


def standing(service_id: uuid.UUID, subject_request_id: uuid.UUID) -> Standing:
    """By the controller's id; in its scope. Raises :class:`NoSuchRequest`."""
    mine = ControllerRequest.objects.filter(service_id=service_id)
    row = mine.filter(subject_request_id=subject_request_id).first()
    if row is None:
        raise NoSuchRequest
    return standing_of(row)


def standing_of(row: ControllerRequest) -> Standing:
    """The same of a row that is there."""
    if row.request_id is None:
        return Standing(row, None)
    return Standing(row, SubjectRequest.objects.filter(id=row.request_id).first())


def status_now(about: str) -> Case:
    """The same status as an expression, for rows that lead to a controller's request by
    ``about`` and have :func:`our_state` as ``our_state``."""
    cases = [
        When(Q(our_state=state), then=Value(status.value))
        for state, status in STATUS.items()
    ]
    cancelled = When(
        **{f"{about}__cancelled_at__isnull": False}, then=Value(Status.CANCELLED.value)
    )
    return Case(
        cancelled,
        *cases,
        default=Value(Status.COMPLETED.value),
        output_field=CharField(),
    )


def our_state(about: str) -> Subquery:
    """The state of our request, for :func:`status_now`."""
    ours = SubjectRequest.objects.filter(id=OuterRef(f"{about}__request_id"))
    return Subquery(ours.values("state")[:1])


def document_of(service_id: uuid.UUID, subject_request_id: uuid.UUID) -> dict[str, Any]:
    """How it stands; outside of any scope."""
    with as_service(service_id):
        return standing(service_id, subject_request_id).document()
