"""The settings and what belongs to them."""

from django.urls import URLPattern, path

from governance.web.me import account, closing, passkeys, settings

urlpatterns: list[URLPattern] = [
    path("me/settings/", settings.settings_page, name="settings"),
    path("me/settings/looks/", settings.save_looks, name="save-looks"),
    path("me/settings/keeping/", settings.save_keeping, name="save-keeping"),
    path("me/settings/scrubbing/", settings.save_scrubbing, name="save-scrubbing"),
    path("me/settings/password/", account.new_password, name="new-password"),
    path("me/settings/address/", account.new_address, name="new-address"),
    path("me/account/close/", closing.close, name="close-account"),
    path("me/settings/passkeys/", passkeys.new_passkey, name="new-passkey"),
    path(
        "me/settings/passkeys/<int:passkey_id>/", passkeys.one_passkey, name="passkey"
    ),
]
