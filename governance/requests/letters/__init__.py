"""The letters of a request: written from texts that officers may change, complete by law,
and sent once.

It knows a request by its id alone. ``draft`` writes, ``release`` lets go, ``send_due`` is
the worker's part; a letter that failed, or of which nobody knows whether it arrived, is
among ``for_staff``.
"""

from governance.models import LetterKind, LetterLanguage
from governance.requests.letters.delivering import deliver, send_due
from governance.requests.letters.drafting import (
    Reader,
    Written,
    composed,
    draft,
    keep,
    scrubbed,
    written,
)
from governance.requests.letters.dropping import drop_letters, leave_account
from governance.requests.letters.facts import RIGHTS, CleanFacts, Facts, Kept, Office
from governance.requests.letters.office import mail_is_sent, not_set, our_office
from governance.requests.letters.parts import PARTS
from governance.requests.letters.placeholders import IN_SUBJECTS, allowed
from governance.requests.letters.refusals import (
    AlreadyWritten,
    BadAddressee,
    BadTemplate,
    ChangedMeanwhile,
    LetterIncomplete,
    NotNow,
)
from governance.requests.letters.releasing import (
    addressee_of,
    came_back,
    for_staff,
    give_up,
    handed_over,
    it_arrived,
    letter_of,
    letters_of,
    masked,
    note_opened,
    release,
    send_again,
    withdraw,
)
from governance.requests.letters.returned import (
    LARGEST as LARGEST_RETURNED,
)
from governance.requests.letters.returned import take_back
from governance.requests.letters.sending import Outcome, hand_in
from governance.requests.letters.templates import (
    Text,
    back_to_default,
    checked,
    default_text,
    newest_versions,
    save_text,
    text_of,
    versions_of,
)
from governance.requests.letters.wording import language_for

__all__ = [
    "IN_SUBJECTS",
    "LARGEST_RETURNED",
    "PARTS",
    "RIGHTS",
    "AlreadyWritten",
    "BadAddressee",
    "BadTemplate",
    "ChangedMeanwhile",
    "CleanFacts",
    "Facts",
    "Kept",
    "LetterIncomplete",
    "LetterKind",
    "LetterLanguage",
    "NotNow",
    "Office",
    "Outcome",
    "Reader",
    "Text",
    "Written",
    "addressee_of",
    "allowed",
    "back_to_default",
    "came_back",
    "checked",
    "composed",
    "default_text",
    "deliver",
    "draft",
    "drop_letters",
    "for_staff",
    "give_up",
    "hand_in",
    "handed_over",
    "it_arrived",
    "keep",
    "language_for",
    "leave_account",
    "letter_of",
    "letters_of",
    "mail_is_sent",
    "masked",
    "newest_versions",
    "not_set",
    "note_opened",
    "our_office",
    "release",
    "save_text",
    "scrubbed",
    "send_again",
    "send_due",
    "take_back",
    "text_of",
    "versions_of",
    "withdraw",
    "written",
]
