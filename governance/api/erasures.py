"""Erasures that a service asked for."""

import uuid

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import as_service
from governance.api.answers import erasure_out
from governance.api.callers import caller_of
from governance.api.openapi import calls
from governance.models import ErasureRun, KeyScope


class OneErasure(APIView):
    """How far an erasure is, and what its verification found."""

    scopes = {"GET": KeyScope.ERASURE}

    @calls.get_erasure
    def get(self, request: Request, run_id: uuid.UUID) -> Response:
        """One run of the calling service."""
        caller = caller_of(request)
        with as_service(caller.service_id):
            runs = ErasureRun.objects.written_by(caller.service_id)
            run = runs.filter(id=run_id).first()
        if run is None:
            raise Http404
        return Response(erasure_out(run))
