"""For people without a sign-in: ask for something, and prove by mail that it was you.

The answer is the same, and takes the same, whatever the address: nothing is looked up before
it is given. An unproved request does nothing and reveals nothing (law.md).
"""

from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import (
    sensitive_post_parameters,
    sensitive_variables,
)
from django.views.decorators.http import require_http_methods, require_safe

from governance.access import as_intake, counted
from governance.audit import SYSTEM
from governance.dispatch import ring_now
from governance.models import Channel, Right
from governance.requests.filing import Filed, file_request, scrubbed
from governance.requests.letters import mail_is_sent
from governance.requests.office import office
from governance.requests.proving import (
    Locked,
    WrongCode,
    is_link,
    prove_by_code,
    prove_by_link,
)
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.requests.forms import ASKED
from governance.web.requests.words import refused
from governance.web.visitor import Request

FILED = "filed_request"
COUNTED_USE = "public form, counted"
HOUR, DAY = 3_600, 86_400
MOST_FROM_ONE_PLACE = 10
MOST_FOR_ONE_ADDRESS = 5
TASK = "ask_identities"


class Ask(forms.Form):
    """What, who, and in their words."""

    right = forms.ChoiceField(
        label=_("What do you want?"), choices=ASKED, widget=forms.RadioSelect
    )
    contact = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        help_text=_("The one that the app knows, if you can. We answer there."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    words = forms.CharField(
        label=_("Is there anything else we should know?"),
        required=False,
        max_length=4_000,
        help_text=_("Such as the app that it is about. You may leave it empty."),
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )


class Code(forms.Form):
    """The two things that stand in the mail."""

    reference = forms.CharField(
        label=_("Your reference"),
        max_length=20,
        help_text=_("Such as 7K3M-92QX."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    code = forms.CharField(
        label=_("The code from our mail"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}
        ),
    )


@sensitive_post_parameters("contact", "words")
@sensitive_variables("form", "given")
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: Request) -> HttpResponse:
    """The form; its answer is a page of its own."""
    form = Ask(request.POST if request.method == "POST" else None)
    context = {"form": form, "mail": mail_is_sent()}
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "requests/ask.html", context, status=status)
    if _too_many(f"from {_place(request)}", MOST_FROM_ONE_PLACE):
        form.add_error(None, _("Too many at once from here. Try again in an hour."))
        return render(request, "requests/ask.html", context, status=429)
    given = form.cleaned_data
    try:
        words = scrubbed(given["words"])
    except ScrubFailed:
        form.add_error("words", refused("not_scrubbed"))
        return render(request, "requests/ask.html", context, status=503)
    request.session[FILED] = _filed(given, words)
    return see_other("asked")


def _filed(given: dict[str, str], words: str) -> str:
    """The reference. What one address is asked for too often in a day is kept all the
    same, without a mail: nobody is to be flooded by way of us."""
    flooded = _too_many(f"for {given['contact'].casefold()}", MOST_FOR_ONE_ADDRESS, DAY)
    with as_intake():
        filed = Filed(
            right=Right(given["right"]),
            channel=Channel.FORM,
            trouble="mail_withheld" if flooded else "",
            language=get_language() or "en",
            words=words,
            contact=given["contact"],
        )
        made, _joined = file_request(filed, SYSTEM)
    if not flooded:
        ring_now(TASK)
    return made.reference


@require_safe
def asked(request: Request) -> HttpResponse:
    """What happens next; safe to come back to."""
    reference = request.session.get(FILED, "")
    context = {"reference": reference, "mail": mail_is_sent(), "office": office()}
    return render(request, "requests/asked.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def confirm(request: Request, token: str) -> HttpResponse:
    """A button: scanners of mail follow links, and would confirm what nobody asked."""
    if request.method == "POST":
        try:
            prove_by_link(token)
        except WrongCode:
            return render(request, "requests/confirm_over.html", status=410)
        return render(request, "requests/confirmed.html")
    if not is_link(token):
        return render(request, "requests/confirm_over.html", status=410)
    return render(request, "requests/confirm.html")


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("code")
def confirm_by_code(request: Request) -> HttpResponse:
    """The same by hand. After five tries 429, whether there is such a reference or not."""
    form = Code(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            prove_by_code(form.cleaned_data["reference"], form.cleaned_data["code"])
        except WrongCode:
            form.add_error(
                None, _("Reference and code do not fit, or their time is over.")
            )
        except Locked:
            form.add_error(None, _("Too many tries. Ask anew, or write to us, please."))
            status = 429
        else:
            return render(request, "requests/confirmed.html")
    return render(request, "requests/code.html", {"form": form}, status=status)


def _place(request: Request) -> str:
    """Where it came from: behind a proxy that ends TLS, what that one has seen."""
    if settings.BEHIND_PROXY:
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def _too_many(who: str, most: int, life: int = HOUR) -> bool:
    return counted(COUNTED_USE, who, life=life) > most
