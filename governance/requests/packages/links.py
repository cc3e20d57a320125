"""For people without an account: a link that opens one package once, and a code of eight
digits that goes to the address by which they were identified.

The link alone opens nothing: letters are forwarded, and mail is read by others. A code lives
for 15 minutes and five tries; five codes a link. Whoever asks with a link that never was one
is answered the same, and counted the same.
"""

import logging
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import F, Q
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import translation

from governance.access import (
    count_anew,
    counted,
    hashes,
    keyed_hash,
    note_current_key,
    presenting,
    same_hash,
    seal,
    unseal,
)
from governance.audit import Actor, record
from governance.models import Package, PackageLink, PackageState
from governance.requests.packages.download import (
    NotThere,
    Outgoing,
    enter_by_link,
    opened_by_link,
)

log = logging.getLogger(__name__)

TOKEN_USE = "package link"  # noqa: S105  the name of a use, not a secret
CODE_USE = "package code"
ADDRESS_USE = "package address"
COUNTED_USE = "package link, counted"
DIGITS = 8
CODE_LIFE = timedelta(minutes=15)
MOST_TRIES = 5
MOST_CODES = 5


class Locked(Exception):
    """Too many tries, or too many codes."""


class WrongCode(Exception):
    """The code is not right, is over, or there is none; nobody can tell which."""


@dataclass(frozen=True)
class Presented:
    """A link that was presented, with its package."""

    link: PackageLink
    package: Package
    over: bool


def make_link(
    package_id: uuid.UUID, *, address: str, actor: Actor
) -> tuple[str, datetime]:
    """A link's token, which is kept as a hash only, and when it ends; call it in the
    staff's scope, for a package that is ready. The address is the one by which the person
    was identified. Raises :class:`NotThere`."""
    package = Package.objects.filter(id=package_id, state=PackageState.READY).first()
    if package is None or package.expires_at is None:
        raise NotThere(PackageState.WITHDRAWN)
    token = secrets.token_urlsafe(32)
    hashed = keyed_hash(TOKEN_USE, token)
    sealed, _key_id = seal(ADDRESS_USE, address)
    note_current_key()
    link = PackageLink.objects.create(
        package_id=package_id,
        token_hash=hashed.digest,
        hash_key_id=hashed.key_id,
        address_sealed=sealed,
        expires_at=package.expires_at,
    )
    pairs = zip(package.person_ids, package.service_ids, strict=True)
    for person_id, service_id in pairs:
        record(
            "package.linked",
            actor,
            service_id=service_id,
            person_id=person_id,
            subjects=[package_id, link.id],
        )
    return token, package.expires_at


def send_code(token: str) -> None:
    """Sends a fresh code to the link's address; an earlier one is good no more. A link
    that never was one, or is over, does as if. Raises :class:`Locked`."""
    _count(token, "codes", MOST_CODES)
    life = settings.PACKAGES.life.total_seconds()
    count_anew(f"{COUNTED_USE}: tries", token, life=life)
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    with _presented(token) as found:
        if found is None or found.over:
            return
        link = found.link
        if not _put_code(link, code):
            raise Locked
        address = unseal(ADDRESS_USE, bytes(link.address_sealed), link.hash_key_id)
    _mail(address, code, found.package.language)


def take_by_code(token: str, code: str) -> Outgoing:
    """The file, once. Raises :class:`WrongCode`, :class:`Locked` after five tries, and
    :class:`NotThere` where the code is right and the file is not there."""
    _count(token, "tries", MOST_TRIES)
    with _presented(token) as found:
        # Tried even where it is over: the answer must not tell which it was.
        right = found is not None and _try(found.link, code) and not found.over
    if found is None or not right:
        raise WrongCode
    outgoing = opened_by_link(found.package, found.package.state)
    with _presented(token) as again:
        # One of two simultaneous presses wins.
        mine = PackageLink.objects.filter(id=found.link.id, used_at=None)
        if again is None or again.over or not mine.update(used_at=Now()):
            outgoing.file.close()
            raise WrongCode
        enter_by_link(found.package, found.link)
    return outgoing


@contextmanager
def _presented(token: str) -> Iterator[Presented | None]:
    """The scope of what is presented, with the link that it names."""
    digest = _digest_of(token)
    with presenting(digest.hex()):
        links = PackageLink.objects.filter(token_hash=digest)
        link = links.annotate(ended=Q(expires_at__lte=Now())).first()
        package = Package.objects.filter(id=link.package_id).first() if link else None
        if link is None or package is None:
            yield None
            return
        gone = package.state != PackageState.READY
        yield Presented(link, package, link.ended or gone or link.used_at is not None)


def _digest_of(token: str) -> bytes:
    """The hash by which the link is known, whichever master key made it; the newest one
    for what is unknown."""
    digests = hashes(TOKEN_USE, token)
    for digest in digests[1:]:
        with presenting(digest.hex()):
            if PackageLink.objects.filter(token_hash=digest).exists():
                return digest
    return digests[0]


def _put_code(link: PackageLink, code: str) -> bool:
    note_current_key()
    hashed = keyed_hash(CODE_USE, f"{link.id}/{code}")
    mine = PackageLink.objects.filter(id=link.id, codes_sent__lt=MOST_CODES)
    return bool(
        mine.update(
            code_hash=hashed.digest,
            code_key=hashed.key_id,
            code_until=Now() + CODE_LIFE,
            codes_sent=F("codes_sent") + 1,
            tries=0,
        )
    )


def _try(link: PackageLink, code: str) -> bool:
    """Counted before it is compared, so that tries at once are counted too. Raises
    :class:`Locked`."""
    mine = PackageLink.objects.filter(id=link.id, tries__lt=MOST_TRIES)
    if not mine.update(tries=F("tries") + 1):
        raise Locked
    fresh = PackageLink.objects.filter(id=link.id, code_until__gt=Now()).first()
    if fresh is None or fresh.code_hash is None or fresh.code_key_id is None:
        return False
    return same_hash(
        CODE_USE,
        f"{link.id}/{code.strip()}",
        digest=bytes(fresh.code_hash),
        key_id=fresh.code_key_id,
    )


def _count(token: str, what: str, most: int) -> None:
    """By a hash of what was presented, whether it is a link or not. Raises
    :class:`Locked`."""
    life = settings.PACKAGES.life.total_seconds()
    if counted(f"{COUNTED_USE}: {what}", token, life=life) > most:
        raise Locked


def _mail(address: str, code: str, language: str) -> None:
    minutes = int(CODE_LIFE.total_seconds() // 60)
    with translation.override(language):
        subject = render_to_string("packages/email/code_subject.txt").strip()
        body = render_to_string(
            "packages/email/code_message.txt", {"code": code, "minutes": minutes}
        )
    try:
        send_mail(subject, body, None, [address])
    except OSError as trouble:
        # The page must not tell by it that the link is one; another code can be asked for.
        log.warning("a code could not be sent: %s", type(trouble).__name__)
