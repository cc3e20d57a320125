"""The settings of mail. Without a mail server nothing is sent, and the pages say so instead
of promising it."""

from memoryhub import env

EMAIL_HOST = env.text("MEMORYHUB_SMTP_HOST", default="")
EMAIL_PORT = env.integer("MEMORYHUB_SMTP_PORT", default=587)
EMAIL_HOST_USER = env.text("MEMORYHUB_SMTP_USER", default="")
EMAIL_HOST_PASSWORD = env.secret("MEMORYHUB_SMTP_PASSWORD") if EMAIL_HOST_USER else ""
EMAIL_USE_TLS = env.flag("MEMORYHUB_SMTP_TLS", default=True)
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if EMAIL_HOST
    else "django.core.mail.backends.dummy.EmailBackend"
)
DEFAULT_FROM_EMAIL = env.text("MEMORYHUB_MAIL_FROM", default="memoryhub@localhost")
# Who is told every night where the audit record ends, so that nobody who holds the database
# alone can change what stands before; nobody by default.
PRIVACY_OFFICER = env.text("MEMORYHUB_PRIVACY_OFFICER", default="")
