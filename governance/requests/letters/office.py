"""Whose office it is, from the settings; and whether letters can go by mail at all."""

from urllib.parse import urlsplit

from django.conf import settings

from governance.requests.letters.facts import Office
from governance.requests.office import office


def our_office() -> Office:
    """As it stands in every letter from now on."""
    return Office(
        controller=settings.CONTROLLER or _host(),
        contact=settings.PRIVACY_CONTACT,
        authority=settings.AUTHORITY,
        keeps_backups=settings.BACKUP_RETENTION_DAYS != 0,
        law=office().law,
    )


def mail_is_sent() -> bool:
    """Without a mail server nothing is promised to go by mail."""
    return "dummy" not in settings.EMAIL_BACKEND


def mail_domain() -> str:
    """What stands behind the @ of a Message-ID (RFC 5322, 3.6.4)."""
    return _host()


def not_set() -> list[str]:
    """Settings without which letters say less than people need, by their names."""
    named = {
        "MEMORYHUB_CONTROLLER": settings.CONTROLLER,
        "MEMORYHUB_PRIVACY_CONTACT": settings.PRIVACY_CONTACT,
        "MEMORYHUB_AUTHORITY": settings.AUTHORITY,
    }
    return [name for name, value in named.items() if not value]


def _host() -> str:
    return urlsplit(settings.PUBLIC_URL).hostname or "localhost"
