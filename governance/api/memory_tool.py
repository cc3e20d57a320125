"""The memory tool: one command, one answer in the tool's own words."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import Whose
from governance.api.callers import caller_of, checked_ref, purpose_of
from governance.api.openapi import calls
from governance.api.told_shapes import MemoryToolIn
from governance.files import run_command
from governance.models import KeyScope


class MemoryTool(APIView):
    """``POST`` one command."""

    scopes = {"POST": KeyScope.FILES}

    @calls.run_memory_tool
    def post(self, request: Request, person: str) -> Response:
        """What cannot be done is an answer with ``is_error`` and no problem."""
        wanted = MemoryToolIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller = caller_of(request)
        done = run_command(
            wanted.as_command(),
            whose=Whose.of(caller.service_id, checked_ref(person)),
            caller=caller,
            purpose=purpose_of(request),
        )
        body = {"content": done.content, "is_error": done.is_error}
        erasure = {"erasure": str(done.erasure)} if done.erasure else {}
        return Response(body | erasure)
