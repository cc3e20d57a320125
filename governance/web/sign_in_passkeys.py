"""Signing in by passkey, first and again, over allauth. Adding and removing passkeys is
in ``me/passkeys.py``."""

from typing import Any

from allauth.account.internal.decorators import login_not_required
from allauth.account.models import Login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import LoginWebAuthnForm, ReauthenticateWebAuthnForm
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import LoginWebAuthnView, ReauthenticateWebAuthnView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from typing_extensions import override

from governance.models import Account
from governance.web.sign_in_forms import AgainForm, SignInForm

MALFORMED = (AttributeError, KeyError, IndexError, TypeError, ValueError)
"""What the WebAuthn library raises for an answer that is none."""


# allauth publishes no types, hence the ignores.
class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Our words where allauth asks."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy(
            "This passkey was not accepted. Try again, or use your password."
        ),
    }

    @override
    def generate_authenticator_name(self, user: Account, type: str) -> str:
        """A passkey that its owner gave no name."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number}

    @override
    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """What the browser says about this place when it asks for the finger."""
        return {**super().get_public_key_credential_rp_entity(), "name": "Memoryhub"}

    @override
    def get_public_key_credential_user_entity(self, user: Account) -> dict[str, Any]:
        """What the browser shows beside a passkey: the address."""
        entity = super().get_public_key_credential_user_entity(user)
        return {**entity, "display_name": user.email}


class Answer:
    """A browser's answer to a challenge, for allauth's forms: one that cannot be read is
    a wrong one and no crash."""

    def clean_credential(self) -> Authenticator:
        """The passkey that answered."""
        try:
            # The mixin stands before a form of allauth's, which publishes no types.
            return super().clean_credential()  # type: ignore[misc]
        except MALFORMED:
            adapter = PasskeyAdapter()
            raise adapter.validation_error("incorrect_code") from None


class PasskeyForm(Answer, LoginWebAuthnForm):  # type: ignore[misc]
    """By a passkey, without anything typed."""


class PasskeyAgainForm(Answer, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """By one of the passkeys of whoever is signed in."""


@method_decorator(login_not_required, name="dispatch")
class PasskeySignIn(LoginWebAuthnView):  # type: ignore[misc]
    """Gives a challenge to the script of the sign-in page and takes the answer to it;
    ten tries a minute from one place."""

    form_class = PasskeyForm

    @override
    def form_valid(self, form: Any) -> HttpResponse:
        """Signed in, and on to what was asked for."""
        passkey = form.cleaned_data["credential"]
        login = Login(
            user=passkey.user, redirect_url=get_next_redirect_url(self.request)
        )
        response: HttpResponse = flows.perform_passwordless_login(
            self.request, passkey, login
        )
        return response

    @override
    def form_invalid(self, form: Any) -> HttpResponse:
        """The sign-in page, with what was wrong."""
        context = {"form": SignInForm(), "passkey_wrong": first_error(form)}
        return render(self.request, "account/login.html", context, status=422)


class PasskeyAgain(ReauthenticateWebAuthnView):  # type: ignore[misc]
    """The same for somebody who is signed in."""

    template_name = "account/reauthenticate.html"
    form_class = PasskeyAgainForm

    @override
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The challenge for the script; the page for a browser."""
        if request.headers.get("Accept") == "application/json":
            return JsonResponse(
                {"request_options": auth.begin_authentication(request.user)}
            )
        response: HttpResponse = super().get(request, *args, **kwargs)
        return response

    @override
    def form_invalid(self, form: Any) -> HttpResponse:
        """The page again, with what was wrong."""
        context = self.get_context_data(passkey_wrong=first_error(form))
        return render(self.request, self.template_name, context, status=422)

    @override
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The password form too, where there is a password."""
        # Not allauth's: it makes a challenge for every page that is looked at.
        context = super(ReauthenticateWebAuthnView, self).get_context_data(**kwargs)
        return {**context, **ways_of(self.request.user), **kwargs}


def ways_of(account: Account) -> dict[str, Any]:
    """By what an account can show again that it is them, for the page that asks."""
    return {
        "form": AgainForm(user=account) if account.has_usable_password() else None,
        "passkeys": Authenticator.objects.filter(
            user=account, type=Authenticator.Type.WEBAUTHN
        ).exists(),
    }


def first_error(form: Any) -> str:
    """What was wrong with the answer, in one sentence."""
    for errors in form.errors.as_data().values():
        for error in errors:
            if isinstance(error, ValidationError):
                return " ".join(error.messages)
    return ""
