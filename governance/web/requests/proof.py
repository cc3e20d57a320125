"""The certificates of what a request erased, for the staff."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.audit import record
from governance.erasure import certificate_of, shown_certificate
from governance.models import ErasureRun, Service, SubjectRequest
from governance.requests.pack import audit_pack
from governance.telling import recipients_of
from governance.web.certificate import as_file, as_pdf
from governance.web.requests.roles import LOOK, for_roles
from governance.web.visitor import Request


@require_safe
@for_roles(*LOOK)
def certificate(
    request: Request, request_id: uuid.UUID, run_id: uuid.UUID
) -> HttpResponse:
    """As a page."""
    signed = _signed(request_id, run_id)
    with as_staff():
        run = ErasureRun.objects.get(id=run_id)
        answers = recipients_of(run.person_id, run_id)
        names = dict(Service.objects.values_list("id", "name"))
    context = {
        "certificate": shown_certificate(signed, answers, names),
        "request_id": request_id,
        "run_id": run_id,
    }
    return render(request, "compliance/requests/certificate.html", context)


@require_safe
@for_roles(*LOOK)
def certificate_file(
    request: Request, request_id: uuid.UUID, run_id: uuid.UUID, kind: str
) -> HttpResponse:
    """As it was signed (json), or to be printed (pdf)."""
    kinds = {"json": as_file, "pdf": as_pdf}
    if kind not in kinds:
        raise Http404
    return kinds[kind](_signed(request_id, run_id))


@require_safe
@for_roles(*LOOK)
def pack(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """The whole case as a zip."""
    with as_staff():
        row = SubjectRequest.objects.filter(id=request_id).first()
        if row is None:
            raise Http404
        packed = audit_pack(row)
        actor = request.visitor.staff_actor
        record("request.packed", actor, subjects=[row.id])
    response = HttpResponse(packed, content_type="application/zip")
    name = f"memoryhub-case-{row.reference}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _signed(request_id: uuid.UUID, run_id: uuid.UUID) -> str:
    with as_staff():
        run = ErasureRun.objects.filter(id=run_id, unit=request_id).first()
        signed = certificate_of(run) if run else None
    if signed is None:
        raise Http404
    return signed
