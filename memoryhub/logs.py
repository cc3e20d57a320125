"""What is logged, and by whom: ids and route templates, never a path, a query or a text."""

from typing import Any

LOGS: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "memoryhub.quiet_logs.QuietFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
    },
    "filters": {"quiet": {"()": "memoryhub.quiet_logs.QuietFilter"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["quiet"],
        },
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "memoryhub": {"level": "INFO"},
        "governance": {"level": "INFO"},
        # Presidio and axes narrate what they see, which is other people's text.
        "presidio-analyzer": {"level": "CRITICAL", "propagate": False},
        "axes": {"level": "ERROR"},
        # The access log says it already, by route.
        "django.request": {"level": "ERROR"},
    },
}
