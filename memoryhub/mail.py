"""How mail leaves: by a server, into a folder for trying out, or not at all, and then the
pages say so instead of promising it."""

from pathlib import Path

from memoryhub import env


def _folder() -> Path | None:
    named = env.text("MEMORYHUB_MAIL_DIR", default="")
    return env.path("MEMORYHUB_MAIL_DIR") if named else None


HOST = env.text("MEMORYHUB_SMTP_HOST", default="")
PORT = env.integer("MEMORYHUB_SMTP_PORT", default=587)
USER = env.text("MEMORYHUB_SMTP_USER", default="")
PASSWORD = env.secret("MEMORYHUB_SMTP_PASSWORD") if USER else ""
TLS = env.flag("MEMORYHUB_SMTP_TLS", default=True)
TIMEOUT = 10
"""Seconds for each answer of the server."""

# Mail as files, instead of a server. No erasure reaches them: for trying out.
FOLDER = _folder()
SENDER = env.text("MEMORYHUB_MAIL_FROM", default="memoryhub@localhost")


def _backend() -> str:
    if HOST:
        return "django.core.mail.backends.smtp.EmailBackend"
    if FOLDER:
        return "django.core.mail.backends.filebased.EmailBackend"
    return "django.core.mail.backends.dummy.EmailBackend"


BACKEND = _backend()
