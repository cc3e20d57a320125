"""A package by its link, for people without an account. Whether the link is one, is over or
never was: the page is the same, and so is what is said to a code that is not right."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import (
    sensitive_post_parameters,
    sensitive_variables,
)
from django.views.decorators.http import require_http_methods

from governance.requests.packages import (
    Locked,
    NotThere,
    WrongCode,
    send_code,
    take_by_code,
)
from governance.web.mail import mail_is_sent
from governance.web.packages.handing import as_download
from governance.web.visitor import Request

DIGITS = 8


class CodeForm(forms.Form):
    """The code out of the mail; spaces in it do not matter."""

    code = forms.CharField(
        label=_("Code from the mail"),
        max_length=2 * DIGITS,
        widget=forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "one-time-code"}
        ),
        error_messages={"required": _("Type the code from the mail.")},
    )

    def clean_code(self) -> str:
        """Digits only."""
        return "".join(str(self.cleaned_data["code"]).split())


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@sensitive_variables()
def package(request: Request, token: str) -> HttpResponse:
    """The page with both buttons, and what they do."""
    response = _answer(request, token)
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def _answer(request: Request, token: str) -> HttpResponse:
    if request.method != "POST":
        return _page(request, CodeForm())
    try:
        if "send" in request.POST:
            send_code(token)
            return _page(request, CodeForm(), sent=True)
        return _open(request, token)
    except Locked:
        return render(request, "packages/locked.html", status=429)


def _open(request: Request, token: str) -> HttpResponse:
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    try:
        return as_download(take_by_code(token, form.cleaned_data["code"]))
    except WrongCode:
        form.add_error("code", _("This code does not open it. Have a new one sent."))
        return _page(request, form, status=400)
    except NotThere:
        return render(request, "packages/over.html", status=410)


def _page(
    request: Request, form: CodeForm, *, sent: bool = False, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "sent": sent,
        "mail_is_sent": mail_is_sent(),
    }
    return render(request, "packages/by_link.html", context, status=status)
