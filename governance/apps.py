"""Django's entry to the app."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from typing_extensions import override


class GovernanceConfig(AppConfig):
    """The one app of the project."""

    name = "governance"
    verbose_name = "Memoryhub"

    @override
    def ready(self) -> None:
        from governance import checks  # noqa: F401, PLC0415  registers on import

        _configure_scrubbing()


def _configure_scrubbing() -> None:
    """A file that cannot be used stops the start: better than a gate with a hole."""
    from governance import scrubbing  # noqa: PLC0415  late, as `checks`

    file = settings.SCRUB_RECOGNISERS
    try:
        toml = Path(file).read_text(encoding="utf-8") if file else ""
        scrubbing.configure(model=settings.SCRUB_MODEL or None, recognisers=toml)
    except (OSError, UnicodeDecodeError):
        raise ImproperlyConfigured(
            "The file that MEMORYHUB_RECOGNISERS names cannot be read."
        ) from None
    except scrubbing.BadRecogniser as wrong:
        raise ImproperlyConfigured(f"MEMORYHUB_RECOGNISERS: {wrong}") from None
