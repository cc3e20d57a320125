"""The export as one page to read: it needs nothing else, and nothing in it runs."""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language, override

from governance.models import Memory, Person, Read, SpecialCategory
from governance.porting import (
    KeptMessage,
    KeptNote,
    Part,
    Record,
    messages_of,
    notes_of,
    parts_of,
    reads_of,
    record_of,
)
from governance.web.me.deeds import purpose, read_said
from governance.web.me.spoken import spoken
from governance.web.me.things import name_of
from governance.web.words import where_from

HERE = "<!-- here -->"
"""Where the frame of the page is cut for what streams between."""


def page_file(records: Sequence[Person], began: datetime) -> Iterator[str]:
    """The page, piece by piece, in the zone in which the visitor's pages tell times."""
    # Taken now: by the time the file streams, the request with its zone is over.
    zone, language = timezone.get_current_timezone(), get_language()
    return _pieces(records, began, zone, language)


def _pieces(
    records: Sequence[Person], began: datetime, zone: tzinfo, language: str | None
) -> Iterator[str]:
    def rendered(name: str, **context: object) -> str:
        # No piece is yielded in here: both are the thread's, and others use them too.
        with timezone.override(zone), override(language):
            return render_to_string(f"me/{name}.html", context)

    frame = rendered("export_file", began=began, here=HERE, zone=zone)
    head, _cut, foot = frame.partition(HERE)
    yield head
    for person in records:
        yield rendered("export_record", **_about(record_of(person)))
        for part in parts_of(person):
            yield rendered("export_memories", memories=_memories(part, person))
        yield rendered("export_messages_heading")
        for said in messages_of(person):
            yield rendered("export_messages", messages=_messages(said, person))
        yield rendered("export_notes_heading")
        for notes in notes_of(person):
            yield rendered("export_notes", notes=_notes(notes))
        yield rendered("export_reads_heading")
        for reads in reads_of(person, before=began):
            yield rendered("export_reads", reads=_reads(reads, person))
    yield foot


def _about(record: Record) -> dict[str, object]:
    person = record.person
    return {
        "person": person,
        "purposes": [purpose(each) for each in person.service.purposes],
        "refused": [_label(each) for each in person.refused_categories],
        "consents": [(each, _label(each.category)) for each in record.consents],
        "waiting": record.waiting,
    }


def _memories(part: Part, person: Person) -> list[tuple[Memory, str, list[str]]]:
    """Each with its place and what it said before."""
    return [
        (
            _with_service(memory, person),
            where_from(memory),
            [
                version.text
                for version in part.versions[memory.id]
                if version.number != memory.version and not version.redacted_at
            ],
        )
        for memory in part.memories
    ]


def _messages(said: Sequence[KeptMessage], person: Person) -> list[dict[str, object]]:
    """Each with its conversation, where another one begins."""
    now = timezone.now()
    return [
        {
            "said": spoken(each.item, person.service.name, now),
            "begins": each.conversation if each.begins else "",
        }
        for each in said
    ]


def _notes(notes: Sequence[KeptNote]) -> list[tuple[str, KeptNote]]:
    return [(name_of(each.path), each) for each in notes]


def _with_service(memory: Memory, person: Person) -> Memory:
    """At hand already, so that no row asks for it again."""
    memory.service = person.service
    return memory


def _reads(reads: Sequence[Read], person: Person) -> list[tuple[datetime, str]]:
    name = person.service.name
    return [(each.created_at, read_said(each, name)) for each in reads]


def _label(category: str) -> str:
    return str(SpecialCategory(category).label)
