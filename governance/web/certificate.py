"""A certificate as a download: the file that was signed, or a sheet for reading."""

import json

from django.http import HttpResponse

from governance.erasure import certificate_sheet


def as_file(signed: str) -> HttpResponse:
    """The bytes that were signed, to be kept."""
    return _download(signed, signed.encode(), "json")


def as_pdf(signed: str) -> HttpResponse:
    """The sheet, in the visitor's language."""
    return _download(signed, certificate_sheet(signed), "pdf")


def _download(signed: str, content: bytes, kind: str) -> HttpResponse:
    reference = json.loads(signed)["reference"]
    response = HttpResponse(content, content_type=f"application/{kind}")
    name = f"memoryhub-certificate-{reference}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
