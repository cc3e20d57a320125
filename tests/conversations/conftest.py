"""A conversation of the owner with a service."""

from typing import Any

import pytest

URL = "/api/v1/people/{ref}/conversations/{name}"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


class Talk:
    """One conversation, over REST."""

    def __init__(self, client: Any, *, ref: str = "owner", name: str = "vienna"):
        self.client = client
        self.url = URL.format(ref=ref, name=name)

    def add(self, *items: Any, **headers: str) -> Any:
        body = {"items": [_item(each) for each in items]}
        url = f"{self.url}/items"
        return self.client.post(url, body, format="json", **headers)

    def put(self, *items: Any, **more: Any) -> Any:
        body = {"items": [_item(each) for each in items], **more}
        return self.client.put(f"{self.url}/items", body, format="json")

    def read(self, **query: Any) -> Any:
        return self.client.get(f"{self.url}/items", query)

    def said(self, **query: Any) -> list[str]:
        return [each["item"]["content"] for each in self.read(**query).json()["items"]]

    def pop(self) -> Any:
        return self.client.post(f"{self.url}/pop")

    def clear(self, *, memories: str = "") -> Any:
        query = f"?memories={memories}" if memories else ""
        return self.client.delete(f"{self.url}{query}")


def _item(said: Any) -> Any:
    return {"role": "user", "content": said} if isinstance(said, str) else said


@pytest.fixture
def talk(world):
    return Talk(world.travel.client())
