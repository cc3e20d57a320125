"""One-time links from a service to its part of a person's pages."""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from governance.access.scopes import as_service_with, presenting
from governance.access.secrets import hashes, keyed_hash, note_current_key
from governance.audit import Actor, ActorKind, record
from governance.models import DashboardLink, Person

TOKEN_USE = "dashboard link"  # noqa: S105  the name of a use, not a secret
LINK_LIFE = timedelta(minutes=10)


@dataclass(frozen=True)
class Opened:
    """What a redeemed link opens."""

    link_id: uuid.UUID
    person_id: uuid.UUID
    service_id: uuid.UUID


def make_link(
    service_id: uuid.UUID, person_id: uuid.UUID, *, actor: Actor
) -> tuple[str, datetime]:
    """A link's address and the time it ends."""
    token = secrets.token_urlsafe(32)
    hashed = keyed_hash(TOKEN_USE, token)
    expires_at = timezone.now() + LINK_LIFE
    with as_service_with(service_id, person_id):
        note_current_key()
        link = DashboardLink.objects.create(
            person_id=person_id,
            service_id=service_id,
            token_hash=hashed.digest,
            hash_key_id=hashed.key_id,
            expires_at=expires_at,
        )
        record(
            "link.made",
            actor,
            service_id=service_id,
            person_id=person_id,
            subjects=[link.id],
        )
    path = reverse("open-link", kwargs={"token": token})
    return f"{settings.PUBLIC_URL}{path}", expires_at


def service_of_link(token: str) -> str | None:
    """The name of the service whose fresh link this is; redeems nothing."""
    for digest in hashes(TOKEN_USE, token):
        with presenting(digest.hex()):
            fresh = DashboardLink.objects.filter(
                token_hash=digest, used_at__isnull=True, expires_at__gt=Now()
            )
            name = fresh.values_list("service__name", flat=True).first()
        if name is not None:
            return str(name)
    return None


def open_link(token: str) -> Opened | None:
    """Redeems a link, once; None when it is unknown, used or over."""
    opened: Opened | None = None
    for digest in hashes(TOKEN_USE, token):
        with presenting(digest.hex()):
            found = DashboardLink.objects.filter(token_hash=digest)
            fresh = found.filter(used_at__isnull=True, expires_at__gt=Now())
            # The conditional update lets one of two simultaneous presses win.
            if fresh.update(used_at=Now()):
                link = found.get()
                _note_opened(link)
                opened = Opened(link.id, link.person_id, link.service_id)
        if opened:
            _note_seen(opened)
            return opened
    return None


def _note_seen(opened: Opened) -> None:
    """Who has been at their pages can be asked (writing/sensitive.py)."""
    with as_service_with(opened.service_id, opened.person_id):
        Person.objects.filter(id=opened.person_id).update(seen_at=Now())


def _note_opened(link: DashboardLink) -> None:
    record(
        "link.opened",
        Actor(ActorKind.LINK, link.id),
        service_id=link.service_id,
        person_id=link.person_id,
        subjects=[link.id],
    )
