"""What a letter has to say, by kind and by law: placeholders that must stand in its text
and must not be empty.

Each mandatory part is a placeholder, since whether free text says something cannot be
checked; whether a name is there and has a value can.
"""

import re
from collections.abc import Container, Mapping

from governance.models import LetterKind
from governance.requests.letters.facts import Facts
from governance.requests.letters.filling import names_in, not_placeholders
from governance.requests.letters.placeholders import IN_SUBJECTS, allowed
from governance.requests.letters.refusals import BadTemplate, LetterIncomplete

ERASURE = "erasure"

PARTS: dict[LetterKind, dict[str, str]] = {
    # EDPB Guidelines 01/2022, 5.3: the receipt is confirmed, with the date it starts.
    LetterKind.RECEIPT: {
        "reference": "EDPB 01/2022",
        "due_date": "Art. 12(3) GDPR",
    },
    # Only in reasonable doubt, and only for what is needed.
    LetterKind.IDENTITY: {
        "reference": "Art. 12(6) GDPR",
        "asked": "Art. 12(6) GDPR",
        "reasons": "Art. 12(6) GDPR",
        "no_document": "Art. 5(1)(c) GDPR",
    },
    LetterKind.CLARIFICATION: {
        "reference": "recital 63 GDPR",
        "questions": "recital 63 GDPR",
    },
    LetterKind.EXTENSION: {
        "reference": "Art. 12(3) GDPR",
        "reasons": "Art. 12(3) GDPR",
        "extended_date": "Art. 12(3) GDPR",
    },
    LetterKind.DONE: {
        "reference": "Art. 12(3) GDPR",
        "done": "Art. 12(3) GDPR",
        "kept": "Art. 17(3) GDPR",
        "backups": "Art. 12(1) GDPR",
        "certificate": "Art. 5(2) GDPR",
        "package": "Art. 15(3), 20(1) GDPR",
    },
    # What is left undone is refused, and has all that a refusal has.
    LetterKind.PARTLY_DONE: {
        "reference": "Art. 12(4) GDPR",
        "done": "Art. 12(3) GDPR",
        "kept": "Art. 17(3) GDPR",
        "backups": "Art. 12(1) GDPR",
        "certificate": "Art. 5(2) GDPR",
        "package": "Art. 15(3), 20(1) GDPR",
        "reasons": "Art. 12(4) GDPR",
        "complaint": "Art. 12(4) GDPR",
        "court": "Art. 12(4) GDPR",
    },
    LetterKind.REFUSAL: {
        "reference": "Art. 12(4) GDPR",
        "reasons": "Art. 12(4) GDPR",
        "complaint": "Art. 12(4) GDPR",
        "court": "Art. 12(4) GDPR",
    },
    # Told before it ends.
    LetterKind.LIFTED: {
        "reference": "Art. 18(3) GDPR",
        "reasons": "Art. 18(3) GDPR",
        "complaint": "Art. 77 GDPR",
        "court": "Art. 79 GDPR",
    },
}
"""Which placeholders a letter cannot be without, each with the rule that wants it."""

OF_AN_ERASURE = frozenset({"kept", "backups", "certificate"})
"""Mandatory in every text, and empty where nothing was erased."""

OF_A_COPY = frozenset({"package"})
"""The same for the right to a copy: a letter that says that there is one says where."""
COPIES = frozenset({"access", "portability"})


def not_to_say(facts: Facts) -> frozenset[str]:
    """Mandatory parts that have nothing to say: those of an erasure or of a copy where
    another right was asked for, or nothing is held; and the certificate where there was
    nothing to erase."""
    copy = facts.right in COPIES and not facts.nothing
    unsaid = frozenset() if copy else OF_A_COPY
    if facts.right != ERASURE or facts.nothing:
        return unsaid | OF_AN_ERASURE
    return unsaid if facts.erased else unsaid | {"certificate"}


DOCUMENT = re.compile(
    r"\b(passports?|(identity|id)[ -]?(card|document|paper)s?|identity cards?"
    r"|driv(ing|er'?s) licen[cs]es?|birth certificates?"
    r"|\w*ausweis\w*|reisep[aä]ss\w*|(ihren|ihres|deinen|deines|den|einen) pass(es)?"
    r"|führerschein\w*|geburtsurkunde\w*)\b",
    re.IGNORECASE,
)
"""Documents that nobody is asked for (law.md, "The rights")."""


def check_template(
    kind: LetterKind, subject: str, body: str, *, right: str = ""
) -> None:
    """Raises :class:`BadTemplate` for what is no placeholder, and
    :class:`LetterIncomplete` for a mandatory part that is missing. A letter about one
    ``right`` may be by a text that was saved before the copy had to be in it."""
    if not subject.strip():
        raise BadTemplate("subject")
    wrong = [
        *not_placeholders(subject, IN_SUBJECTS),
        *not_placeholders(body, allowed(kind)),
    ]
    if wrong:
        raise BadTemplate("unknown", list(dict.fromkeys(wrong)))
    parts = [part for part in PARTS[kind] if _wanted(part, right) or not right]
    missing = [part for part in parts if part not in names_in(body)]
    if kind == LetterKind.IDENTITY and DOCUMENT.search(body):
        missing.append("no_document")
    if missing:
        raise LetterIncomplete(list(dict.fromkeys(missing)))


def check_values(
    kind: LetterKind, values: Mapping[str, str], *, unsaid: Container[str] = ()
) -> None:
    """Raises :class:`LetterIncomplete` for a mandatory part that says nothing, but for
    those ``unsaid``, and for one that asks for an identity document."""
    needed = [part for part in PARTS[kind] if part not in unsaid]
    missing = [part for part in needed if not re.search(r"\w", values[part])]
    if kind == LetterKind.IDENTITY:
        written = " ".join(values[name] for name in ("asked", "reasons", "note"))
        missing += ["no_document"] if DOCUMENT.search(written) else []
    if missing:
        raise LetterIncomplete(missing)


def _wanted(part: str, right: str) -> bool:
    return part not in OF_A_COPY or right in COPIES
