"""A file's text on its way in: scrubbed as a whole, for what is put together may say what
no part of it said."""

import re
import uuid
from typing import Any

from governance.access import Caller, Refused, Whose
from governance.files.refusal import FileRefusal
from governance.models import SourceType
from governance.scrubbing import hard_identifier
from governance.writing import Gate, Unwritable, refuse_unless_consented

MOST_BYTES = 100 * 1024
BETWEEN_WORDS = re.compile(r"[/_.\-]+")


def refuse_path(path: str) -> None:
    """Raises ``Unwritable`` for a path that would have to be rewritten: the service must
    find it again."""
    if hard_identifier(path) or hard_identifier(BETWEEN_WORDS.sub(" ", path)):
        raise Unwritable("path", "hard_identifier")


class Written:
    """A text as it may be kept under a path, with the special categories that both of
    them tell of; asked outside any transaction."""

    def __init__(self, path: str, text: str, *, whose: Whose, caller: Caller) -> None:
        refuse_path(path)
        gate = Gate(caller, whose, source=SourceType.SERVICE)
        clean, named = gate.scrub([text, BETWEEN_WORDS.sub(" ", path)])
        if clean.blocked:
            raise FileRefusal("Error: Nothing of this may be stored.")
        self.text = clean.text
        self.special = sorted({*clean.special, *named.special})
        self.size = len(self.text.encode())
        if self.size > MOST_BYTES:
            raise FileRefusal(
                f"Error: A file can have {MOST_BYTES // 1024} KiB at most; this would have "
                f"{self.size // 1024 + 1}."
            )

    def columns(self) -> dict[str, Any]:
        """What its row says of it."""
        return {"text": self.text, "size": self.size, "categories": self.special}

    def refuse_special(self, person_id: uuid.UUID, caller: Caller) -> None:
        """Raises where the person has not agreed that such is kept; call it locked."""
        try:
            refuse_unless_consented(self.special, person_id=person_id, caller=caller)
        except Refused as refusal:
            raise FileRefusal(
                "Error: This tells of something specially protected "
                f"({', '.join(refusal.categories)}), for which there is no consent. It was "
                "not kept."
            ) from None
