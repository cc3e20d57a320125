"""The alarm clock under the test's hand."""

from collections.abc import Callable

import pytest

from governance import tasks
from memoryhub.celery import app


class Bell:
    """Collects rung jobs; ``answer`` runs them as a worker would, one by one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rung: list[tuple[str, list[str]]] = []
        monkeypatch.setattr(app, "send_task", self._ring)

    def _ring(self, name: str, *, args: list[str], **options: object) -> None:
        self.rung.append((name.removeprefix("governance.tasks."), args))

    def answer(self) -> None:
        """Runs everything that was rung for, also what that rings for."""
        while self.rung:
            name, args = self.rung.pop(0)
            task: Callable[..., None] = getattr(tasks, name)
            task(*args)
