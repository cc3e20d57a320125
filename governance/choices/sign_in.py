"""How an account signs in: its password, its address, its passkeys. Each change leaves an
entry that names the account and no address. Call each inside the account's own scope."""

from collections.abc import Mapping
from typing import Any

from allauth.mfa.models import Authenticator

from governance import scrubbing
from governance.audit import Actor, ActorKind, record
from governance.models import Account

NAME_LIMIT = 60


def change_password(account: Account, password: str) -> None:
    """The password is this one from now on; other browsers are signed out by it."""
    account.set_password(password)
    account.save(update_fields=["password"])
    _enter("account.password_changed", account)


def note_address_asked(account: Account) -> None:
    """A new address was given and waits to be confirmed."""
    _enter("account.address_asked", account)


def note_address_changed(account: Account) -> None:
    """The new address was confirmed and has taken the old one's place."""
    _enter("account.address_changed", account)


def add_passkey(
    account: Account, *, name: str, credential: Mapping[str, Any]
) -> Authenticator:
    """One more way in. ``credential`` is the browser's answer, checked already; raises
    ``ScrubFailed`` where the name cannot be checked."""
    passkey = Authenticator.objects.create(
        user=account,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": _clean(name), "credential": dict(credential)},
    )
    _enter("passkey.added", account)
    return passkey


def rename_passkey(passkey: Authenticator, name: str) -> None:
    """Its owner calls it otherwise; raises ``ScrubFailed``."""
    passkey.data["name"] = _clean(name)
    passkey.save(update_fields=["data"])
    _enter("passkey.renamed", passkey.user)


def remove_passkey(passkey: Authenticator) -> None:
    """It opens nothing any more."""
    account = passkey.user
    passkey.delete()
    _enter("passkey.removed", account)


def _clean(name: str) -> str:
    """The name is free text, and free text goes through the gate wherever it is typed."""
    return scrubbing.scrub(name).text[:NAME_LIMIT]


def _enter(verb: str, account: Account) -> None:
    record(verb, Actor(ActorKind.ACCOUNT, account.id), subjects=[account.id])
