"""The texts from which letters are written: those that come with the product, and the
versions that officers have saved. The newest version counts, earlier ones stay."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from governance.audit import Actor, record
from governance.models import (
    LONGEST_BODY,
    LONGEST_SUBJECT,
    LetterKind,
    LetterLanguage,
    LetterTemplate,
)
from governance.requests.letters.filling import one_line, plain
from governance.requests.letters.parts import check_template
from governance.requests.letters.refusals import BadTemplate, ChangedMeanwhile

TEXTS = Path(__file__).parent / "texts"
SUBJECT = "Subject: "


@dataclass(frozen=True)
class Text:
    """A text with its version; 0 is the one that comes with the product and was never
    changed. ``own`` says that officers wrote it."""

    subject: str
    body: str
    version: int = 0
    own: bool = False


def text_of(kind: LetterKind, language: LetterLanguage) -> Text:
    """The text that counts now. Call it in any scope."""
    newest = _versions(kind, language).first()
    if newest is None:
        return default_text(kind, language)
    if newest.default:
        come = default_text(kind, language)
        return Text(come.subject, come.body, newest.version)
    return Text(newest.subject, newest.body, newest.version, own=True)


def newest_versions() -> dict[tuple[str, str], LetterTemplate]:
    """The newest version of each text that was ever changed, without its words, by kind
    and language. Call it in any scope."""
    rows = LetterTemplate.objects.order_by("kind", "language", "-version")
    newest = rows.distinct("kind", "language").defer("subject", "body")
    return {(each.kind, each.language): each for each in newest}


def versions_of(kind: LetterKind, language: LetterLanguage) -> list[LetterTemplate]:
    """Every version that was saved, the newest first. Call it in any scope."""
    return list(_versions(kind, language))


@cache
def default_text(kind: LetterKind, language: LetterLanguage) -> Text:
    """The text that comes with the product."""
    written = (TEXTS / str(language.value) / f"{kind.value}.txt").read_text("utf-8")
    first, _, body = written.partition("\n")
    return Text(first.removeprefix(SUBJECT), body.strip("\n"))


def save_text(
    kind: LetterKind,
    language: LetterLanguage,
    subject: str,
    body: str,
    *,
    instead_of: int,
    actor: Actor,
) -> Text:
    """A new version, if it says anything new. ``instead_of`` is the version that its
    writer had before them. Call it in the staff's scope.

    Raises :class:`BadTemplate`, ``LetterIncomplete`` for a mandatory part that is missing,
    and :class:`ChangedMeanwhile`.
    """
    new = checked(kind, subject, body)
    now = text_of(kind, language)
    if (now.subject, now.body) == (new.subject, new.body):
        return now
    row = LetterTemplate(
        kind=kind, language=language, subject=new.subject, body=new.body
    )
    return _save(row, instead_of, actor)


def checked(kind: LetterKind, subject: str, body: str) -> Text:
    """A text as it would be saved: one line of subject, plain line breaks. Raises
    :class:`BadTemplate` and ``LetterIncomplete``."""
    subject, body = one_line(subject), plain(body).strip("\n")
    if len(subject) > LONGEST_SUBJECT or len(body) > LONGEST_BODY:
        raise BadTemplate("long")
    check_template(kind, subject, body)
    return Text(subject, body)


def back_to_default(
    kind: LetterKind, language: LetterLanguage, *, instead_of: int, actor: Actor
) -> Text:
    """The text that comes with the product counts again. Call it in the staff's scope;
    raises :class:`ChangedMeanwhile`."""
    now = text_of(kind, language)
    if not now.own:
        return now
    return _save(
        LetterTemplate(kind=kind, language=language, default=True), instead_of, actor
    )


def _save(version: LetterTemplate, instead_of: int, actor: Actor) -> Text:
    kind, language = LetterKind(version.kind), LetterLanguage(version.language)
    newest = _versions(kind, language).aggregate(newest=Max("version"))["newest"] or 0
    if newest != instead_of:
        raise ChangedMeanwhile
    version.version, version.changed_by = newest + 1, actor.id
    try:
        with transaction.atomic():
            version.save(force_insert=True)
    except IntegrityError:
        raise ChangedMeanwhile from None  # at the same moment
    counts = {"version": version.version, "default": int(version.default)}
    record("template.changed", actor, subjects=[version.id], counts=counts)
    return text_of(kind, language)


def _versions(kind: LetterKind, language: LetterLanguage) -> QuerySet[LetterTemplate]:
    rows = LetterTemplate.objects.filter(kind=kind, language=language)
    return rows.order_by("-version")
