"""Forget: out of use at once, erased when the time for undo is over. Undo until then."""

import uuid
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import (
    Caller,
    as_service_with,
    lock_for_writing,
    refuse_read_if_off,
)
from governance.api.answers import erasure_out
from governance.api.callers import caller_of, known_person, known_run
from governance.api.openapi import calls
from governance.api.problems import Problem
from governance.api.shapes import ForgetIn
from governance.choices import undo_time
from governance.erasure import (
    TooLate,
    ask,
    ask_for_all,
    messages_of,
    previewed,
    told_by_source,
    told_in,
    undo,
)
from governance.models import (
    ConversationItem,
    EraseScope,
    ErasureRun,
    KeyScope,
    Memory,
    MemoryFile,
    MemoryQuerySet,
    ReadKind,
)
from governance.recall import log_ids_read, said_elsewhere, topic
from governance.telling import recipients_of


class Forget(APIView):
    """``POST`` forgets, or (``dry_run``) tells what would be forgotten."""

    scopes = {"POST": KeyScope.ERASURE}

    @calls.forget
    def post(self, request: Request, person: str) -> Response:
        """The plan, or 202 with the erasure that may still be undone."""
        wanted = ForgetIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        given = wanted.validated_data
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            rows = Memory.objects.owned_by(whose.id).written_by(caller.service_id)
            if "query" in given:
                refuse_read_if_off(whose.id)
                return Response(_groups(rows, given["query"], whose.id, caller))
            if given["dry_run"]:
                return Response(_previewed(whose.id, caller.service_id, given))
            run = _asked(whose.id, caller, given)
        return Response({"erasure": str(run.id)}, status=202)


class Undo(APIView):
    """``POST`` takes a forget back, while its time lasts."""

    scopes = {"POST": KeyScope.ERASURE}

    @calls.undo_forget
    def post(self, request: Request, run_id: uuid.UUID) -> Response:
        """Everything returns to what it was."""
        caller, found = caller_of(request), known_run(request, run_id)
        try:
            with as_service_with(caller.service_id, found.person_id):
                undo(found, actor=caller.actor)
                run = ErasureRun.objects.owned_by(found.person_id).get(id=run_id)
                recipients = recipients_of(found.person_id, run_id)
        except TooLate:
            detail = "The time for undo is over: the erasure has begun."
            raise Problem(410, "too-late", detail, erasure=str(run_id)) from None
        return Response(erasure_out(run, recipients))


def _previewed(
    person_id: uuid.UUID, service_id: uuid.UUID, given: dict[str, Any]
) -> dict[str, Any]:
    everything = given.get("everything")
    scope = EraseScope.SERVICE_PART if everything else EraseScope.MEMORIES
    ids = [] if everything else _chosen(person_id, service_id, given)
    with previewed(person_id, service_id, ids, scope=scope) as plan:
        return {"dry_run": True, "plan": plan.as_json()}


def _asked(person_id: uuid.UUID, caller: Caller, given: dict[str, Any]) -> ErasureRun:
    """What a selector means is looked for behind the lock: what is being written meanwhile
    is meant as well."""
    lock_for_writing(person_id)
    undo = undo_time(person_id, hours=given.get("undo_hours"))
    if given.get("everything"):
        return ask_for_all(person_id, caller.service_id, actor=caller.actor, undo=undo)
    return ask(
        _chosen(person_id, caller.service_id, given),
        person_id=person_id,
        service_id=caller.service_id,
        actor=caller.actor,
        undo=undo,
    )


def _chosen(
    person_id: uuid.UUID, service_id: uuid.UUID, given: dict[str, Any]
) -> list[uuid.UUID]:
    """The ids that a selector means; those given by id are checked by the verb."""
    if "conversation" in given:
        ids = told_in(given["conversation"], person_id, service_id)
    elif "ids" in given:
        ids = list(dict.fromkeys(given["ids"]))
    else:
        ids = told_by_source(person_id, service_id, ref=given["source_ref"])
    if not ids:
        raise Http404
    messages = messages_of(ids, person_id, service_id) if given["messages"] else []
    return list(dict.fromkeys([*ids, *messages]))


def _groups(
    rows: MemoryQuerySet, query: str, person_id: uuid.UUID, caller: Caller
) -> dict[str, Any]:
    """Exact ids: those that say it, those that mean alike, and texts derived from any.
    That they are there is told too, so it is a read on record."""
    found = topic(rows.told_to_services().shown(), [query])
    elsewhere = said_elsewhere(
        [query],
        messages=ConversationItem.objects.owned_by(person_id)
        .written_by(caller.service_id)
        .in_use(),
        notes=MemoryFile.objects.owned_by(person_id)
        .written_by(caller.service_id)
        .in_use(),
    )
    log_ids_read(
        ReadKind.TOLD,
        [*(each.id for each in found.found), *elsewhere.ids],
        person_id=person_id,
        caller=caller,
        purpose=caller.purposes[0],
        query=query,
    )
    groups = {
        "certain": found.certain,
        "likely": found.likely,
        "mentioned": found.mentioned,
    }
    ids = {name: [str(each.id) for each in rows] for name, rows in groups.items()}
    ids["messages"] = [str(each.id) for each in elsewhere.messages]
    ids["notes"] = [str(each.id) for each in elsewhere.notes]
    return {"dry_run": True, **ids}
