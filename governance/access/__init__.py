"""The one place that answers "may they?": scopes, keys, accounts, the epoch lock."""

from governance.access.accounts import ClaimedByAnother, claim, make_account, make_staff
from governance.access.dashboard import Opened, make_link, open_link, service_of_link
from governance.access.epoch import lock_for_erasing, lock_for_writing
from governance.access.key_ring import (
    NoSuchKey,
    OnlyNarrower,
    end_key,
    keys_of,
    narrow_key,
    revoke_key,
    rotate_key,
)
from governance.access.may import (
    PersonGone,
    Refused,
    ask_again,
    refuse_gone,
    refuse_if,
    refuse_if_off,
    refuse_keeping_if_off,
    refuse_read_if_off,
)
from governance.access.own_hand import own_hand, themselves
from governance.access.own_key import drop_own_key, own_key_of, seal_for, unseal_for
from governance.access.people import (
    Whose,
    find_or_make_person,
    find_person,
    person_ref,
    refuse_gone_ref,
)
from governance.access.pseudonyms import Pseudonyms
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
    KeyedHash,
    hashes,
    keyed_hash,
    note_current_key,
    seal,
    unseal,
)
from governance.access.service_keys import Caller, add_key, authenticate, make_service
from governance.access.services import NoSuchService, ServiceChanges, change_service

__all__ = [
    "Caller",
    "ClaimedByAnother",
    "KeyedHash",
    "NoSuchKey",
    "NoSuchService",
    "OnlyNarrower",
    "Opened",
    "PersonGone",
    "Pseudonyms",
    "Refused",
    "ServiceChanges",
    "Whose",
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
    "change_service",
    "claim",
    "drop_own_key",
    "end_key",
    "find_or_make_person",
    "find_person",
    "hashes",
    "keyed_hash",
    "keys_of",
    "lock_for_erasing",
    "lock_for_writing",
    "make_account",
    "make_link",
    "make_service",
    "make_staff",
    "narrow_key",
    "note_current_key",
    "open_link",
    "own_hand",
    "own_key_of",
    "person_ref",
    "presenting",
    "refuse_gone",
    "refuse_gone_ref",
    "refuse_if",
    "refuse_if_off",
    "refuse_keeping_if_off",
    "refuse_read_if_off",
    "revoke_key",
    "rotate_key",
    "seal",
    "seal_for",
    "service_of_link",
    "themselves",
    "unseal",
    "unseal_for",
]
