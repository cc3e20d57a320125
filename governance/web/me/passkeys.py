"""Passkeys of an account: add one, give it a name, remove it."""

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from typing_extensions import override

from governance.access import as_account
from governance.choices.sign_in import (
    NAME_LIMIT,
    add_passkey,
    remove_passkey,
    rename_passkey,
)
from governance.models import Account
from governance.scrubbing import ScrubFailed
from governance.web.again import account_of, signed_in_again
from governance.web.answers import see_other
from governance.web.mail import tell
from governance.web.me.done import note_words
from governance.web.sign_in_passkeys import MALFORMED, PasskeyAdapter, first_error
from governance.web.visitor import Request

JSON = "application/json"


class NewPasskeyForm(AddWebAuthnForm):  # type: ignore[misc] # allauth has no types
    """The browser's answer with a name. Every passkey here signs in by itself, so what
    allauth asks about that is not asked."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["name"].max_length = NAME_LIMIT

    @override
    def clean(self) -> dict[str, object]:
        """An answer that cannot be read is a wrong one and no crash."""
        try:
            cleaned: dict[str, object] = super().clean()
        except MALFORMED:
            raise PasskeyAdapter().validation_error("incorrect_code") from None
        return cleaned


class PasskeyNameForm(forms.Form):
    """What its owner calls it."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LIMIT,
        help_text=gettext_lazy(
            "So that you know later which one it is, such as: my phone."
        ),
        error_messages={"required": gettext_lazy("Give it a name.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_again
def new_passkey(request: Request) -> HttpResponse:
    """The page; the challenge for its script; and the answer."""
    account = account_of(request)
    if request.method == "POST":
        return _add(request, account)
    if request.headers.get("Accept") == JSON:
        options = auth.begin_registration(account, passwordless=True)
        return JsonResponse({"creation_options": options})
    return render(request, "me/settings_new_passkey.html")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_again
def one_passkey(request: Request, passkey_id: int) -> HttpResponse:
    """Its name, and the button that removes it."""
    account = account_of(request)
    passkey = passkeys_of(account).filter(id=passkey_id).first()
    if passkey is None:
        raise Http404
    if request.method == "POST" and "remove" in request.POST:
        with as_account(account.id):
            remove_passkey(passkey)
        tell(account, "passkey_removed")
        note_words(request, _("The passkey is removed. It opens nothing any more."))
        return see_other("settings")
    sent = request.POST if request.method == "POST" else None
    form = PasskeyNameForm(sent, initial={"name": passkey.wrap().name})
    if sent is not None and form.is_valid() and _renamed(account, passkey, form):
        note_words(request, _("The name is saved."))
        return see_other("settings")
    context = {"form": form, "passkey": passkey}
    status = 422 if form.is_bound else 200
    return render(request, "me/settings_passkey.html", context, status=status)


def passkeys_of(account: Account) -> QuerySet[Authenticator]:
    """The oldest first."""
    mine: QuerySet[Authenticator] = Authenticator.objects.filter(
        user=account, type=Authenticator.Type.WEBAUTHN
    )
    return mine.order_by("created_at", "id")


def _add(request: Request, account: Account) -> HttpResponse:
    form = NewPasskeyForm(request.POST, user=account)
    wrong = "" if form.is_valid() else first_error(form)
    if not wrong:
        try:
            with as_account(account.id):
                add_passkey(
                    account,
                    name=form.cleaned_data["name"],
                    credential=form.cleaned_data["credential"],
                )
        except ScrubFailed:
            wrong = _("The name could not be checked. Try another one.")
    if wrong:
        context = {"passkey_wrong": wrong, "name": request.POST.get("name", "")}
        return render(request, "me/settings_new_passkey.html", context, status=422)
    tell(account, "passkey_added")
    note_words(request, _("The passkey is added. You can sign in with it from now on."))
    return see_other("settings")


def _renamed(account: Account, passkey: Authenticator, form: PasskeyNameForm) -> bool:
    try:
        with as_account(account.id):
            rename_passkey(passkey, form.cleaned_data["name"])
    except ScrubFailed:
        form.add_error("name", _("The name could not be checked. Try another one."))
        return False
    return True
