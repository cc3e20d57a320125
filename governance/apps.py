"""Django's entry to the app."""

from django.apps import AppConfig
from typing_extensions import override


class GovernanceConfig(AppConfig):
    """The one app of the project."""

    name = "governance"
    verbose_name = "Memoryhub"

    @override
    def ready(self) -> None:
        from governance import checks  # noqa: F401, PLC0415  registers on import
