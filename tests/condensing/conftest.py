"""A person with two memories and a summary made from both."""

from dataclasses import dataclass
from typing import Any

import pytest
from rest_framework.test import APIClient

from governance.models import Memory
from tests.bell import Bell
from tests.world import World, memories_of

URL = "/api/v1/people/owner"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@dataclass
class House:
    """``home`` and ``tea`` are memories, ``summary`` was made from both."""

    world: World
    bell: Bell
    client: APIClient
    home: dict[str, Any]
    tea: dict[str, Any]
    summary: dict[str, Any]

    def derive(
        self, text: str, *origins: dict[str, Any], **more: Any
    ) -> dict[str, Any]:
        """A text that the service makes of others."""
        ids = [each["id"] for each in origins]
        return self.world.write(text, **{"kind": "summary", **more}, derived_from=ids)

    def correct(self, memory: dict[str, Any], text: str) -> None:
        """Gives a memory a new text."""
        url = f"{URL}/memories/{memory['id']}"
        answer = self.client.patch(url, {"text": text}, format="json")
        assert answer.status_code == 200, answer.content

    def erase(self, *memories: dict[str, Any]) -> None:
        """Erases memories now."""
        ids = [each["id"] for each in memories]
        body = {"ids": ids, "undo_hours": 0}
        answer = self.client.post(f"{URL}/forget", body, format="json")
        assert answer.status_code == 202, answer.content

    def again(self) -> list[Memory]:
        """What was derived again, the oldest first."""
        given = {each["id"] for each in (self.home, self.tea, self.summary)}
        found = [
            row
            for row in memories_of(self.world.owner)
            if str(row.id) not in given and row.inferred
        ]
        return sorted(found, key=lambda row: row.created_at)

    def texts(self) -> list[str]:
        """Everything that is shown to the service."""
        listed = self.client.get(f"{URL}/memories").json()["results"]
        return sorted(each["text"] for each in listed)


@pytest.fixture
def house(world, bell):
    home = world.write("Lives in Oslo since May.")
    tea = world.write("Likes green tea.")
    ids = [home["id"], tea["id"]]
    text = "A tea drinker from Oslo."
    summary = world.write(
        text, kind="summary", importance=8, inferred=True, derived_from=ids
    )
    return House(world, bell, world.travel.client(), home, tea, summary)
