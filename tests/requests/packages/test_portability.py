"""What a portability package holds (Art. 20 GDPR), and that it goes in again."""

import json
from typing import Any

import jsonschema

from governance.models import Memory, PackageKind
from governance.requests.packages import schema
from tests.requests.packages.making import Making, rows

SAME = (
    "text", "kind", "key", "space", "importance", "sensitivity", "pinned", "inferred",
    "metadata", "said_at", "status",
)  # fmt: skip


def documents(making: Making, **more: Any) -> list[dict[str, Any]]:
    files = making.files(making.make(PackageKind.PORTABILITY, **more))
    names = sorted(name for name in files if name.startswith("import/"))
    return [json.loads(files[name]) for name in names]


def test_what_goes_out_goes_in_elsewhere_and_is_the_same(
    making: Making, monkeypatch: Any
) -> None:
    monkeypatch.setattr("governance.requests.packages.contents.SIZE", 2)
    world = making.world
    world.write("Lives in Oslo.", key="city")
    world.write("Lives in Bergen.", key="city", pinned=True)
    world.write("Prefers trains.", kind="preference", importance=8, space="trips")
    world.write("Moved in May.", kind="event", metadata={"year": 2024})
    world.write("Likes rain.", source={"type": "document", "ref": "letter-7"})
    parts = documents(making)
    assert len(parts) == 3
    client = world.bank.client()
    for part in parts:
        answer = client.post("/api/v1/people/elsewhere/import", part, format="json")
        assert {each["status"] for each in answer.json()["results"]} <= {201, 202}
    taken = client.get("/api/v1/people/elsewhere/export").json()

    def said(memories: list[dict[str, Any]]) -> list[dict[str, Any]]:
        told = [{name: each[name] for name in SAME} for each in memories]
        return sorted(told, key=lambda each: str(each["text"]))

    out = [each for part in parts for each in part["memories"]]
    assert said(taken["memories"]) == said(out)
    assert len(out) == 5


def test_what_was_worked_out_or_derived_is_left_out(making: Making) -> None:
    world = making.world
    first = world.write("Likes rain.")
    world.write("Is probably from Bergen.", inferred=True)
    world.write("Likes weather.", derived_from=[first["id"]])
    world.write("A summary of likes.", kind="summary")
    [part] = documents(making)
    assert [each["text"] for each in part["memories"]] == ["Likes rain."]
    everything = "".join(making.files(making.make(PackageKind.PORTABILITY)).values())
    assert "Bergen" not in everything
    assert "weather" not in everything


def test_every_part_is_as_its_schema_says(making: Making) -> None:
    making.world.write("Lives in Oslo.", key="city")
    making.world.write("Lives in Bergen.", key="city")
    published = json.loads(schema("memories"))
    checker = jsonschema.Draft202012Validator
    checker.check_schema(published)
    for part in documents(making):
        checker(published, format_checker=checker.FORMAT_CHECKER).validate(part)
    files = making.files(making.make(PackageKind.PORTABILITY))
    assert json.loads(files["schema.json"]) == published


def test_page_and_table_hold_the_same(making: Making, as_owner: Any) -> None:
    written = making.world.write("Stands in for the text.")
    as_owner(Memory).filter(id=written["id"]).update(text="=1+2 <b>")
    files = making.files(making.make(PackageKind.PORTABILITY))
    assert [each["text"] for each in rows(files["memories.csv"])] == ["'=1+2 <b>"]
    assert "=1+2 &lt;b&gt;" in files["index.html"]
