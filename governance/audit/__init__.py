"""Append-only record of who did what. Ids and counts only: personal text never enters."""

from governance.audit.actor import SYSTEM, Actor, ActorKind
from governance.audit.chain import Break, Head, head, link_of, verify_chain
from governance.audit.nightly import check_chain, checked_just_now, last_walk
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
    "checked_just_now",
    "entry_of",
    "head",
    "last_walk",
    "link_of",
    "publish",
    "record",
    "seal_new_entries",
    "unsealed",
    "verify_chain",
]
