"""Where the record ends is told to somebody outside: who keeps the letters can tell later
that nothing before was changed, whoever holds the database."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.utils.translation import gettext as _

from governance.audit.chain import Break, Head

log = logging.getLogger(__name__)


def publish(found: Head | Break) -> bool:
    """By mail to ``MEMORYHUB_PRIVACY_OFFICER``; False where nobody is named or nothing can
    be sent. Numbers and a hash only: nothing in it is about a person."""
    if not settings.PRIVACY_OFFICER:
        return False
    if "dummy" in settings.EMAIL_BACKEND:
        log.error("the privacy officer is not told: MEMORYHUB_SMTP_HOST is not set")
        return False
    subject, text = _letter(found)
    try:
        send_mail(subject, text, None, [settings.PRIVACY_OFFICER])
    except (SMTPException, OSError) as trouble:
        log.error("the privacy officer was not told: %s", type(trouble).__name__)  # noqa: TRY400  its text may name the address
        return False
    return True


def _letter(found: Head | Break) -> tuple[str, str]:
    if isinstance(found, Break):
        return (
            _("The audit record of Memoryhub is broken"),
            _(
                "The audit record of %(site)s breaks at entry %(number)d: %(why)s\n\n"
                "Somebody may have changed it. Compare it with the letters that you "
                "have: the last one that was right says how far it can be trusted.\n"
            )
            % {
                "site": settings.PUBLIC_URL,
                "number": found.number,
                "why": found.why,
            },
        )
    return (
        _("The audit record of Memoryhub is whole"),
        _(
            "The audit record of %(site)s is whole up to entry %(number)d.\n"
            "Its hash there is %(hash)s.\n\n"
            "Keep this letter. If the record is changed later, it no longer has this "
            "hash at this entry.\n"
        )
        % {
            "site": settings.PUBLIC_URL,
            "number": found.number,
            "hash": found.hash.hex(),
        },
    )
