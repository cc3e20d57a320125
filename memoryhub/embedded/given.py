"""What the user gave: the variables, checked before anything uses them, and the command."""

import importlib.util
import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from kombu import Connection
from kombu.exceptions import KombuError

from memoryhub import env

DATABASES = ("DATABASE_URL", "DATABASE_OWNER_URL")
POSTGRESQL = ("postgresql", "postgres")
KEYS = ("MEMORYHUB_MASTER_KEYS", "MEMORYHUB_SIGNING_KEYS")
BROKERS = ("redis", "rediss", "amqp", "amqps")

# Whose commands there are; read from their folders, since Django cannot tell before the
# settings are there.
PACKAGES = (
    "django.core",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth.account",
    "axes",
    "django_linear_migrations",
    "drf_spectacular",
    "governance",
)


def check_given() -> None:
    """Raises ``ImproperlyConfigured`` for an address that is none; an empty variable
    counts as not given."""
    for name in (*DATABASES, "BROKER_URL", "MEMORYHUB_SECRET_KEY"):
        if not os.environ.get(name, "x").strip():
            del os.environ[name]
    for name in DATABASES:
        if name in os.environ:
            env.url(name, schemes=POSTGRESQL)
    if "BROKER_URL" in os.environ:
        env.url("BROKER_URL", schemes=BROKERS)
    for name in KEYS:
        if name in os.environ:
            env.keys(name)


def check_broker() -> None:
    """Raises ``ImproperlyConfigured`` when a given broker does not answer."""
    try:
        with Connection(env.text("BROKER_URL"), connect_timeout=3) as connection:
            connection.ensure_connection(max_retries=1, timeout=3)
    except (KombuError, OSError):
        raise ImproperlyConfigured(
            "The broker in BROKER_URL does not answer; without it no erasure would run."
        ) from None


def is_command(name: str) -> bool:
    """Whether anything of ours or Django's answers to this command."""
    module = name.replace("-", "_")
    return any((folder / f"{module}.py").exists() for folder in _folders())


def _folders() -> list[Path]:
    found = []
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        places = (spec.submodule_search_locations or []) if spec else []
        found += [Path(place) / "management" / "commands" for place in places]
    return found
