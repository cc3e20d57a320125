"""The chain: each link is SHA-256 over the link before it and the entry's canonical form."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from governance.models import AuditEntry, AuditSeal

START = bytes(32)
"""What the first link follows."""


@dataclass(frozen=True)
class Head:
    """A link: its number (0 before the first) and its hash."""

    number: int
    hash: bytes


@dataclass(frozen=True)
class Break:
    """The first link that does not hold, and what is wrong with it."""

    number: int
    why: str


def link(before: bytes, entry: AuditEntry) -> bytes:
    """The hash that links an entry to the chain."""
    return sha256(before + _canonical(entry)).digest()


def head() -> Head:
    """The newest link."""
    newest = AuditSeal.objects.order_by("-number").first()
    return Head(newest.number, bytes(newest.hash)) if newest else Head(0, START)


def seal_of(number: int) -> bytes:
    """The hash of one link; nothing where there is none."""
    found = AuditSeal.objects.filter(number=number).first()
    return bytes(found.hash) if found else b""


def link_of(verb: str, *, person_id: uuid.UUID, subject: uuid.UUID) -> Head | None:
    """The newest link of an entry about this person and thing; None before it is sealed."""
    found = AuditSeal.objects.filter(
        entry__verb=verb,
        entry__person_id=person_id,
        entry__subject_ids__contains=[subject],
    )
    newest = found.order_by("-number").first()
    return Head(newest.number, bytes(newest.hash)) if newest else None


def verify_chain() -> Head | Break:
    """Walks the whole chain; call it in a scope that reads the record."""
    at = Head(0, START)
    for seal in _links():
        why = _wrong(at, seal)
        if why:
            return Break(seal.number, why)
        at = Head(seal.number, bytes(seal.hash))
    return at


def _links() -> Iterator[AuditSeal]:
    chain = AuditSeal.objects.order_by("number").select_related("entry")
    return chain.iterator(chunk_size=2_000)


def _wrong(at: Head, seal: AuditSeal) -> str:
    if seal.number != at.number + 1:
        return f"link {at.number + 1} is missing"
    if bytes(seal.before) != at.hash:
        return "it does not follow the link before it"
    if bytes(seal.hash) != link(at.hash, seal.entry):
        return "its entry was changed"
    return ""


def _canonical(entry: AuditEntry) -> bytes:
    facts = {
        "id": str(entry.id),
        "at": entry.created_at.isoformat(),
        "verb": entry.verb,
        "actor": [entry.actor_kind, str(entry.actor_id or "")],
        "service": str(entry.service_id or ""),
        "person": str(entry.person_id or ""),
        "subjects": [str(each) for each in entry.subject_ids],
        "counts": entry.counts,
    }
    return json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()
