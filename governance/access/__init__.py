"""The one place that answers "may they?": scopes, keys, accounts, the epoch lock."""

from governance.access.accounts import ClaimedByAnother, claim, make_account
from governance.access.dashboard import Opened, make_link, open_link, service_of_link
from governance.access.epoch import lock_for_erasing, lock_for_writing
from governance.access.may import Refused, ask_again, refuse_if_off
from governance.access.people import find_or_make_person, find_person
from governance.access.scopes import (
    as_account,
    as_intake,
    as_service,
    as_service_with,
    as_staff,
    as_staff_with,
    as_sweeper,
    presenting,
)
from governance.access.secrets import (
    hashes,
    keyed_hash,
    note_current_key,
    seal,
    unseal,
)
from governance.access.service_keys import Caller, add_key, authenticate, make_service

__all__ = [
    "Caller",
    "ClaimedByAnother",
    "Opened",
    "Refused",
    "add_key",
    "as_account",
    "as_intake",
    "as_service",
    "as_service_with",
    "as_staff",
    "as_staff_with",
    "as_sweeper",
    "ask_again",
    "authenticate",
    "claim",
    "find_or_make_person",
    "find_person",
    "hashes",
    "keyed_hash",
    "lock_for_erasing",
    "lock_for_writing",
    "make_account",
    "make_link",
    "make_service",
    "note_current_key",
    "open_link",
    "presenting",
    "refuse_if_off",
    "seal",
    "service_of_link",
    "unseal",
]
