"""allauth's forms in our words; password managers and pasting welcome (WCAG 3.3.8)."""

from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


# allauth publishes no types, hence the ignores.
class SignInForm(LoginForm):  # type: ignore[misc]
    """Address and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "login", label=_("E-mail address"), autocomplete="username")
        _say(self, "password", label=_("Password"))
        _say(self, "remember", label=_("Keep me signed in on this device"))

    @override
    def user_credentials(self) -> dict[str, Any]:
        """axes counts tries by the field that settings name, allauth calls it email."""
        credentials: dict[str, Any] = super().user_credentials()
        return {**credentials, "login": credentials.get("email", "")}


class AgainForm(ReauthenticateForm):  # type: ignore[misc]
    """The password of whoever is signed in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "password", label=_("Password"))


class ForgottenPasswordForm(ResetPasswordForm):  # type: ignore[misc]
    """Only the address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", label=_("E-mail address"), autocomplete="username")


class NewPasswordForm(ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say_new_password(self)


class OwnPasswordForm(SetPasswordForm):  # type: ignore[misc]
    """The same for somebody who is signed in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say_new_password(self)


class NewAddressForm(AddEmailForm):  # type: ignore[misc]
    """The address that is to take the old one's place."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", label=_("New e-mail address"), autocomplete="email")


def _say_new_password(form: forms.Form) -> None:
    _say(
        form,
        "password1",
        label=_("New password"),
        hint=_(
            "At least 10 characters. Three or four words that you can recall do well."
        ),
    )
    _say(form, "password2", label=_("The same password again"))


def _say(
    form: forms.Form, name: str, *, label: Any, hint: Any = "", autocomplete: str = ""
) -> None:
    """Sets label and hint. A placeholder goes: it vanishes as soon as one types."""
    field = form.fields[name]
    field.label = label
    field.help_text = hint
    field.widget.attrs.pop("placeholder", None)
    if autocomplete:
        field.widget.attrs["autocomplete"] = autocomplete
