"""Append-only record of who did what. Ids and counts only: personal text never enters."""

from governance.audit.actor import SYSTEM, Actor, ActorKind
from governance.audit.chain import Break, Head, head, link_of, verify_chain
from governance.audit.nightly import check_chain
from governance.audit.publishing import publish
from governance.audit.record import entry_of, record
from governance.audit.sealer import seal_new_entries, unsealed

__all__ = [
    "SYSTEM",
    "Actor",
    "ActorKind",
    "Break",
    "Head",
    "check_chain",
    "entry_of",
    "head",
    "link_of",
    "publish",
    "record",
    "seal_new_entries",
    "unsealed",
    "verify_chain",
]
