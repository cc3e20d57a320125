"""The letter of a decision before it goes: whoever decides learns at once where it would say
too little, and whoever agrees reads it first."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from governance.access import as_staff
from governance.models import Decision, LetterKind, LetterLanguage, SubjectRequest
from governance.requests import letters
from governance.requests.letters import CleanFacts, LetterIncomplete, Written
from governance.requests.telling import facts_of, reader_of
from governance.requests.timeline import dates_of

KINDS: Mapping[str, LetterKind] = {
    Decision.REFUSE: LetterKind.REFUSAL,
    Decision.PARTLY: LetterKind.PARTLY_DONE,
    Decision.NOTHING: LetterKind.DONE,
}
"""Letters in which stands what whoever decides has written."""

KNOWN_LATER = frozenset({"done", "kept", "backups", "certificate"})
"""Parts that say what was done, which nobody knows before it is."""


@dataclass(frozen=True)
class Foreseen:
    """A letter of which nothing is kept yet, and by which way it would go."""

    kind: LetterKind
    language: LetterLanguage
    facts: CleanFacts
    way: object

    def written(self) -> Written:
        """In a scope; raises ``LetterIncomplete`` and ``BadTemplate``."""
        return letters.written(self.kind, self.language, self.facts)

    def check(self) -> None:
        """The same, but for what is known later only. Where somebody looked has to be
        said in words, too."""
        if self.facts.nothing and not re.search(r"\w", self.facts.done):
            raise LetterIncomplete(["done"])
        try:
            self.written()
        except LetterIncomplete as missing:
            if not KNOWN_LATER.issuperset(missing.parts):
                raise


def foreseen(request: SubjectRequest, decision: str, text: str) -> Foreseen | None:
    """The letter of this decision with these reasons; None where the person is told by one
    without. Outside of any scope; raises ``ScrubFailed``."""
    kind = KINDS.get(decision)
    if kind is None:
        return None
    nothing = decision == Decision.NOTHING
    more: dict[str, Any] = (
        {"nothing": True, "done": text} if nothing else {"reasons": text}
    )
    with as_staff():
        facts = facts_of(request, dates_of(request), **more)
        way = reader_of(request).channel.label
    language = letters.language_for(request.language)
    return Foreseen(kind, language, letters.scrubbed(facts), way)
