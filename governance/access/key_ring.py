"""Care for the keys that exist: rotate with an overlap, narrow, end, revoke.

A key is named by its prefix, which is no secret. Whatever is done holds at once: a key is
asked for again inside the transaction of every write.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db.models import F
from django.db.models.functions import Coalesce, Least, Now

from governance.access.protective import enter_key
from governance.access.scopes import as_staff
from governance.access.secrets import note_current_key
from governance.access.service_keys import make_key, valid_keys
from governance.audit import Actor, record
from governance.models import ServiceKey


class NoSuchKey(Exception):
    """There is no such key, or it is over."""


class OnlyNarrower(Exception):
    """The key does not have all of these scopes; a wider key is a new one."""


def keys_of(service_name: str) -> list[ServiceKey]:
    """Every key of a service, the newest first, ended ones included."""
    with as_staff():
        keys = ServiceKey.objects.filter(service__name=service_name)
        return list(keys.order_by("-created_at", "-id"))


def rotate_key(prefix: str, *, overlap: timedelta, actor: Actor) -> str:
    """A new key with the scopes of this one, which ends after ``overlap`` at the
    latest: until then both work. Raises :class:`NoSuchKey`."""
    with as_staff():
        note_current_key()
        old = _valid(prefix)
        key = make_key(old.service, old.scopes)
        _end(old, after=overlap)
        _enter("key.rotated", old, actor)
    return key


def narrow_key(prefix: str, scopes: Sequence[str], *, actor: Actor) -> None:
    """Leaves the key these scopes only. Raises :class:`NoSuchKey`, or
    :class:`OnlyNarrower` for a scope that it does not have."""
    with as_staff():
        key = _valid(prefix)
        _refuse_wider(key, scopes)
        ServiceKey.objects.filter(id=key.id).update(scopes=list(scopes))
        _enter("key.narrowed", key, actor)


def end_key(prefix: str, *, after: timedelta, actor: Actor) -> None:
    """Ends the key then, or when it would have ended anyway. Raises
    :class:`NoSuchKey`."""
    with as_staff():
        key = _valid(prefix)
        _end(key, after=after)
        _enter("key.limited", key, actor)


def revoke_key(prefix: str, *, actor: Actor) -> None:
    """Ends the key now. Raises :class:`NoSuchKey`."""
    with as_staff():
        key = _valid(prefix)
        ServiceKey.objects.filter(id=key.id).update(revoked_at=Now())
        _enter("key.revoked", key, actor)


def _valid(prefix: str) -> ServiceKey:
    key = valid_keys().filter(prefix=prefix).select_related("service").first()
    if key is None:
        raise NoSuchKey
    return key


def _end(key: ServiceKey, *, after: timedelta) -> None:
    ends = Now() + after
    ServiceKey.objects.filter(id=key.id).update(
        expires_at=Least(Coalesce(F("expires_at"), ends), ends)
    )


def _refuse_wider(key: ServiceKey, scopes: Collection[str]) -> None:
    if not set(scopes) <= set(key.scopes):
        raise OnlyNarrower


def _enter(verb: str, key: ServiceKey, actor: Actor) -> None:
    record(verb, actor, service_id=key.service_id, subjects=[key.id])
    enter_key(key)  # a restore must not make it valid, or wider, again
