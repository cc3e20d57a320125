"""A person's own copy: a link that ends, and what stands behind it, read part by part.

Nothing is stored but the link. Each part is read in a transaction of its own when the
file is made, so an erasure reaches the copy by itself, and a slow reader holds no lock.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from governance.access import (
    as_account,
    as_service_with,
    hashes,
    keyed_hash,
    note_current_key,
)
from governance.audit import Actor, ActorKind, record
from governance.models import (
    Account,
    Consent,
    ExportFormat,
    ExportLink,
    Memory,
    Person,
    Read,
)
from governance.porting.document import LARGEST_PART, Part, Place, part_after
from governance.porting.handed_out import log_handed_out
from governance.writing import opened

TOKEN_USE = "export link"  # noqa: S105  the name of a use, not a secret
LINK_LIFE = timedelta(days=7)
READS_AT_ONCE = 2_000


@dataclass(frozen=True)
class Record:
    """One record, with what is kept about the person beside memories."""

    person: Person
    consents: Sequence[Consent]
    waiting: Sequence[tuple[Memory, str]]
    """What waits for their yes, with its words; empty words where it does not open."""


def make_export(account: Account, format_: ExportFormat) -> str:
    """A link's token, which is kept as a hash only."""
    token = secrets.token_urlsafe(32)
    hashed = keyed_hash(TOKEN_USE, token)
    with as_account(account.id):
        note_current_key()
        link = ExportLink.objects.create(
            account=account,
            token_hash=hashed.digest,
            hash_key_id=hashed.key_id,
            format=format_,
            expires_at=timezone.now() + LINK_LIFE,
        )
        record("export.made", _actor(account), subjects=[link.id])
    return token


def links_of(account: Account) -> list[ExportLink]:
    """The links that still open, newest first."""
    with as_account(account.id):
        fresh = ExportLink.objects.filter(account=account, expires_at__gt=Now())
        return list(fresh.order_by("-created_at", "-id"))


def link_of(account: Account, token: str) -> tuple[ExportLink, bool] | None:
    """The account's link with this token, and whether its time is over; None for what is
    none of theirs."""
    with as_account(account.id):
        found = ExportLink.objects.filter(
            account=account, token_hash__in=hashes(TOKEN_USE, token)
        )
        link = found.annotate(over=Q(expires_at__lte=Now())).first()
        return (link, bool(link.over)) if link else None


def begin_download(link: ExportLink, account: Account) -> list[Person]:
    """Enters that the file is made now, once for each record that goes into it; gives
    those records with their services."""
    with as_account(account.id) as persons:
        ExportLink.objects.filter(id=link.id).update(downloads=F("downloads") + 1)
        rows = Person.objects.filter(id__in=persons).select_related("service")
        records = list(rows.order_by("service__name", "id"))
        for person in records:
            record(
                "export.downloaded",
                _actor(account),
                service_id=person.service_id,
                person_id=person.id,
                subjects=[link.id],
            )
    return records


def record_of(person: Person) -> Record:
    """What is kept about the person at this service, beside the parts below."""
    with as_service_with(person.service_id, person.id):
        consents = Consent.objects.owned_by(person.id).order_by("created_at", "id")
        sealed = Memory.objects.owned_by(person.id).unexpired().staying()
        waiting = sealed.filter(sealed__isnull=False).order_by("created_at", "id")
        found = Record(
            person, list(consents), [(each, _words_of(each)) for each in waiting]
        )
        log_handed_out(person, [each.id for each, _words in found.waiting])
    return found


def parts_of(person: Person) -> Iterator[Part]:
    """All memories, part by part; each part stands in the log of reads before it goes
    out."""
    place: Place | None = None
    while True:
        with as_service_with(person.service_id, person.id):
            part = part_after(
                place,
                person_id=person.id,
                service_id=person.service_id,
                size=LARGEST_PART,
            )
            log_handed_out(person, [each.id for each in part.memories])
        yield part
        place = part.more_after
        if place is None:
            return


def reads_of(person: Person, *, before: datetime) -> Iterator[list[Read]]:
    """Who read what, oldest first, up to when the export began."""
    place: Place | None = None
    while True:
        with as_service_with(person.service_id, person.id):
            rows = Read.objects.owned_by(person.id).filter(created_at__lt=before)
            if place:
                at, last = place
                rows = rows.filter(created_at__gte=at).filter(
                    Q(created_at__gt=at) | Q(id__gt=last)
                )
            found = list(rows.order_by("created_at", "id")[:READS_AT_ONCE])
        if found:
            yield found
        if len(found) < READS_AT_ONCE:
            return
        place = (found[-1].created_at, found[-1].id)


def _words_of(memory: Memory) -> str:
    try:
        return str(opened(memory)["text"])
    except ValueError:
        return ""  # its key is gone; the rest goes out all the same


def _actor(account: Account) -> Actor:
    return Actor(ActorKind.ACCOUNT, account.id)
