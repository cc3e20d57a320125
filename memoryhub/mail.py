"""How mail leaves: by a server, into a folder for trying out, or not at all, and then the
pages say so instead of promising it. Each name is a setting."""

from memoryhub import env

__all__ = [
    "DEFAULT_FROM_EMAIL",
    "EMAIL_BACKEND",
    "EMAIL_FILE_PATH",
    "EMAIL_HOST",
    "EMAIL_HOST_PASSWORD",
    "EMAIL_HOST_USER",
    "EMAIL_PORT",
    "EMAIL_TIMEOUT",
    "EMAIL_USE_TLS",
    "PRIVACY_OFFICER",
]

EMAIL_HOST = env.text("MEMORYHUB_SMTP_HOST", default="")
EMAIL_PORT = env.integer("MEMORYHUB_SMTP_PORT", default=587)
EMAIL_HOST_USER = env.text("MEMORYHUB_SMTP_USER", default="")
EMAIL_HOST_PASSWORD = env.secret("MEMORYHUB_SMTP_PASSWORD") if EMAIL_HOST_USER else ""
EMAIL_USE_TLS = env.flag("MEMORYHUB_SMTP_TLS", default=True)
# Seconds for each answer of the server.
EMAIL_TIMEOUT = 10
# Mail as files, instead of a server. No erasure reaches them: for trying out.
_FOLDER = env.text("MEMORYHUB_MAIL_DIR", default="")
EMAIL_FILE_PATH = env.path("MEMORYHUB_MAIL_DIR") if _FOLDER else None
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.filebased.EmailBackend"
    if EMAIL_FILE_PATH
    else "django.core.mail.backends.dummy.EmailBackend"
)
DEFAULT_FROM_EMAIL = env.text("MEMORYHUB_MAIL_FROM", default="memoryhub@localhost")
# Who is told every night where the audit record ends, so that nobody who holds the database
# alone can change what stands before; nobody by default.
PRIVACY_OFFICER = env.text("MEMORYHUB_PRIVACY_OFFICER", default="")
