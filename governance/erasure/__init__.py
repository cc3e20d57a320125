"""Plan → run → verify → report: an erasure that reaches every copy and is never lost."""

from governance.erasure.alone import erase_alone
from governance.erasure.ask import (
    NO_UNDO,
    AlreadyErased,
    NothingToErase,
    ask,
    ask_for_all,
    erase_memories,
    erased_by,
    not_yet_erased,
)
from governance.erasure.certificate import (
    CERTIFICATE_FORMAT,
    LINK_LIFE,
    SENTENCES,
    Opened,
    certificate_of,
    certificate_sheet,
    certify,
    make_receipt_link,
    open_receipt,
    shown_certificate,
    signing_key,
    uncertified,
    verifying_keys,
)
from governance.erasure.choosing import messages_of, told_by_source, told_in
from governance.erasure.dropping import drop_item, drop_items_upto, drop_oldest_versions
from governance.erasure.entering import enter_missing
from governance.erasure.hasten import hasten
from governance.erasure.plan import Plan
from governance.erasure.replay import (
    Replayed,
    ReplayTrouble,
    clear,
    refuse_unless_clear,
    replay,
    when_clear,
)
from governance.erasure.retry import NotStopped, retry
from governance.erasure.run import carry_out
from governance.erasure.scope import previewed
from governance.erasure.sweep import open_runs
from governance.erasure.undo import TooLate, undo, undo_together
from governance.erasure.undo_time import DEFAULT_UNDO, undo_time
from governance.erasure.whole import drop_gone, erase_whole, lock_runs_first

__all__ = [
    "CERTIFICATE_FORMAT",
    "DEFAULT_UNDO",
    "LINK_LIFE",
    "NO_UNDO",
    "SENTENCES",
    "AlreadyErased",
    "NotStopped",
    "NothingToErase",
    "Opened",
    "Plan",
    "ReplayTrouble",
    "Replayed",
    "TooLate",
    "ask",
    "ask_for_all",
    "carry_out",
    "certificate_of",
    "certificate_sheet",
    "certify",
    "clear",
    "drop_gone",
    "drop_item",
    "drop_items_upto",
    "drop_oldest_versions",
    "enter_missing",
    "erase_alone",
    "erase_memories",
    "erase_whole",
    "erased_by",
    "hasten",
    "lock_runs_first",
    "make_receipt_link",
    "messages_of",
    "not_yet_erased",
    "open_receipt",
    "open_runs",
    "previewed",
    "refuse_unless_clear",
    "replay",
    "retry",
    "shown_certificate",
    "signing_key",
    "told_by_source",
    "told_in",
    "uncertified",
    "undo",
    "undo_time",
    "undo_together",
    "verifying_keys",
    "when_clear",
]
