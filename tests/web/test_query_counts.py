"""How often a page asks the database: as often for sixty rows as for three.

The counts stand in ``query_counts.json``. One that grew is a question asked per row, or a
new question that the page is worth; then the file is changed by hand, with the reason in
the commit.
"""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from governance.access import as_service_with
from governance.models import Conversation, Memory, MemoryFile, Read, ReadKind
from tests.told import Talk, insert, note
from tests.web.people import People, as_

COUNTS: dict[str, int] = json.loads(
    Path(__file__).with_name("query_counts.json").read_text()
)
ADDRESSES = {
    "list": "/me/",
    "list, filtered and sorted": "/me/?kind=event&state=active&age=year&sort=used",
    "search": "/me/?q=fact",
    "one memory": "/me/memories/{first}/",
    "one memory's row": "/me/memories/{first}/row/",
    "correct": "/me/memories/{first}/correct/",
    "erase": "/me/memories/{first}/erase/",
    "notes": "/me/notes/",
    "one note": "/me/notes/{note}/",
    "erase a note": "/me/notes/{note}/erase/",
    "conversations": "/me/conversations/",
    "one conversation": "/me/conversations/{conversation}/",
    "erase a conversation": "/me/conversations/{conversation}/erase/",
    "review": "/me/review/",
    "forgotten": "/me/forgotten/",
    "activity": "/me/activity/",
    "apps": "/me/apps/",
    "export": "/me/export/",
    "settings": "/me/settings/",
}
WAITS: dict[str, Any] = {"source": {"type": "web"}}


@pytest.mark.parametrize("rows", [3, 60])
def test_a_page_asks_as_often_for_sixty_rows_as_for_three(
    people: People, rows: int
) -> None:
    first = _remember(people, rows)
    named = {"first": first, **_told(people, rows)}
    link = as_(None)
    link.post(people.link(people.world.owner, people.world.travel))
    asked = {}
    for name, address in ADDRESSES.items():
        here = address.format(**named)
        asked[name] = _asked(as_(people.owner), here)
        asked[f"{name}, by link"] = _asked(link, here)
    assert asked == COUNTS


def _asked(client: Client, address: str) -> int:
    client.get(address)  # what is asked once in a process is no part of it
    with CaptureQueriesContext(connection) as asked:
        response = client.get(address)
    assert response.status_code in {200, 403}
    return len(asked)


def _remember(people: People, rows: int) -> uuid.UUID:
    """So many in use, waiting, forgotten, derived from the first and read with it."""
    world = people.world
    ids = [world.write(f"Fact {each}.", kind="event")["id"] for each in range(rows)]
    for each in range(rows):
        world.write(f"Told by a page {each}.", **WAITS)
        world.write(f"Summed up {each}.", derived_from=[ids[0]])
        forgotten = world.write(f"Old {each}.")["id"]
        as_(people.owner).post(f"/me/memories/{forgotten}/forget/")
    with as_service_with(world.travel.service.id, world.owner.id):
        for _ in range(rows):
            Read.objects.create(
                person=world.owner,
                service=world.travel.service,
                kind=ReadKind.LIST,
                purpose="assist",
                memory_ids=ids,
            )
    assert Memory.objects.using("owner").count() >= 4 * rows
    return uuid.UUID(ids[0])


def _told(people: People, rows: int) -> dict[str, uuid.UUID]:
    """So many notes and conversations, and as many messages and versions of the first;
    each was read."""
    client = people.world.travel.client()
    for each in range(rows):
        note(client, f"/memories/{each}.md", "Likes tea.")
        Talk(client, name=f"talk-{each}").add("Good morning.", "Likes tea.")
    talk = Talk(client, name="talk-0")
    talk.add(*[f"Fact {each}." for each in range(rows)])
    talk.read()
    for each in range(rows):
        insert(client, "/memories/0.md", 0, f"Line {each}.")
    return {
        "note": MemoryFile.objects.using("owner").get(path="/memories/0.md").id,
        "conversation": Conversation.objects.using("owner").get(name="talk-0").id,
    }
