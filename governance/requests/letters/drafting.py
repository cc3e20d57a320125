"""Write a letter: scrub what staff wrote, fill the text, check what must be in it, keep it
as a draft. Nothing leaves by it; that is ``releasing.py``."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models.functions import Now

from governance.access import as_staff, note_current_key, seal
from governance.audit import Actor
from governance.models import (
    LONGEST_BODY,
    LONGEST_SUBJECT,
    Letter,
    LetterChannel,
    LetterKind,
    LetterLanguage,
    LetterState,
)
from governance.requests.letters.facts import WRITTEN, CleanFacts, Facts, Office
from governance.requests.letters.filling import filled, one_line, plain
from governance.requests.letters.noting import DRAFTED, WITHDRAWN, note
from governance.requests.letters.office import mail_is_sent, our_office
from governance.requests.letters.parts import check_template, check_values, not_to_say
from governance.requests.letters.refusals import BadAddressee, LetterIncomplete
from governance.requests.letters.templates import Text, text_of
from governance.requests.letters.wording import values_of
from governance.scrubbing import scrub_many

ADDRESSEE_USE = "letter addressee"
LONGEST_ADDRESSEE = 254
"""RFC 5321, 4.5.3.1.3, without the angle brackets."""


@dataclass(frozen=True)
class Written:
    """What a letter says."""

    subject: str
    body: str


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Whom a letter is for: a mail address, or the account whose pages show it, or both;
    neither is a letter that staff hand over."""

    address: str = ""
    account_id: uuid.UUID | None = None

    @property
    def channel(self) -> LetterChannel:
        """By mail where there is mail; else on the page; else by hand."""
        if self.address and mail_is_sent():
            return LetterChannel.MAIL
        return LetterChannel.PAGE if self.account_id else LetterChannel.HAND


def draft(
    request_id: uuid.UUID,
    kind: LetterKind,
    language: LetterLanguage,
    facts: Facts,
    *,
    reader: Reader,
    actor: Actor,
    occasion: str = "",
) -> Letter:
    """A letter of this kind, as a draft; an earlier draft for the same occasion is
    withdrawn. Call it outside of any transaction.

    Raises ``LetterIncomplete`` naming the parts, ``BadTemplate`` where the stored text
    could not be saved today, ``BadAddressee``, and ``ScrubFailed``; then nothing is kept.
    """
    clean = scrubbed(facts)
    with as_staff():
        return keep(
            request_id,
            kind,
            language,
            clean,
            reader=reader,
            actor=actor,
            occasion=occasion,
        )


def scrubbed(facts: Facts) -> CleanFacts:
    """With what staff wrote scrubbed, which takes time: call it outside of any
    transaction. What is blocked, or says nothing but what was taken out, is taken as not
    written. Raises ``ScrubFailed``."""
    names = [name for name in WRITTEN if getattr(facts, name).strip()]
    found = scrub_many([plain(getattr(facts, name)).strip() for name in names])
    clean: dict[str, Any] = {
        each.name: getattr(facts, each.name) for each in fields(facts)
    }
    clean |= dict.fromkeys(WRITTEN, "")
    for name, each in zip(names, found, strict=True):
        clean[name] = "" if each.blocked or each.empty else each.text.strip()
    return CleanFacts(**clean)


def written(kind: LetterKind, language: LetterLanguage, facts: Facts) -> Written:
    """What a letter would say, by the text that counts now. Call it in a scope; raises
    ``LetterIncomplete``."""
    return composed(kind, language, text_of(kind, language), facts, our_office())


def composed(
    kind: LetterKind,
    language: LetterLanguage,
    text: Text,
    facts: Facts,
    office: Office,
) -> Written:
    """The same of a given text; reads neither database nor settings. Raises
    ``LetterIncomplete``, and ``BadTemplate`` for a text that could not be saved today."""
    check_template(kind, text.subject, text.body, right=facts.right)
    values = _safe(values_of(facts, office, language))
    if kind == LetterKind.PARTLY_DONE and not facts.kept:
        values["kept"] = ""  # it would say that nothing was kept
    check_values(kind, values, unsaid=not_to_say(facts))
    flat = {name: one_line(value) for name, value in values.items()}
    subject = one_line(filled(text.subject, flat))[:LONGEST_SUBJECT]
    body = filled(text.body, values)
    if not subject or len(body) > LONGEST_BODY:
        raise LetterIncomplete(["subject" if not subject else "body"])
    return Written(subject, body)


def keep(
    request_id: uuid.UUID,
    kind: LetterKind,
    language: LetterLanguage,
    facts: CleanFacts,
    *,
    reader: Reader,
    actor: Actor,
    occasion: str = "",
) -> Letter:
    """The same as :func:`draft` with facts that are scrubbed already, for who has more to
    do in the same transaction; call it in the staff's scope."""
    text = written(kind, language, facts)
    before = Letter.objects.filter(
        request_id=request_id, kind=kind, occasion=occasion, state=LetterState.DRAFT
    )
    for each in before.select_for_update():
        Letter.objects.filter(id=each.id).update(state=LetterState.WITHDRAWN)
        note(WITHDRAWN, each, actor)
    letter = Letter(
        request_id=request_id,
        account_id=reader.account_id,
        kind=kind,
        occasion=occasion,
        language=language,
        subject=text.subject,
        body=text.body,
        channel=reader.channel,
        written_by=actor.id,
        created_at=Now(),
        **_sealed(reader.address),
    )
    letter.save(force_insert=True)
    note(DRAFTED, letter, actor)
    return Letter.objects.get(id=letter.id)


def _sealed(address: str) -> dict[str, object]:
    if not address:
        return {}
    try:
        validate_email(address)
    except ValidationError:
        raise BadAddressee from None
    if len(address) > LONGEST_ADDRESSEE:
        raise BadAddressee
    note_current_key()
    sealed, key_id = seal(ADDRESSEE_USE, address)
    return {"addressee_sealed": sealed, "addressee_sealed_by_id": key_id}


def _safe(values: Mapping[str, str]) -> dict[str, str]:
    return {name: plain(value) for name, value in values.items()}
