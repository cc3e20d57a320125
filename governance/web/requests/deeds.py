"""Staff do something to a request: one transaction, and back to the page; or the page again,
with the reason, and nothing typed lost. Where the person is told by letter, the letter is
seen first, and goes in the same transaction."""

import uuid
from contextlib import AbstractContextManager
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from governance.access import as_staff, as_staff_with
from governance.models import LetterKind, SubjectRequest
from governance.requests import letters, telling
from governance.requests.changing import changing
from governance.requests.clock import Refused
from governance.requests.filing import scrubbed
from governance.requests.foreseen import Foreseen, foreseen
from governance.requests.letters import (
    AlreadyWritten,
    BadAddressee,
    BadTemplate,
    CleanFacts,
    LetterIncomplete,
)
from governance.requests.refusals import NoSuchRequest, NotPossible, Stale
from governance.requests.scope import preview
from governance.requests.timeline import dates_of
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.deciding import DECIDING, decision_page, reasons_of
from governance.web.requests.kinds import KINDS, Given, Kind
from governance.web.requests.one import shown
from governance.web.requests.roles import LOOK, for_roles, role_of
from governance.web.requests.why import why_refused
from governance.web.requests.words import refused
from governance.web.visitor import Request


@require_POST
@for_roles(*LOOK)
def deed(request: Request, request_id: uuid.UUID, name: str) -> HttpResponse:
    """One of them. A conflict is 409, what is missing 422; the page says what it is."""
    kind = KINDS.get(name)
    if kind is None or role_of(request) not in kind.roles:
        raise Http404
    form = kind.form(request.POST)
    if not form.is_valid():
        return _again(request, request_id, name, form)
    dry = bool(kind.letter) and "sure" not in request.POST
    why_not = _try(request, request_id, kind, form, dry=dry)
    if why_not is None and dry:
        return _preview(request, request_id, name, form)
    if why_not is None:
        note_words(request, str(kind.done))
        return see_other("request", request_id=request_id)
    field = FIELDS.get(why_not)
    form.add_error(field if field in form.fields else None, refused(why_not))
    return _again(
        request, request_id, name, form, status=409 if why_not == "stale" else 422
    )


def _again(
    request: Request,
    request_id: uuid.UUID,
    name: str,
    form: forms.Form,
    *,
    status: int = 422,
) -> HttpResponse:
    """The page on which it was pressed, with all that was typed."""
    page = decision_page if name in DECIDING else shown
    return page(request, request_id, failed=(name, form), status=status)


def _preview(
    request: Request, request_id: uuid.UUID, name: str, form: forms.Form
) -> HttpResponse:
    """The letter as it would go; nothing has happened yet."""
    kind = KINDS[name]
    try:
        clean = _facts(request_id, _written(kind, form.cleaned_data))
        with as_staff():
            row = _row(request_id)
            language = letters.language_for(row.language)
            letter = letters.written(kind.letter or LetterKind.RECEIPT, language, clean)
            way = telling.reader_of(row).channel.label
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
    except LetterIncomplete as missing:
        form.add_error(None, refused(_incomplete(missing)))
    except BadTemplate:
        form.add_error(None, refused("letter_incomplete"))
    else:
        context = {
            "asked": row,
            "letter": letter,
            "language": language,
            "way": way,
            "kind": kind,
            "name": name,
            "given": [(field.name, field.value()) for field in form],
        }
        return render(request, "compliance/requests/letter.html", context)
    return _again(request, request_id, name, form)


def _try(
    request: Request, request_id: uuid.UUID, kind: Kind, form: forms.Form, *, dry: bool
) -> str | None:
    """Does it, or sees whether it could be done (``dry``); a fixed word, or the clock's own sentence, says why it was not done."""
    try:
        _do(request, request_id, kind, dict(form.cleaned_data), dry=dry)
    except NoSuchRequest:
        raise Http404 from None
    except (Stale, ScrubFailed, BadAddressee, BadTemplate, AlreadyWritten) as error:
        return WORDS[type(error)]
    except LetterIncomplete as missing:
        return _incomplete(missing)
    except NotPossible as reason:
        return reason.reason
    except Refused as reason:
        return why_refused(reason)
    return None


