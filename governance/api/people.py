"""A person as one service knows them: counts, settings, and the end of its own part."""

import uuid
from typing import Any

from django.db.models import Count
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import as_service_with
from governance.api.callers import caller_of, known_person
from governance.api.fields import rfc_3339
from governance.api.openapi import calls
from governance.erasure import ask_for_all
from governance.models import (
    Consent,
    Conversation,
    KeyScope,
    Memory,
    MemoryFile,
    Person,
    Source,
)


class OnePerson(APIView):
    """``GET`` counts and settings; ``DELETE`` erases what this service wrote."""

    scopes = {"GET": KeyScope.PEOPLE, "DELETE": KeyScope.ERASURE}

    @calls.get_person
    def get(self, request: Request, person: str) -> Response:
        """Counts of this service's part, by state, and the person's settings."""
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            mine = Memory.objects.owned_by(whose.id).written_by(caller.service_id)
            by_state = (
                mine.told_to_services()
                .unexpired()
                .staying()
                .values_list("status")
                .annotate(Count("id"))
            )
            sources = Source.objects.owned_by(whose.id).written_by(caller.service_id)
            body = {
                "created_at": rfc_3339(whose.created_at),
                "memories": dict(by_state.order_by("status")),
                "sources": sources.count(),
                "conversations": _in_use(Conversation, whose.id, caller.service_id),
                "files": _in_use(MemoryFile, whose.id, caller.service_id),
                "settings": settings_out(whose),
            }
        return Response(body)

    @calls.erase_person
    def delete(self, request: Request, person: str) -> Response:
        """Erases all of it now, sources and history included."""
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            run = ask_for_all(whose.id, caller.service_id, actor=caller.actor)
        return Response({"erasure": str(run.id)}, status=202)


class Settings(APIView):
    """``GET`` what the person has switched, as far as it concerns the caller."""

    scopes = {"GET": KeyScope.PEOPLE}

    @calls.get_settings
    def get(self, request: Request, person: str) -> Response:
        """Read-only: a service cannot switch them."""
        caller, whose = caller_of(request), known_person(request, person)
        with as_service_with(caller.service_id, whose.id):
            return Response(settings_out(whose))


def _in_use(
    model: type[Conversation] | type[MemoryFile],
    person_id: uuid.UUID,
    service_id: uuid.UUID,
) -> int:
    mine = model.objects.owned_by(person_id).filter(service_id=service_id)
    return mine.filter(forgotten=False).count()


def settings_out(person: Person) -> dict[str, Any]:
    """The dials that a service has to heed; call it in the scope of the person."""
    standing = Consent.objects.owned_by(person.id).standing()
    return {
        "memory_enabled": person.memory_enabled,
        "remembering": person.remembering and person.disconnected_at is None,
        "using": person.using and person.disconnected_at is None,
        "temporary_until": rfc_3339(person.temporary_until),
        "restricted": person.restricted_at is not None,
        "consents": list(
            standing.order_by("category").values_list("category", flat=True)
        ),
    }
