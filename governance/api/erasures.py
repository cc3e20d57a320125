"""Erasures that a service asked for."""

import uuid

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.api.answers import erasure_out
from governance.api.callers import known_run
from governance.api.openapi import calls
from governance.models import KeyScope


class OneErasure(APIView):
    """How far an erasure is, and what its verification found."""

    scopes = {"GET": KeyScope.ERASURE}

    @calls.get_erasure
    def get(self, request: Request, run_id: uuid.UUID) -> Response:
        """One run of the calling service."""
        return Response(erasure_out(known_run(request, run_id)))
