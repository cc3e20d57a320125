"""The sign-in pages that we have; every other view of allauth stays closed."""

from allauth.account import views
from django.urls import URLPattern, path, re_path
from django.views.generic import TemplateView

from governance.web.me.account import ConfirmAddress
from governance.web.sign_in import ForgottenPassword, NewPassword, SignIn, sign_out
from governance.web.sign_in_again import SignInAgain
from governance.web.sign_in_passkeys import PasskeyAgain, PasskeySignIn

urlpatterns: list[URLPattern] = [
    path("login/", SignIn.as_view(), name="account_login"),
    # The names are allauth's: it sends people there by itself.
    path("login/passkey/", PasskeySignIn.as_view(), name="mfa_login_webauthn"),
    path("again/", SignInAgain.as_view(), name="account_reauthenticate"),
    path("again/passkey/", PasskeyAgain.as_view(), name="mfa_reauthenticate_webauthn"),
    path("logout/", sign_out, name="account_logout"),
    path(
        "signed-out/",
        TemplateView.as_view(template_name="account/signed_out.html"),
        name="signed-out",
    ),
    path("signup/", views.signup, name="account_signup"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path(
        "confirm-email/",
        views.email_verification_sent,
        name="account_email_verification_sent",
    ),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        ConfirmAddress.as_view(),
        name="account_confirm_email",
    ),
    path("password/reset/", ForgottenPassword.as_view(), name="account_reset_password"),
    path(
        "password/reset/done/",
        views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
