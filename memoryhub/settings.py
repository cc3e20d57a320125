"""One settings file. Everything that differs between machines is read from the
environment by a typed reader that fails loudly; no secret has a default."""

from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from memoryhub import env
from memoryhub.content_policy import CONTENT_POLICY
from memoryhub.databases import database
from memoryhub.interchange import *  # noqa: F403
from memoryhub.logs import LOGS
from memoryhub.mail import *  # noqa: F403
from memoryhub.office import *  # noqa: F403
from memoryhub.packages import packages
from memoryhub.recipients import *  # noqa: F403
from memoryhub.rest import OPENAPI, REST
from memoryhub.schedule import SCHEDULE
from memoryhub.site_files import BUNDLES

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.path("MEMORYHUB_DATA_DIR", default=BASE_DIR / ".memoryhub")

# --- Secrets (made once in embedded mode, demanded from the environment elsewhere) ---
SECRET_KEY = env.secret("MEMORYHUB_SECRET_KEY")
MASTER_KEYS = env.keys("MEMORYHUB_MASTER_KEYS")
# What signs certificates, and the public keys of what did (docs/decisions/0018).
SIGNING_KEYS = env.keys("MEMORYHUB_SIGNING_KEYS")
RETIRED_SIGNING_KEYS = env.keys("MEMORYHUB_RETIRED_SIGNING_KEYS", default="")

# --- Where we are reached ---
DEBUG = env.flag("MEMORYHUB_DEBUG", default=False)
PUBLIC_URL = env.url("MEMORYHUB_PUBLIC_URL").rstrip("/")
HTTPS = PUBLIC_URL.startswith("https://")
ALLOWED_HOSTS = env.items("MEMORYHUB_ALLOWED_HOSTS", default=["127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
# A proxy that ends TLS must be named: else anybody could call a request secure.
BEHIND_PROXY = env.flag("MEMORYHUB_BEHIND_TLS_PROXY", default=False)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

INSTALLED_APPS = [
    "governance",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_linear_migrations",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "csp",
    "django_celery_beat",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "memoryhub.access_log.AccessLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "governance.web.restored.RestoredMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "governance.web.visitor.VisitorMiddleware",
    "governance.web.looks.LooksMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "memoryhub.urls"
WSGI_APPLICATION = "memoryhub.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
# Forms render through our templates, so that one component serves every form.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Database: the runtime login serves, the owner login only migrates ---
DATABASES = {
    "default": database(env.text("DATABASE_URL"), pooled=True),
    "owner": database(env.text("DATABASE_OWNER_URL")),
}
DATABASE_ROUTERS = ["memoryhub.databases.MigrateAsOwner"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# An answer that stands in a transaction while text is scrubbed would hold locks
# for the length of the NLP: every verb opens its own transaction instead.
ATOMIC_REQUESTS = False

# --- Sign-in ---
AUTH_USER_MODEL = "governance.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email"]},
    },
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "governance.web.sign_in.SignInAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGOUT_REDIRECT_URL = LOGIN_URL
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# A new address takes the old one's place once it is confirmed; both are told by mail.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
# How long a sign-in "again" opens what needs it, in seconds; not by a code in a mail,
# which whoever sits at an open browser may be able to read.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
# Passkeys are a way in of their own, so nobody needs recovery codes
# (docs/decisions/0014-sign-in.md).
MFA_ADAPTER = "governance.web.sign_in_passkeys.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Accounts are made with a confirmed address; a change that waits for its mail must not
# keep anybody from their passkeys.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Whether an address has an account is nobody's business.
ACCOUNT_PREVENT_ENUMERATION = True
# Tries are counted by account and address together: one person's typing errors
# must not lock a whole office out.
# Counted in the cache by a hash: axes' own tables would keep all that was sent.
AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "account/locked.html"
AXES_SENSITIVE_PARAMETERS = ["login", "username", "email", "password"]
AXES_USERNAME_FORM_FIELD = "login"
# A typed address is personal: axes counts by its keyed hash and never stores it.
AXES_USERNAME_CALLABLE = "governance.web.sign_in.counted_as"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True

SESSION_COOKIE_AGE = int(timedelta(days=14).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "governance.web.errors.form_too_old"

# --- Headers ---
# Not "no-referrer": with it browsers send "Origin: null" with every form, which the
# check against forged requests must refuse (docs/decisions/0005-referrer.md).
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = CONTENT_POLICY

# --- Static files: hashed, and cached for a year ---
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {
        "BACKEND": "memoryhub.bundles.BundlingStorage",
    },
}
STATIC_BUNDLES = BUNDLES
# Nothing uploaded may touch the disk before it is scrubbed.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# --- Language and time: UTC in the store, the person's zone on the page ---
LANGUAGE_CODE = "en"
# Every string is marked for translation; a language is listed once it is complete.
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "memoryhub" / "locale"]
FORMAT_MODULE_PATH = "memoryhub.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- REST ---
REST_FRAMEWORK = REST
SPECTACULAR_SETTINGS = OPENAPI
# How often one key may call; counted over all processes where the broker is Redis.
# The least that is left out before anything is stored; a service and a person may each
# ask for more, and the strictest holds.
SCRUB_POLICY = env.choice(
    "MEMORYHUB_SCRUB_POLICY", ("light", "balanced", "strict"), default="light"
)
# A file of recognisers of the deployment's own (README, "What is left out"), and another
# spaCy model than the installed one.
SCRUB_RECOGNISERS = env.text("MEMORYHUB_RECOGNISERS", default="")
SCRUB_MODEL = env.text("MEMORYHUB_NAME_MODEL", default="")
API_KEY_RATE = env.text("MEMORYHUB_KEY_RATE", default="1200/min")
# Largest bodies in bytes: of most calls, and of an import.
API_BODY_LIMIT = env.integer("MEMORYHUB_API_BODY_LIMIT", default=512 * 1024)
API_IMPORT_LIMIT = env.integer("MEMORYHUB_API_IMPORT_LIMIT", default=8 * 1024 * 1024)

