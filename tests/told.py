"""What the tests tell over REST beside memories: conversations, and notes of an agent."""

from typing import Any

TOOL = "/api/v1/people/{ref}/memory-tool"
CONVERSATION = "/api/v1/people/{ref}/conversations/{name}"


def run_tool(client: Any, command: str, *, ref: str = "owner", **fields: Any) -> Any:
    """Runs a command of the memory tool and gives the whole answer."""
    body = {"command": command, **fields}
    return client.post(TOOL.format(ref=ref), body, format="json")


def note(client: Any, path: str, text: str, *, ref: str = "owner") -> None:
    """Makes a note that has to be made."""
    answer = run_tool(client, "create", ref=ref, path=path, file_text=text)
    assert not answer.json().get("is_error", True), answer.content


def insert(client: Any, path: str, line: int, text: str) -> None:
    """Puts a line into a note."""
    answer = run_tool(client, "insert", path=path, insert_line=line, insert_text=text)
    assert not answer.json().get("is_error", True), answer.content


class Talk:
    """One conversation, over REST."""

    def __init__(self, client: Any, *, ref: str = "owner", name: str = "vienna"):
        self.client = client
        self.url = CONVERSATION.format(ref=ref, name=name)

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
