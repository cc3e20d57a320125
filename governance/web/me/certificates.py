"""The certificate of one's own erasure, and a link to it for whoever should see it."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from governance.erasure import (
    LINK_LIFE,
    certificate_of,
    make_receipt_link,
    shown_certificate,
)
from governance.models import Service
from governance.telling import recipients_of
from governance.web.certificate import as_file, as_pdf
from governance.web.me.find import run_of
from governance.web.visitor import Request, visitors_only
from governance.web.words import moment


@require_safe
@visitors_only
def certificate(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """As a page."""
    signed = _signed(request, run_id)
    with request.visitor.scope() as persons:
        answers = recipients_of(run_of(persons, run_id).person_id, run_id)
        names = dict(Service.objects.values_list("id", "name"))
    shown = shown_certificate(signed, answers, names)
    context = {"certificate": shown, "run_id": run_id}
    return render(request, "me/certificate.html", context)


@require_safe
@visitors_only
def certificate_file(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """As it was signed."""
    return as_file(_signed(request, run_id))


@require_safe
@visitors_only
def certificate_pdf(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """To be printed."""
    return as_pdf(_signed(request, run_id))


@require_POST
@visitors_only
def receipt_link(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """Makes a link and shows it, this once: it is kept as a hash only."""
    with request.visitor.scope() as persons:
        run = run_of(persons, run_id)
        if run.certified_at is None:
            raise Http404
        token = make_receipt_link(run, actor=request.visitor.actor)
    now = timezone.now()
    context = {
        "address": settings.PUBLIC_URL + reverse("receipt", kwargs={"token": token}),
        "ends": moment(now + LINK_LIFE - timedelta(seconds=1), now),
        "run_id": run_id,
    }
    return render(request, "me/receipt_link.html", context)


def _signed(request: Request, run_id: uuid.UUID) -> str:
    with request.visitor.scope() as persons:
        signed = certificate_of(run_of(persons, run_id))
    if signed is None:
        raise Http404
    return signed
