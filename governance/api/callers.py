"""Who calls and whom they mean, for every view."""

import uuid

from django.http import Http404
from rest_framework.request import Request

from governance.access import Caller, as_service, find_person, refuse_gone_ref
from governance.api.problems import Problem
from governance.models import ErasureRun, Person

LONGEST_REF = 255
SAFE = {"GET", "HEAD", "OPTIONS"}


def caller_of(request: Request) -> Caller:
    """The service behind a request that passed the permission check."""
    if not isinstance(request.auth, Caller):
        raise TypeError("the view is open to callers without a key")
    return request.auth


def known_person(request: Request, ref: str) -> Person:
    """The person whom the calling service means; 404 when it has written nothing, and
    for a write 410 where they were erased as a whole and it has not confirmed it."""
    service_id = caller_of(request).service_id
    person = find_person(service_id, checked_ref(ref))
    if person is None:
        if request.method not in SAFE:
            refuse_gone_ref(service_id, ref)
        raise Http404
    return person


def purpose_of(request: Request) -> str:
    """What the caller reads for: one of the purposes that the service declares, by
    default the first."""
    declared = caller_of(request).purposes
    purpose = str(request.query_params.get("purpose", declared[0]))
    if purpose not in declared:
        said = {"purpose": ["is not among the purposes that this service declares"]}
        raise Problem(400, "invalid", "See errors.", errors=said)
    return purpose


def known_run(request: Request, run_id: uuid.UUID) -> ErasureRun:
    """An erasure of the calling service; 404 for anybody else's."""
    caller = caller_of(request)
    with as_service(caller.service_id):
        mine = ErasureRun.objects.written_by(caller.service_id)
        run = mine.filter(id=run_id).first()
    if run is None:
        raise Http404
    return run


def checked_ref(ref: str) -> str:
    """A person's id as the service names them: 1–255 characters, none of them NUL."""
    if not 1 <= len(ref) <= LONGEST_REF or "\0" in ref:
        said = {"person": ["must have 1 to 255 characters, none of them NUL"]}
        raise Problem(400, "invalid", "See errors.", errors=said)
    return ref
