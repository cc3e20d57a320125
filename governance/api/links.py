"""One-time links to a service's part of a person's pages."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import make_link
from governance.api.callers import caller_of, known_person
from governance.api.fields import rfc_3339
from governance.api.openapi import calls
from governance.models import KeyScope


class DashboardLinks(APIView):
    """``POST`` makes one."""

    scopes = {"POST": KeyScope.DASHBOARD}

    @calls.make_dashboard_link
    def post(self, request: Request, person: str) -> Response:
        """A link that works once, for ten minutes."""
        caller, whose = caller_of(request), known_person(request, person)
        url, expires_at = make_link(caller.service_id, whose.id, actor=caller.actor)
        return Response({"url": url, "expires_at": rfc_3339(expires_at)}, status=201)
