"""Receipt links: whoever holds one opens that certificate, for a year, signed in or not.

The token is made of 256 random bits and kept as a keyed hash only, so it is shown once.
"""

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import (
    as_service_with,
    as_sweeper,
    hashes,
    keyed_hash,
    note_current_key,
    presenting,
)
from governance.audit import Actor, record
from governance.ledger import Entry, enter_before_commit
from governance.models import Certificate, ErasureRun, HashKey, ReceiptLink
from governance.telling import Recipient, recipients_of

TOKEN_USE = "receipt link"  # noqa: S105  the name of a use, not a secret
LINK_LIFE = timedelta(days=365)


@dataclass(frozen=True)
class Opened:
    """What a receipt link opens; nothing of it when its time is over, or as long as the
    certificate is not made (``waits``)."""

    signed: str
    over: bool
    waits: bool = False
    answers: Sequence[Recipient] = ()


def make_receipt_link(run: ErasureRun, *, actor: Actor) -> str:
    """A link's token; call it inside the scope of whoever asks."""
    token = secrets.token_urlsafe(32)
    hashed = keyed_hash(TOKEN_USE, token)
    note_current_key()
    link = ReceiptLink.objects.create(
        person_id=run.person_id,
        service_id=run.service_id,
        run_id=run.id,
        token_hash=hashed.digest,
        hash_key_id=hashed.key_id,
        expires_at=Now() + LINK_LIFE,
    )
    enter_before_commit(
        {
            "kind": "receipt_link",
            "run": str(run.id),
            "link": str(link.id),
            "token": hashed.digest.hex(),
            "token_key": hashed.key_id,
        }
    )
    record(
        "certificate.linked",
        actor,
        service_id=run.service_id,
        person_id=run.person_id,
        subjects=[run.id, link.id],
    )
    return token


def link_again(entry: Entry) -> bool:
    """After a restore: whoever holds the link opens the new certificate with it, for as
    long as they would have. Whether it was not here."""
    run_id, link_id = uuid.UUID(entry["run"]), uuid.UUID(entry["link"])
    made_at = datetime.fromisoformat(entry["at"])
    with as_sweeper():
        run = ErasureRun.objects.filter(id=run_id).first()
    if run is None:
        return False
    with as_service_with(run.service_id, run.person_id):
        note_current_key()
        if not HashKey.objects.filter(id=entry["token_key"]).exists():
            return False  # of a key that the restored data has never seen
        mine = ReceiptLink.objects.filter(person_id=run.person_id, id=link_id)
        if mine.exists():
            return False
        ReceiptLink.objects.create(
            id=link_id,
            person_id=run.person_id,
            service_id=run.service_id,
            run_id=run_id,
            token_hash=bytes.fromhex(entry["token"]),
            hash_key_id=entry["token_key"],
            expires_at=made_at + LINK_LIFE,
        )
    return True


def open_receipt(token: str) -> Opened | None:
    """The certificate of this link; None when no link has this token.

    A token that was never one is looked for like one that is over, under every key: how
    long the answer takes does not tell them apart.
    """
    found = [_presented(digest) for digest in hashes(TOKEN_USE, token)]
    link = next((each for each in found if each), None)
    if link is None:
        return None
    if link.over:
        return Opened("", over=True)
    with as_service_with(link.service_id, link.person_id):
        mine = Certificate.objects.owned_by(link.person_id).filter(run_id=link.run_id)
        signed = mine.values_list("signed", flat=True).first()
        answers = recipients_of(link.person_id, link.run_id)
    return Opened(signed or "", over=False, waits=signed is None, answers=answers)


@dataclass(frozen=True)
class _Link:
    run_id: uuid.UUID
    person_id: uuid.UUID
    service_id: uuid.UUID
    over: bool


def _presented(digest: bytes) -> _Link | None:
    with presenting(digest.hex()):
        rows = ReceiptLink.objects.filter(token_hash=digest)
        named = rows.annotate(over=Q(expires_at__lte=Now()))
        found = named.values("run_id", "person_id", "service_id", "over").first()
    return _Link(**found) if found else None
