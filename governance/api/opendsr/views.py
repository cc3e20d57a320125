"""Discovery, requests, status, cancellation, and the certificate that signs all of it."""

import base64
import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import override

from governance.api.callers import caller_of
from governance.api.fields import rfc_3339
from governance.api.opendsr.errors import as_error
from governance.api.opendsr.reading import KeptJSONParser, kept
from governance.api.opendsr.shapes import IDENTITY, TYPES, ControllerRequestIn
from governance.models import KeyScope
from governance.requests.opendsr.stamp import certificate, stamped
from governance.requests.opendsr.standing import VERSION, document_of
from governance.requests.opendsr.taking import cancel, take_in


class Signed(APIView):
    """Every answer is signed, also one that is an error."""

    schema = None
    scopes: ClassVar[dict[str, KeyScope]] = {}
    parser_classes = [KeptJSONParser]

    @override
    def get_exception_handler(self) -> Any:
        return as_error

    @override
    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        made = super().finalize_response(request, response, *args, **kwargs)
        made.add_post_render_callback(_stamp)
        return made


class Discovery(Signed):
    """What we take (6); open, for controllers look before they have a key."""

    authentication_classes = []
    permission_classes = []

    def get(self, request: Request) -> Response:
        """The same for everybody."""
        return Response(
            {
                "api_version": VERSION,
                "supported_identities": [IDENTITY],
                "supported_subject_request_types": list(TYPES),
                "processor_certificate": f"{settings.PUBLIC_URL}/opendsr/certificate.pem",
            }
        )


class Requests(Signed):
    """``POST`` hands a request over (7)."""

    scopes: ClassVar[dict[str, KeyScope]] = {"POST": KeyScope.REQUESTS}

    def post(self, request: Request) -> Response:
        """201, in the same shape whether somebody is known by that id or not."""
        wanted = ControllerRequestIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller, named = caller_of(request), wanted.validated_data["subject_request_id"]
        take_in(wanted.wanted(), caller)
        standing = document_of(caller.service_id, named)
        body = {
            "controller_id": standing["controller_id"],
            "expected_completion_time": standing["expected_completion_time"],
            "received_time": rfc_3339(timezone.now()),
            "encoded_request": base64.b64encode(kept(request)).decode(),
            "subject_request_id": str(named),
        }
        return Response(body, status=201)


class OneRequest(Signed):
    """``GET`` how it stands (8), ``DELETE`` takes it back (9)."""

    scopes: ClassVar[dict[str, KeyScope]] = {
        "GET": KeyScope.REQUESTS,
        "DELETE": KeyScope.REQUESTS,
    }

    def get(self, request: Request, named: uuid.UUID) -> Response:
        """One of this controller's."""
        return Response(document_of(caller_of(request).service_id, named))

    def delete(self, request: Request, named: uuid.UUID) -> Response:
        """Until it is being done."""
        caller = caller_of(request)
        cancel(named, caller)
        body = {
            "controller_id": str(caller.service_id),
            "subject_request_id": str(named),
            "received_time": rfc_3339(timezone.now()),
            "api_version": VERSION,
        }
        return Response(body, status=202)


@require_safe
def processor_certificate(request: HttpRequest) -> HttpResponse:
    """The certificate by which a controller checks our signatures; public."""
    return HttpResponse(certificate(), content_type="application/x-pem-file")


def _stamp(response: HttpResponse) -> None:
    for name, value in stamped(response.content).items():
        response.headers[name] = value