# --- Counts of tries and calls, shared by all processes; nothing personal is cached ---
BROKER_URL = env.text("BROKER_URL")
# Not the broker's own database: clearing the cache must not drop a job.
COUNTERS_URL = (
    urlsplit(BROKER_URL)._replace(path="/1").geturl()
    if BROKER_URL.startswith(("redis://", "rediss://"))
    else None
)
CACHES = {
    "default": {
        "BACKEND": "memoryhub.cache.ForgivingCache",
        "LOCATION": COUNTERS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if COUNTERS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- Jobs: the row is the queue, Celery only the alarm clock ---
CELERY_BROKER_URL = BROKER_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Above the longest batch, and looked at often: else the task of a killed
    # worker waits minutes to an hour.
    "visibility_timeout": 120,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    # A dead broker must not hold up the request that rings the bell.
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
}
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = SCHEDULE

# --- Erasure ---
# What a restore must not bring back is written outside the database: into a folder, or
# into a second database (docs/decisions/0019).
LEDGER_DIR, LEDGER_URL = env.ledger("MEMORYHUB_LEDGER", default=DATA_DIR / "ledger")
ERASURE_LEASE = timedelta(seconds=env.integer("MEMORYHUB_ERASURE_LEASE", default=60))
ERASURE_BATCH = env.integer("MEMORYHUB_ERASURE_BATCH", default=5_000)
ERASURE_TRIES = env.integer("MEMORYHUB_ERASURE_TRIES", default=5)
# Days for which backups of the database are kept: certificates print the date by which
# the last one is gone, so the operator has to say it. 0 is none at all.
EMBEDDED = env.flag("MEMORYHUB_EMBEDDED", default=False)
BACKUP_RETENTION_DAYS = env.integer(
    "MEMORYHUB_BACKUP_RETENTION_DAYS", default=30 if EMBEDDED else None, minimum=0
)
# Every week the tables are rewritten, so that freed bytes go. Nobody can use a table
# meanwhile: where the database is somebody else's to plan, they say so.
COMPACT_WEEKLY = env.flag("MEMORYHUB_COMPACT_WEEKLY", default=EMBEDDED)
COMPACT_MEGABYTES = env.integer("MEMORYHUB_COMPACT_MEGABYTES", default=1_000)
RECEIPT_LIFE = timedelta(days=env.integer("MEMORYHUB_RECEIPT_DAYS", default=365))
PACKAGES = packages(DATA_DIR)

# --- Logs: ids and route templates, never a path, a query or a text ---
LOGGING = LOGS
