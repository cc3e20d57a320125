"""The closed list of names that may stand in braces, per kind of letter, each with what
it stands for."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from governance.models import LetterKind

Meaning = Promise | str

EVERYWHERE: dict[str, Meaning] = {
    "reference": _("the reference of the request"),
    "right": _("what was asked for, as “the erasure of your data”"),
    "received_date": _("the day on which the request came in"),
    "due_date": _("the day by which it is answered"),
    "controller": _("who answers: name and address of the controller"),
    "contact": _("where people write about their data"),
    "status_link": _("the address of the page that shows how far the request is"),
    "note": _("what staff add in their own words; may be empty"),
}
IN_SUBJECTS = ("reference", "right", "received_date", "due_date", "controller")
"""A subject is read by machines on the way and stands in lists: it has nothing in it that
staff wrote about anybody."""

COMPLAINT: dict[str, Meaning] = {
    "complaint": _("the right to complain to an authority, with yours"),
    "court": _("the right to go to court"),
}
REASONS: dict[str, Meaning] = {"reasons": _("the reasons, as staff wrote them")}
OUTCOME: dict[str, Meaning] = {
    "done": _("what was done"),
    "kept": _("what is kept, by which law and until when; or that nothing is"),
    "backups": _("the day by which the last backup is gone, after an erasure"),
    "certificate": _("the address of the certificate, after an erasure"),
    "package": _("the address of the data that was asked for, and until when it opens"),
}

OF_KIND: dict[LetterKind, dict[str, Meaning]] = {
    LetterKind.RECEIPT: COMPLAINT,
    LetterKind.IDENTITY: {
        **REASONS,
        "asked": _("what the person is asked for, as staff wrote it"),
        "no_document": _("that no identity document is wanted"),
    },
    LetterKind.CLARIFICATION: {
        "questions": _("the questions, as staff wrote them"),
    },
    LetterKind.EXTENSION: {
        **REASONS,
        "extended_date": _("the new day by which it is answered"),
        "more_time": _("how much longer the law allows"),
        **COMPLAINT,
    },
    LetterKind.DONE: {**OUTCOME, **COMPLAINT},
    LetterKind.PARTLY_DONE: {**REASONS, **OUTCOME, **COMPLAINT},
    LetterKind.REFUSAL: {**REASONS, **COMPLAINT},
    LetterKind.LIFTED: {**REASONS, **COMPLAINT},
}


def allowed(kind: LetterKind) -> dict[str, Meaning]:
    """Every name that may stand in a letter of this kind."""
    return {**EVERYWHERE, **OF_KIND[kind]}
