"""Two logins to one database: the runtime role serves, the owner migrates."""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def database(url: str, *, pooled: bool = False) -> dict[str, Any]:
    """Django's settings for a ``postgresql://user:password@host:port/name`` URL."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(
            "DATABASE_URL and DATABASE_OWNER_URL must look like "
            "postgresql://user:password@host:port/name."
        )
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    host = query.pop("host", unquote(parts.hostname or ""))
    options: dict[str, Any] = {**query, "application_name": "memoryhub"}
    if pooled:
        options |= {"server_side_binding": True, "prepare_threshold": 2}
        options["pool"] = {"min_size": 1, "max_size": 8, "timeout": 10}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or 5432),
        "OPTIONS": options,
        # A pool keeps the connections; Django must not keep them as well.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": False,
        "TEST": {"MIRROR": None},
    }


class MigrateAsOwner:
    """The tables belong to the owner; the runtime login may not change them."""

    def allow_relation(self, obj1: object, obj2: object, **hints: object) -> bool:
        """Two logins, one database: a row is the same by either."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """Only the owner's alias migrates."""
        return db == "owner"
