"""Signing in with address and password, by allauth."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.views import (
    LoginView,
    PasswordResetFromKeyView,
    PasswordResetView,
)
from allauth.core import context
from allauth.core.internal.ratelimit import truncate_ip
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
from governance.web.looks import keep_looks
from governance.web.mail import mail_is_sent
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
        "incorrect_password": _("The password is wrong."),
        "duplicate_email": _("This is the address of your account already."),
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
    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """After a changed address: to the settings, or to sign in with it."""
        signed_in = self.request.user.is_authenticated
        return reverse("settings" if signed_in else "account_login")

    @override
    def post_login(self, request: HttpRequest, user: Account, **kwargs: Any) -> Any:
        """The next page, also the one after signing out, looks as the account wants."""
        response = super().post_login(request, user, **kwargs)
        keep_looks(response, language=user.language, theme=user.theme)
        return response

    @override
    def get_client_ip(self, request: HttpRequest) -> str:
        """What tries from one place are counted by: nothing personal is cached."""
        place = truncate_ip(super().get_client_ip(request))
        return keyed_hash("tries from", place).digest.hex()

    @override
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Tries are counted by axes, in the database: a count in each process's own
        memory would forgive as many as there are processes."""

    @override
    def reauthenticate(self, user: Account, password: str) -> bool:
        """Whether it is this account's password; axes counts it as a try to sign in."""
        found = self.authenticate(
            context.request, email=user.email, login=user.email, password=password
        )
        return found is not None and found.pk == user.pk

    @override
    def get_login_stages(self) -> list[str]:
        """A passkey is another way in and no second step after a password
        (docs/decisions/0014-sign-in.md)."""
        stages: list[str] = super().get_login_stages()
        return [each for each in stages if not each.startswith("allauth.mfa.")]

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
        return {**context, "mail_is_sent": mail_is_sent()}


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