FIELDS = {
    "no_such_request": "reference",
    "another_request": "reference",
    "not_earlier": "reference",
    "same_owner": "owner",
    "no_such_colleague": "owner",
    "ground_missing": "ground",
    "reason_missing": "text",
    "question_missing": "text",
    "looked_missing": "text",
    "text_missing": "text",
}
"""Where what is missing is to be written."""

WORDS: dict[type[Exception], str] = {
    Stale: "stale",
    ScrubFailed: "not_scrubbed",
    BadAddressee: "bad_addressee",
    BadTemplate: "letter_incomplete",
    AlreadyWritten: "already_written",
}


def _do(
    request: Request, request_id: uuid.UUID, kind: Kind, given: Any, *, dry: bool
) -> None:
    """Everything that takes time first, then one transaction."""
    actor = request.visitor.staff_actor
    for name in ("text", "why"):
        if name in given:
            given[name] = scrubbed(given[name])
    letter, clean = _letter(request_id, kind, given)
    told = _told_later(request_id, kind, given)
    if "scope_seen" in given:
        _refuse_other_scope(request_id, given)
    with _scope(request_id, kind):
        with changing(request_id, version=given["version"]) as row:
            kind.verb(row, given, actor)
            if told:
                told.check()
            if letter and clean and not dry:
                telling.send(row, letter, clean, actor)
        if dry:
            transaction.set_rollback(True)


def _refuse_other_scope(request_id: uuid.UUID, given: Any) -> None:
    """What counts is the scope as it is, not what the page had sent: whoever decides, and
    whoever agrees, has to have seen this very one."""
    with as_staff():
        row = _row(request_id)
    now = preview(row).digest
    if given["scope_seen"] and given["scope_seen"] != now:
        raise NotPossible("scope_changed")
    given["scope_seen"] = now


def _letter(
    request_id: uuid.UUID, kind: Kind, given: Given
) -> tuple[LetterKind | None, CleanFacts | None]:
    """The letter that goes with the deed, if one does."""
    if kind.letter:
        written = _written(kind, given)
        return kind.letter, _facts(request_id, written)
    if kind is KINDS["approve"]:
        with as_staff():
            row = _row(request_id)
            reasons = reasons_of(row)
        told = foreseen(row, row.decision, reasons)
        if told and told.kind == LetterKind.REFUSAL:
            return told.kind, told.facts
    return None, None


def _told_later(request_id: uuid.UUID, kind: Kind, given: Given) -> Foreseen | None:
    """The letter that a decision leads to: where it would say too little, whoever decides
    is told, and not the second person."""
    if kind is not KINDS["decide"]:
        return None
    with as_staff():
        row = _row(request_id)
    return foreseen(row, given["decision"], given["text"])


def _written(kind: Kind, given: Given) -> dict[str, str]:
    return {part: given[name] for name, part in kind.parts.items()}


def _facts(request_id: uuid.UUID, written: dict[str, str]) -> CleanFacts:
    with as_staff():
        row = _row(request_id)
        facts = telling.facts_of(row, dates_of(row), **written)
    return letters.scrubbed(facts)


def _incomplete(missing: LetterIncomplete) -> str:
    return "no_document" if "no_document" in missing.parts else "letter_incomplete"


def _row(request_id: uuid.UUID) -> SubjectRequest:
    row = SubjectRequest.objects.filter(id=request_id).first()
    if row is None:
        raise Http404
    return row


def _scope(request_id: uuid.UUID, kind: Kind) -> AbstractContextManager[None]:
    if not kind.effect:
        return as_staff()
    with as_staff():
        row = SubjectRequest.objects.filter(id=request_id).first()
    return as_staff_with(*(row.person_ids if row else ()))
