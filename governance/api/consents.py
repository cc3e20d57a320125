"""Consents that a service collects from the person in its own pages and hands on."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import Whose, as_service_with, note_current_key
from governance.api.callers import caller_of, checked_ref, known_person
from governance.api.fields import rfc_3339
from governance.api.openapi import calls
from governance.choices import give_consent, withdraw_consent
from governance.models import KeyScope, SpecialCategory


class OneConsent(APIView):
    """``PUT`` the person's yes to a category, ``DELETE`` it."""

    scopes = {"PUT": KeyScope.CONSENTS, "DELETE": KeyScope.CONSENTS}

    @calls.give_consent
    def put(self, request: Request, person: str, category: str) -> Response:
        """What tells of the category is remembered from now on."""
        caller, of = caller_of(request), _category(category)
        person_id = Whose.of(caller.service_id, checked_ref(person)).person_id()
        with as_service_with(caller.service_id, person_id):
            note_current_key()
            consent = give_consent(
                of,
                person_id=person_id,
                service_id=caller.service_id,
                actor=caller.actor,
            )
        given_at = rfc_3339(consent.created_at)
        return Response({"category": consent.category, "given_at": given_at})

    @calls.withdraw_consent
    def delete(self, request: Request, person: str, category: str) -> Response:
        """What tells of it is erased, and nothing of it is remembered any more."""
        caller, whose = caller_of(request), known_person(request, person)
        of = _category(category)
        with as_service_with(caller.service_id, whose.id):
            run_id = withdraw_consent(
                of,
                person_id=whose.id,
                service_id=caller.service_id,
                actor=caller.actor,
            )
        return Response({"erasure": str(run_id) if run_id else None}, status=202)


def _category(given: str) -> SpecialCategory:
    try:
        return SpecialCategory(given)
    except ValueError:
        raise Http404 from None
