"""What a certificate says: a pure document of counts, times, places and sentences.

It holds no personal text, no id of the person or of anything erased, and no name that a
service has given: whoever finds it learns that something was erased, and not what.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from governance.erasure.certificate.wording import said

FORMAT = "memoryhub.erasure-certificate/1"


@dataclass(frozen=True)
class StoreCount:
    """Rows of the plan in one store: at planning, erased, and found when all was done."""

    store: str
    before: int
    erased: int
    after: int


@dataclass(frozen=True)
class Reach:
    """What was asked for, and how far it went. ``derived_again`` are at most so many
    texts that were made anew from what stays; ``not_learnt_again`` so many named texts left
    a fingerprint, so that they are refused should they be told again."""

    scope: str
    asked_for: int
    memories: int
    sources: int
    derived_again: int
    not_learnt_again: int = 0


@dataclass(frozen=True)
class Times:
    """By the clock of the database."""

    asked: datetime
    begun: datetime
    verified: datetime
    issued: datetime


@dataclass(frozen=True)
class Place:
    """Where an entry stands in a chain, and the hash that holds it there (hexadecimal)."""

    number: int
    hash: str


@dataclass(frozen=True)
class Kept:
    """How many memories stay in spite of the erasure, by which exception of Art. 17(3)
    GDPR, and when at the latest they go, unasked."""

    memories: int
    law: str
    until: datetime


@dataclass(frozen=True)
class Document:
    """The proof of one erasure. ``audit`` is the entry that says it was done,
    ``audit_head`` the end of the chain when this was signed; ``ledger`` is None where the
    ledger has no entry of it, ``probes`` the ways in which what went was looked for in
    vain: a run that found anything is not done. ``rewritten_at`` is when the database's
    files are rewritten next, by plan; None where the operator plans that."""

    issuer: str
    reference: str
    asked_by: str
    times: Times
    reach: Reach
    stores: Sequence[StoreCount]
    probes: Sequence[str]
    recipients: Sequence[tuple[str, str]]
    backup_days: int | None
    audit: Place
    audit_head: Place
    ledger: Place | None
    kept: Sequence[Kept] = ()
    rewritten_at: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        """To be signed; times are RFC 3339 in UTC, counts are rows."""
        return {
            "format": FORMAT,
            "issuer": self.issuer,
            "keys": f"{self.issuer}/.well-known/memoryhub-keys.json",
            "reference": self.reference,
            "asked_by": self.asked_by,
            "asked_at": _moment(self.times.asked),
            "begun_at": _moment(self.times.begun),
            "verified_at": _moment(self.times.verified),
            "issued_at": _moment(self.times.issued),
            "scope": {
                **said(f"scope.{self.reach.scope}"),
                "asked_for": self.reach.asked_for,
                "memories": self.reach.memories,
                "sources": self.reach.sources,
                "derived_again_at_most": self.reach.derived_again,
                "not_learnt_again": self.reach.not_learnt_again,
            },
            "stores": [
                {
                    **said(f"store.{each.store}"),
                    "before": each.before,
                    "erased": each.erased,
                    "after": each.after,
                }
                for each in self.stores
            ],
            "probes": [{**said(each), "found": 0} for each in self.probes],
            "method": [*(said(f"method.{each}") for each in METHOD), self._bytes()],
            "kept": [
                {
                    "memories": each.memories,
                    **said(f"kept.{each.law}"),
                    "review_at": _moment(each.until),
                }
                for each in self.kept
            ],
            "recipients": [
                {"service": service, "state": state}
                for service, state in self.recipients
            ],
            "backups": self._backups(),
            "audit": {
                "entry": vars(self.audit),
                "head": vars(self.audit_head),
            },
            "ledger": vars(self.ledger) if self.ledger else None,
        }

    def _bytes(self) -> dict[str, str]:
        """What becomes of them, as far as that is planned."""
        if self.rewritten_at is None:
            return said("method.freed_pages")
        next_at = {"next_at": _moment(self.rewritten_at)}
        return said("method.rewritten_weekly") | next_at

    def _backups(self) -> dict[str, Any]:
        days = self.backup_days
        if days is None:
            return {**said("backups.unstated"), "kept_days": None, "gone_by": None}
        gone_by = _moment(self.times.verified + timedelta(days=days))
        code = "backups.aged" if days else "backups.none"
        return {**said(code), "kept_days": days, "gone_by": gone_by}


METHOD = (
    "rows_deleted",
    "derived_texts",
    "ledger_first",
    "counted_again",
)
"""How it was done, by the codes of the sentences; one more says what becomes of the bytes."""


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="microseconds").replace("+00:00", "Z")
