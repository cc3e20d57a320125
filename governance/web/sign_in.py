"""Signing in with address and password, by allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.views import (
    LoginView,
    PasswordResetFromKeyView,
    PasswordResetView,
)
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods
from typing_extensions import override

from governance.access import keyed_hash
from governance.models import Account
from governance.web.answers import see_other
from governance.web.sign_in_forms import (
    ForgottenPasswordForm,
    NewPasswordForm,
    SignInForm,
)
from governance.web.visitor import Request


# allauth publishes no types, hence the ignores.
class SignInAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Our choices where allauth asks."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("The e-mail address or the password is wrong."),
    }

    @override
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by staff for now, never by whoever comes along."""
        return False

    @override
    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Everybody starts on the page of their work."""
        return start_page(request.user)

    @override
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Tries are counted by axes, in the database: a count in each process's own
        memory would forgive as many as there are processes."""

    @override
    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Pages say what happened; a second note would only repeat it."""


class SignIn(LoginView):  # type: ignore[misc]
    """The page with address and password."""

    form_class = SignInForm


class ForgottenPassword(PasswordResetView):  # type: ignore[misc]
    """Asks where to send a link for a new password."""

    form_class = ForgottenPasswordForm

    @override
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Whether a link could be sent at all."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return {**context, "mail_is_sent": "dummy" not in settings.EMAIL_BACKEND}


class NewPassword(PasswordResetFromKeyView):  # type: ignore[misc]
    """Takes a new password from whoever came by the link."""

    form_class = NewPasswordForm


@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: Request) -> HttpResponse:
    """Ends the session, by whichever way it began."""
    if request.method == "POST":
        logout(request)
        return see_other("signed-out")
    return render(request, "account/logout.html")


def start_page(account: Any) -> str:
    """Where this account's work begins."""
    staff = isinstance(account, Account) and account.is_staff_member
    return reverse("compliance" if staff else "me")


def counted_as(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """What axes counts tries by: the keyed hash of the address that was typed."""
    typed = (credentials or {}).get("login") or request.POST.get("login", "")
    return keyed_hash("sign-in try", str(typed).strip().lower()).digest.hex()
