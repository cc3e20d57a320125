"""The texts of letters: all staff see them, officers change them. No word about anybody:
the preview is about a request that never was."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from governance.access import as_staff
from governance.models import LetterKind, LetterLanguage, LetterTemplate
from governance.requests import letters
from governance.web.answers import see_other
from governance.web.letters.forms import TextForm
from governance.web.letters.invented import invented
from governance.web.me.done import deed_done, note_words
from governance.web.names import names_of
from governance.web.visitor import Request, officers_only, staff_only


@dataclass(frozen=True)
class Which:
    """One text by kind and language."""

    kind: LetterKind
    language: LetterLanguage

    @property
    def address(self) -> dict[str, object]:
        """For the address of its page."""
        return {"kind": self.kind.value, "language": self.language.value}


@require_safe
@staff_only
def texts(request: Request) -> HttpResponse:
    """Every text, and how many letters need somebody."""
    with as_staff():
        newest = letters.newest_versions()
        trouble = letters.for_staff().count()
        names = names_of(each.changed_by for each in newest.values())
    context = {
        "shown": [(kind, _row(kind, newest, names)) for kind in LetterKind],
        "languages": list(LetterLanguage),
        "trouble": trouble,
        "not_set": letters.not_set(),
        "done": deed_done(request, []),
    }
    return render(request, "compliance/letters/texts.html", context)


@require_safe
@staff_only
def one_text(request: Request, kind: str, language: str) -> HttpResponse:
    """One text with its placeholders, what must be in it, and what it was before."""
    return _one(request, _which(kind, language))


@require_POST
@officers_only
def change_text(request: Request, kind: str, language: str) -> HttpResponse:
    """Shows how a text would read, or saves it."""
    which = _which(kind, language)
    with as_staff():
        form = TextForm(
            which.kind, letters.text_of(which.kind, which.language), request.POST
        )
        if form.is_valid() and "save" in request.POST and _saved(request, which, form):
            note_words(request, _("Saved."))
            return see_other("letter-text", **which.address)
    return _one(request, which, form)


@require_POST
@officers_only
def default_again(request: Request, kind: str, language: str) -> HttpResponse:
    """The text that comes with the product counts again."""
    which = _which(kind, language)
    version = request.POST.get("version", "")
    with as_staff():
        try:
            letters.back_to_default(
                which.kind,
                which.language,
                instead_of=int(version) if version.isdecimal() else -1,
                actor=request.visitor.staff_actor,
            )
            words = _("The text that comes with the product counts again.")
        except letters.ChangedMeanwhile:
            words = _meanwhile()
    note_words(request, words)
    return see_other("letter-text", **which.address)


def _saved(request: Request, which: Which, form: TextForm) -> bool:
    given = form.cleaned_data
    try:
        letters.save_text(
            which.kind,
            which.language,
            given["subject"],
            given["body"],
            instead_of=given["version"],
            actor=request.visitor.staff_actor,
        )
    except letters.ChangedMeanwhile:
        form.add_error(None, _meanwhile())
        return False
    return True


def _one(request: Request, which: Which, form: TextForm | None = None) -> HttpResponse:
    with as_staff():
        text = letters.text_of(which.kind, which.language)
        versions = letters.versions_of(which.kind, which.language)
        names = names_of(each.changed_by for each in versions)
    tried = form.text() if form and form.is_valid() else None
    parts = letters.PARTS[which.kind]
    context = {
        "which": which,
        "text": text,
        "form": form if form and form.errors else None,
        "text_form": _own_form(request, which, text, form),
        "placeholders": [
            (f"{{{name}}}", meaning, parts.get(name, ""), name in letters.IN_SUBJECTS)
            for name, meaning in letters.allowed(which.kind).items()
        ],
        "tried": tried is not None,
        "preview": _preview(which, tried or text),
        "versions": [(each, _by(each, names)) for each in versions],
        "done": deed_done(request, []),
    }
    status = 422 if form and form.errors else 200
    return render(request, "compliance/letters/text.html", context, status=status)


def _own_form(
    request: Request, which: Which, text: letters.Text, form: TextForm | None
) -> TextForm | None:
    may = request.visitor.may.set_policies
    return (form or TextForm(which.kind, text)) if may else None


def _preview(which: Which, text: letters.Text) -> letters.Written | None:
    """None where what the law wants has changed since the text was saved."""
    facts, office = invented(which.kind, which.language), letters.our_office()
    try:
        return letters.composed(which.kind, which.language, text, facts, office)
    except (letters.BadTemplate, letters.LetterIncomplete):
        return None


def _which(kind: str, language: str) -> Which:
    try:
        return Which(LetterKind(kind), LetterLanguage(language))
    except ValueError:
        raise Http404 from None


def _row(
    kind: LetterKind,
    newest: Mapping[tuple[str, str], LetterTemplate],
    names: Mapping[Any, str],
) -> list[tuple[LetterLanguage, LetterTemplate | None, str]]:
    found = [(each, newest.get((kind, each))) for each in LetterLanguage]
    return [(each, version, _by(version, names)) for each, version in found]


def _by(version: LetterTemplate | None, names: Mapping[Any, str]) -> str:
    return names.get(version.changed_by, "") if version else ""


def _meanwhile() -> str:
    return _(
        "Somebody has changed this text since you opened it. Look at what counts now, "
        "then save again."
    )
