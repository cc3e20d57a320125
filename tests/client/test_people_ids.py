"""A person's id is the service's own, whatever characters it has."""

import pytest

from memoryhub.client import Source

CHAT = Source("user_message")
IDS = [
    "anna@example.org",
    "team/anna",
    "team%2Fanna",
    "%2e%2e%2f",
    ".",
    "..",
    "../stranger",
    "a?b=c#d",
    "a;b&c=d+e f",
    "Zoë 🐈\u200d⬛",
    "http://a.example/",
    "\\back\\slash",
    "tab\tand\nline",
    "x" * 255,
]


@pytest.mark.parametrize("person", IDS, ids=ascii)
def test_an_odd_id_is_one_person_and_no_other(hub, person):
    written = hub.remember(person, "Likes tea.", source=CHAT)
    assert [memory.id for memory in hub.memories(person)] == [written.id]
    assert hub.memory(person, written.id).text == "Likes tea."
    assert hub.person(person).memories == {"active": 1}


def test_ids_that_look_alike_when_decoded_are_different_people(hub):
    alike = ["team/anna", "team%2Fanna", "team%252Fanna"]
    for number, person in enumerate(alike):
        hub.remember(person, f"Is number {number}.", source=CHAT)
    for number, person in enumerate(alike):
        texts = [memory.text for memory in hub.memories(person)]
        assert texts == [f"Is number {number}."]
