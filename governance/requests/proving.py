"""Whoever asks without signing in proves that they read what comes to the address they gave:
by a link, or by the reference and a code. A code lives for two days and five tries.

Nothing here says whether an address has an account, or whether a reference is one: what is
unknown is answered, and counted, the same.
"""

import logging
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from governance.access import (
    as_account,
    as_staff_with,
    as_sweeper,
    counted,
    database_now,
    drop_over,
    hashes,
    keyed_hash,
    note_current_key,
    presenting,
    same_hash,
)
from governance.audit import SYSTEM
from governance.models import (
    Account,
    Channel,
    IdentityCode,
    RequestEvent,
    RequestState,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.clock import EventKind
from governance.requests.contact import contact_of
from governance.requests.identity import confirm_identity
from governance.requests.joining import BY_MAIL
from governance.requests.letters import mail_is_sent
from governance.requests.reference import read_reference
from governance.requests.timeline import happened

log = logging.getLogger(__name__)

TOKEN_USE = "identity link"  # noqa: S105  the name of a use, not a secret
CODE_USE = "identity code"
REFERENCE_USE = "identity reference"
COUNTED_USE = "identity, counted"
DIGITS = 8
LIFE = timedelta(hours=48)
MOST_TRIES = 5
BATCH = 200
MAIL_FAILED = "mail_failed"
ASKED_AGAIN = "asked_again"


class WrongCode(Exception):
    """It is not right, is over, or there is none; nobody can tell which."""


class Locked(Exception):
    """Too many tries."""


def unasked() -> list[uuid.UUID]:
    """Requests of the public form whose address nobody has written to yet. Without a mail
    server there are none: staff have to prove it otherwise."""
    if not mail_is_sent():
        return []
    with as_sweeper():
        rows = _unasked().order_by("created_at")
        return list(rows.values_list("id", flat=True)[:BATCH])


def _unasked() -> QuerySet[SubjectRequest]:
    """Those that are new, and those that staff want to be written to again. By the events,
    which stay: codes are deleted when they are over."""
    mine = RequestEvent.objects.filter(request_id=OuterRef("request_id"))
    asked = mine.filter(kind__in=[EventKind.IDENTITY_ASKED, ASKED_AGAIN])
    since = Exists(asked.filter(number__gt=OuterRef("number")))
    tried = RequestEvent.objects.filter(request_id=OuterRef("id"), kind="tried_again")
    new = Q(state=RequestState.RECEIVED)
    wanted = Q(state=RequestState.NEEDS_IDENTITY) & Exists(tried.exclude(since))
    rows = SubjectRequest.objects.filter(
        new | wanted, channel=Channel.FORM, verified_at=None, trouble=""
    )
    return rows.exclude(contact_sealed=None)


def ask_by_mail(request_id: uuid.UUID) -> bool:
    """Notes that it was asked, and mails link and code once: a mail that could not be sent
    is a trouble of the request, which staff see, and is not tried again by itself."""
    token = secrets.token_urlsafe(32)
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    with as_sweeper(), changing(request_id) as row:
        if row.verified_at is not None or not _unasked().filter(id=row.id).exists():
            return False
        # The clock notes the first: the days until the answer may be left out (T9).
        if row.state == _NEEDS_IDENTITY:
            happened(row, ASKED_AGAIN, SYSTEM, internal=True)
        else:
            facts = {"by": BY_MAIL}
            asked = EventKind.IDENTITY_ASKED
            happened(row, asked, SYSTEM, facts=facts, to=_NEEDS_IDENTITY)
        _keep(row, token, code)
        # Until it is known that the mail has left: a worker may die in between.
        row.trouble = MAIL_FAILED
        address, language = contact_of(row), row.language
    if _mail(address, language, row.reference, token, code):
        with as_sweeper():
            rows = SubjectRequest.objects.filter(id=request_id, trouble=MAIL_FAILED)
            rows.update(trouble="")
    return True


def prove_by_link(token: str) -> uuid.UUID:
    """The link was pressed; gives the request. Raises :class:`WrongCode`."""
    for digest in hashes(TOKEN_USE, token):
        with presenting(digest.hex()):
            found = IdentityCode.objects.filter(
                token_hash=digest, used_at=None, expires_at__gt=Now()
            ).first()
        if found:
            _prove(found)
            return found.request_id
    raise WrongCode


def is_link(token: str) -> bool:
    """Whether there is something to confirm by it; confirms nothing."""
    for digest in hashes(TOKEN_USE, token):
        with presenting(digest.hex()):
            rows = IdentityCode.objects.filter(token_hash=digest, used_at=None)
            if rows.filter(expires_at__gt=Now()).exists():
                return True
    return False


def prove_by_code(typed: str, code: str) -> uuid.UUID:
    """Reference and code were typed; gives the request. Raises :class:`WrongCode`, and
    :class:`Locked` after five tries."""
    reference = read_reference(typed)
    _count(reference or typed)
    with _named(reference) as found:
        if found is None or not _right(found, code):
            raise WrongCode
    _prove(found)
    return found.request_id


def drop_codes() -> int:
    """Deletes what is over; gives how many."""
    return drop_over(IdentityCode, Q(expires_at__lte=Now()), name="codes")


def _keep(request: SubjectRequest, token: str, code: str) -> None:
    note_current_key()
    made = IdentityCode(
        request_id=request.id, created_at=Now(), expires_at=Now() + LIFE
    )
    hashed = keyed_hash(TOKEN_USE, token)
    made.token_hash, made.hash_key_id = hashed.digest, hashed.key_id
    made.reference_hash = keyed_hash(REFERENCE_USE, request.reference).digest
    made.code_hash = keyed_hash(CODE_USE, f"{made.id}/{code}").digest
    made.save(force_insert=True)


def _prove(code: IdentityCode) -> None:
    """In one transaction: the code is used, and whose records it is about is known, if
    the address is that of an account."""
    with as_sweeper():
        request = SubjectRequest.objects.get(id=code.request_id)
        address = contact_of(request)
    account = _account(address)
    persons: tuple[uuid.UUID, ...] = ()
    if account:
        with as_account(account.id) as persons:
            pass
    named = {*persons, *request.person_ids}
    with as_staff_with(*named), changing(code.request_id) as row:
        mine = IdentityCode.objects.filter(id=code.id, used_at=None)
        if not mine.update(used_at=Now()):
            raise WrongCode  # pressed twice at once: the other one was quicker
        if row.verified_at is not None:
            return  # staff were sure already
        if not row.is_open:
            raise WrongCode
        confirm_identity(
            row,
            SYSTEM,
            by=BY_MAIL,
            person_ids=persons,
            account_id=account.id if account else None,
        )


def _account(address: str) -> Account | None:
    """Who has confirmed this address as theirs."""
    # Letter by letter: to fold case is to take look-alikes for each other.
    plain = address.strip().lower()
    if not plain.isascii():
        return None
    found = Account.objects.filter(
        emailaddress__email=plain, emailaddress__verified=True, is_active=True
    )
    return found.first()


@contextmanager
def _named(reference: str) -> Iterator[IdentityCode | None]:
    """The newest code of a reference, in the scope of what is presented."""
    digest = keyed_hash(REFERENCE_USE, reference).digest
    for each in hashes(REFERENCE_USE, reference):
        with presenting(each.hex()):
            if IdentityCode.objects.filter(reference_hash=each).exists():
                digest = each
    with presenting(digest.hex()):
        rows = IdentityCode.objects.filter(reference_hash=digest, used_at=None)
        fresh = rows.filter(expires_at__gt=Now(), tries__lte=MOST_TRIES)
        yield fresh.order_by("-created_at").first()


def _right(found: IdentityCode, code: str) -> bool:
    return same_hash(
        CODE_USE,
        f"{found.id}/{''.join(code.split())}",
        digest=bytes(found.code_hash),
        key_id=found.hash_key_id,
    )


def _count(reference: str) -> None:
    """By a hash of what was typed, whether it is a reference or not. Raises
    :class:`Locked`."""
    if counted(COUNTED_USE, reference, life=LIFE.total_seconds()) > MOST_TRIES:
        raise Locked
    for digest in hashes(REFERENCE_USE, reference):
        with presenting(digest.hex()):
            IdentityCode.objects.filter(reference_hash=digest, used_at=None).update(
                tries=F("tries") + 1
            )


def _mail(address: str, language: str, reference: str, token: str, code: str) -> bool:
    link = settings.PUBLIC_URL + reverse("confirm-request", kwargs={"token": token})
    with translation.override(language):
        subject = _("Is this your request %(reference)s?") % {"reference": reference}
        body = _(
            "Somebody asked us for something about this address, with the reference "
            "%(reference)s.\n\n"
            "If that was you, open this page and press the button:\n%(link)s\n\n"
            "Or type your reference and this code at %(page)s\n"
            "Code: %(code)s\n\n"
            "Both end in two days. If it was not you, do nothing: nobody is told "
            "anything, and nothing is changed."
        ) % {
            "reference": reference,
            "link": link,
            "code": code,
            "page": settings.PUBLIC_URL + reverse("confirm-by-code"),
        }
    try:
        dated = {"Date": format_datetime(database_now())}
        EmailMessage(subject, body, to=[address], headers=dated).send()
    except OSError:
        # Without the reference, which is half of what proves it; the request has its trouble.
        log.warning("the code of a request could not be mailed")
        return False
    return True


_NEEDS_IDENTITY = RequestState.NEEDS_IDENTITY
