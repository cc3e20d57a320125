"""Erasures that a service asked for."""

import uuid

from django.http import Http404, HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import as_service
from governance.api.answers import erasure_out
from governance.api.callers import caller_of, known_run
from governance.api.openapi import calls
from governance.erasure import certificate_of, certificate_sheet
from governance.models import KeyScope
from governance.telling import acknowledge, recipients_of


class OneErasure(APIView):
    """How far an erasure is, and what its verification found."""

    scopes = {"GET": KeyScope.ERASURE}

    @calls.get_erasure
    def get(self, request: Request, run_id: uuid.UUID) -> Response:
        """One run of the calling service."""
        run = known_run(request, run_id)
        with as_service(caller_of(request).service_id):
            recipients = recipients_of(run.person_id, run.id)
        return Response(erasure_out(run, recipients))


class Acknowledge(APIView):
    """``POST``: the copies that the caller has made itself are gone."""

    scopes = {"POST": KeyScope.ERASURE}

    @calls.acknowledge_erasure
    def post(self, request: Request, run_id: uuid.UUID) -> Response:
        """Said again it changes nothing; said after 30 days it counts all the same."""
        caller, run = caller_of(request), known_run(request, run_id)
        with as_service(caller.service_id):
            acknowledge(run.person_id, run.id, caller.service_id, actor=caller.actor)
            recipients = recipients_of(run.person_id, run.id)
        return Response(erasure_out(run, recipients))


class Sheet(JSONRenderer):
    """``Accept: application/pdf``; a refusal is a problem document all the same."""

    media_type = "application/pdf"
    format = "pdf"


class OneCertificate(APIView):
    """The certificate of an erasure that is done."""

    renderer_classes = [JSONRenderer, Sheet]
    scopes = {"GET": KeyScope.ERASURE}

    @calls.get_certificate
    def get(self, request: Request, run_id: uuid.UUID) -> HttpResponse:
        """The bytes that were signed, or a sheet for reading; 404 as long as there is
        none."""
        run = known_run(request, run_id)
        with as_service(caller_of(request).service_id):
            signed = certificate_of(run)
        if signed is None:
            raise Http404
        if isinstance(request.accepted_renderer, Sheet):
            return HttpResponse(
                certificate_sheet(signed), content_type=Sheet.media_type
            )
        return HttpResponse(signed, content_type="application/json")
