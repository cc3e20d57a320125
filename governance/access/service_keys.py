"""Service keys: ``mh_<prefix>_<secret>``, shown once, kept as a keyed hash."""

import re
import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from governance.access.scopes import Scope, as_staff, glance
from governance.access.secrets import keyed_hash, note_current_key, same_hash
from governance.audit import Actor, ActorKind, record
from governance.models import DEFAULT_SCOPES, Ready, Service, ServiceKey

SECRET_USE = "service key"  # noqa: S105  the name of a use, not a secret
SHAPE = re.compile(r"mh_([0-9a-z]{12})_([0-9A-Za-z_-]{43})")


@dataclass(frozen=True)
class Caller:
    """A service that has proved itself, with what its key may do; or, with ``hand``, the
    person themselves, who looks after what that service keeps (``own_hand``)."""

    key_id: uuid.UUID | None
    service_id: uuid.UUID
    service_name: str
    scrub_policy: str
    category_policy: Mapping[str, str]
    scopes: frozenset[str]
    purposes: tuple[str, ...]
    trusted_tools: tuple[str, ...]
    hand: Actor | None = None

    @classmethod
    def of(
        cls,
        key_id: uuid.UUID,
        service_id: uuid.UUID,
        name: str,
        scrub_policy: str,
        category_policy: Mapping[str, str],
        scopes: Sequence[str],
        purposes: Sequence[str],
        trusted_tools: Sequence[str],
    ) -> "Caller":
        """From the columns of a key and its service."""
        return cls(
            key_id=key_id,
            service_id=service_id,
            service_name=name,
            scrub_policy=scrub_policy,
            category_policy=category_policy,
            scopes=frozenset(scopes),
            purposes=tuple(purposes),
            trusted_tools=tuple(trusted_tools),
        )

    @property
    def actor(self) -> Actor:
        """The caller as it stands in the audit record."""
        return self.hand or Actor(ActorKind.SERVICE, self.service_id)


def make_service(
    name: str,
    *,
    scopes: Sequence[str] = DEFAULT_SCOPES,
    purposes: Sequence[str] = ("assist",),
    actor: Actor,
) -> tuple[Service, str]:
    """A new service and its first key; the key cannot be shown again."""
    with as_staff():
        note_current_key()
        service = Service.objects.create(name=name, purposes=list(purposes))
        key = make_key(service, scopes)
        record("service.made", actor, service_id=service.id, subjects=[service.id])
    return service, key


def add_key(
    service: Service,
    scopes: Sequence[str],
    *,
    actor: Actor,
    expires_at: datetime | None = None,
) -> str:
    """One more key of a service, shown once."""
    with as_staff():
        note_current_key()
        key = make_key(service, scopes, expires_at)
        record("key.made", actor, service_id=service.id, subjects=[service.id])
    return key


def authenticate(key: str) -> Caller | None:
    """The caller that holds this key; None for an unknown, revoked or expired one."""
    parts = SHAPE.fullmatch(key)
    if parts is None:
        return None
    prefix, secret = parts.groups()
    found = glance(Scope.SIGN_IN, _PRESENTED, prefix=prefix)
    if not found:
        return None
    digest, hash_key, *facts = found[0]
    if not same_hash(SECRET_USE, secret, digest=bytes(digest), key_id=hash_key):
        return None
    return Caller.of(*facts)


def valid_keys() -> QuerySet[ServiceKey]:
    """Keys that are neither revoked nor over, as far as the scope sees them."""
    return ServiceKey.objects.filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=Now()), revoked_at__isnull=True
    )


_PRESENTED = Ready[tuple[Any, ...]](
    lambda prefix: (
        valid_keys()
        .filter(prefix=prefix)
        .values_list(
            "secret_hash",
            "hash_key_id",
            "id",
            "service_id",
            "service__name",
            "service__scrub_policy",
            "service__category_policy",
            "scopes",
            "service__purposes",
            "service__trusted_tools",
        )
    )
)


def make_key(
    service: Service, scopes: Sequence[str], expires_at: datetime | None = None
) -> str:
    """A key's row, and the key itself; call it in the scope of staff."""
    prefix, secret = _random_prefix(), secrets.token_urlsafe(32)
    hashed = keyed_hash(SECRET_USE, secret)
    ServiceKey.objects.create(
        service=service,
        prefix=prefix,
        secret_hash=hashed.digest,
        hash_key_id=hashed.key_id,
        scopes=list(scopes),
        expires_at=expires_at,
    )
    return f"mh_{prefix}_{secret}"


def _random_prefix() -> str:
    alphabet = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "".join(secrets.choice(alphabet) for _ in range(12))
