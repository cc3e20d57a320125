"""Take a controller's request in, and take it back."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError
from django.db.models.functions import Now

from governance.access import (
    Caller,
    as_service,
    as_service_with,
    find_person,
    note_current_key,
    seal,
)
from governance.models import (
    Channel,
    ControllerCallback,
    ControllerRequest,
    Memory,
    Person,
    Right,
    SubjectRequest,
)
from governance.requests.handing import Handed, hand_over, take_back
from governance.requests.opendsr.standing import standing
from governance.requests.refusals import NotPossible
from governance.telling.address import target_of
from governance.telling.resolving import addresses_of

CALLBACK_USE = "controller callback"
MOST_CALLBACKS = 5
LANGUAGE = "en"


class AlreadyTaken(Exception):
    """The controller has sent a request with this id before."""


@dataclass(frozen=True)
class Wanted:
    """What a controller asks for. ``ref`` is its own id for the person."""

    subject_request_id: uuid.UUID
    right: Right
    submitted_at: datetime
    ref: str
    callbacks: Sequence[str] = ()


def take_in(wanted: Wanted, caller: Caller) -> None:
    """Files it, verified by the controller (it is its duty, 3.1); where nobody is known by
    that id it is kept as completed, with nothing found.

    Raises ``BadAddress`` for a callback that must not be reached, :class:`AlreadyTaken`,
    and what :func:`hand_over` raises.
    """
    for url in wanted.callbacks:
        addresses_of(target_of(url))
    _refuse_second(wanted, caller)
    request_id, count = None, 0
    person = find_person(caller.service_id, wanted.ref)
    if person and person.gone_at is None:
        count = _told(person, caller)
        request_id = _filed(wanted, person, caller)
    _keep(wanted, caller, request_id, count)


def cancel(subject_request_id: uuid.UUID, caller: Caller) -> None:
    """The controller takes it back. Ours is withdrawn with it unless another of the
    controller's, or another way, still wants it; raises ``NotPossible`` once it is being
    done or over, and ``NoSuchRequest``."""
    with as_service(caller.service_id):
        found = standing(caller.service_id, subject_request_id)
        if found.request is None or found.row.cancelled_at:
            raise NotPossible("not_from_done")
        alone = _alone(found.row, found.request)
    if alone:
        take_back(found.request.id, caller=caller)
    elif not found.request.is_open:
        raise NotPossible(f"not_from_{found.request.state}")
    with as_service(caller.service_id):
        mine = ControllerRequest.objects.filter(id=found.row.id, cancelled_at=None)
        mine.update(cancelled_at=Now())


def _filed(wanted: Wanted, person: Person, caller: Caller) -> uuid.UUID:
    handed = Handed(
        right=wanted.right,
        language=LANGUAGE,
        received_at=wanted.submitted_at,
        checked=True,
        channel=Channel.OPENDSR,
    )
    return hand_over(handed, person_id=person.id, caller=caller)[0].id


def _told(person: Person, caller: Caller) -> int:
    """Memories of the controller's that there are."""
    with as_service_with(caller.service_id, person.id):
        mine = Memory.objects.owned_by(person.id).written_by(caller.service_id)
        return mine.told_to_services().unexpired().count()


def _refuse_second(wanted: Wanted, caller: Caller) -> None:
    with as_service(caller.service_id):
        mine = ControllerRequest.objects.filter(
            service_id=caller.service_id,
            subject_request_id=wanted.subject_request_id,
        )
        if mine.exists():
            raise AlreadyTaken


def _keep(
    wanted: Wanted, caller: Caller, request_id: uuid.UUID | None, count: int
) -> None:
    try:
        with as_service(caller.service_id):
            note_current_key()
            row = ControllerRequest.objects.create(
                service_id=caller.service_id,
                subject_request_id=wanted.subject_request_id,
                request_id=request_id,
                results_count=count,
            )
            ControllerCallback.objects.bulk_create(
                _callback(row, url) for url in dict.fromkeys(wanted.callbacks)
            )
    except IntegrityError:
        raise AlreadyTaken from None


def _callback(row: ControllerRequest, url: str) -> ControllerCallback:
    sealed, key_id = seal(CALLBACK_USE, url)
    return ControllerCallback(
        about=row,
        service_id=row.service_id,
        url_sealed=sealed,
        url_sealed_by_id=key_id,
    )


def _alone(row: ControllerRequest, request: SubjectRequest) -> bool:
    """Whether this one alone stands behind our request."""
    others = ControllerRequest.objects.filter(
        request_id=request.id, cancelled_at=None
    ).exclude(id=row.id)
    return request.channel == Channel.OPENDSR and not others.exists()
