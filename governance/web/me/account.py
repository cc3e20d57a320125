"""How somebody signs in: another password, another address. Both ask first whether it is
still them, and tell them by mail."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import ConfirmEmailView
from allauth.decorators import rate_limit
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from typing_extensions import override

from governance.access import as_account
from governance.choices.sign_in import (
    change_password,
    note_address_asked,
    note_address_changed,
)
from governance.web.again import account_of, signed_in_again
from governance.web.answers import see_other
from governance.web.mail import mail_is_sent, tell
from governance.web.me.done import note_words
from governance.web.sign_in_forms import NewAddressForm, OwnPasswordForm
from governance.web.visitor import Request


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1", "password2")
@signed_in_again
@rate_limit(action="change_password")  # type: ignore[untyped-decorator] # allauth
def new_password(request: Request) -> HttpResponse:
    """Another password; this browser stays signed in, all others do not."""
    account = account_of(request)
    sent = request.POST if request.method == "POST" else None
    form = OwnPasswordForm(account, sent)
    if sent is None or not form.is_valid():
        return _page(request, "me/settings_password.html", form)
    with as_account(account.id):
        change_password(account, form.cleaned_data["password1"])
    update_session_auth_hash(request, account)
    tell(account, "password_changed")
    note_words(request, _("Your password is changed. Other browsers are signed out."))
    return see_other("settings")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_again
@rate_limit(action="manage_email")  # type: ignore[untyped-decorator] # allauth
def new_address(request: Request) -> HttpResponse:
    """Another address: it counts once it is confirmed from there. Whether somebody else
    has an account with it is nobody's business, so the answer is the same."""
    account = account_of(request)
    sent = request.POST if request.method == "POST" and mail_is_sent() else None
    form = NewAddressForm(account, sent)
    if sent is None or not form.is_valid():
        return _page(
            request,
            "me/settings_address.html",
            form,
            account=account,
            waiting=EmailAddress.objects.get_new(account),
            mail_is_sent=mail_is_sent(),
        )
    with as_account(account.id):
        form.save(request)
        note_address_asked(account)
    note_words(
        request,
        _(
            "A link is on its way to the new address. Until you open it, the old one holds."
        ),
    )
    return see_other("settings")


# allauth publishes no types, hence the ignores.
class ConfirmAddress(ConfirmEmailView):  # type: ignore[misc]
    """What the link in the mail opens; the button there confirms."""

    @override
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """The change and its entry are one."""
        account_id = self.get_object().email_address.user_id
        with as_account(account_id):
            response: HttpResponse = super().post(*args, **kwargs)
        return response

    @override
    def respond(self, success: bool) -> HttpResponse:
        """On to where they sign in, or to their settings."""
        if success:
            note_address_changed(self.object.email_address.user)
        response: HttpResponse = super().respond(success)
        return response


def _page(request: Request, template: str, form: Any, **more: Any) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, template, {"form": form, **more}, status=status)
