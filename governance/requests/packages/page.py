"""The readable page of a package: it needs nothing else, and nothing in it runs."""

from collections.abc import Iterator, Sequence

from django.template.loader import render_to_string
from django.utils import timezone

from governance.models import Person, Read, RetentionRule
from governance.porting import Record, said_in, speaker
from governance.requests.packages import kept, words
from governance.requests.packages.contents import Contents, Told
from governance.requests.packages.headings import Heading
from governance.requests.packages.kept import Message, Note

HERE = "<!-- here -->"
"""Where the frame of the page is cut for what streams between."""


class Page:
    """The pieces that both kinds of packages share; the language and the zone are those
    that the builder has set."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    def access(
        self, headings: Sequence[Heading], records: Iterator[bytes], *, left_out: int
    ) -> Iterator[str | bytes]:
        """What the law asks for, then all of it, which is rendered already."""
        head, foot = self._frame(left_out=left_out)
        yield head
        yield _rendered("headings", headings=headings)
        yield from records
        yield foot

    def portability(self) -> Iterator[str]:
        """What they provided, with how to take it elsewhere."""
        head, foot = self._frame(left_out=0)
        yield head
        yield _rendered("portable")
        for record in self._contents.records():
            person = record.person
            yield _rendered("record", **_about(person), consents=[])
            for _part, told in self._contents.provided(person):
                yield _rendered("provided", told=told)
            yield messages_head()
            for some in kept.provided(self._contents, person):
                yield messages_part([Message(each, 0) for each in some], person)
        yield foot

    def _frame(self, *, left_out: int) -> tuple[str, str]:
        frame = _rendered(
            "frame",
            package=self._contents.package,
            as_of=self._contents.as_of,
            zone=timezone.get_current_timezone(),
            left_out=left_out,
            here=HERE,
        )
        head, _cut, foot = frame.partition(HERE)
        return head, foot


def record_part(record: Record) -> str:
    """The beginning of one record."""
    return _rendered("record", **_about(record.person), consents=record.consents)


def memories_part(
    told: Sequence[Told], person: Person, rules: Sequence[RetentionRule]
) -> str:
    """Some of its memories."""
    return _rendered("memories", memories=_memories(told, person, rules))


def messages_head() -> str:
    """Where its conversations begin."""
    return _rendered("messages_head")


def messages_part(some: Sequence[Message], person: Person) -> str:
    """Some messages, each with the name of its conversation where that begins."""
    rows = [
        {
            "begins": each.kept.conversation if each.kept.begins else "",
            "who": speaker(each.kept.body, person.service.name),
            "text": said_in(each.kept.body),
            "item": each.kept.item,
            "left_out": each.left_out,
        }
        for each in some
    ]
    return _rendered("messages", messages=rows)


def notes_head() -> str:
    """Where its notes begin."""
    return _rendered("notes_head")


def notes_part(some: Sequence[Note]) -> str:
    """Some notes, with what they said before."""
    return _rendered("notes", notes=some)


def reads_head() -> str:
    """Where its reads begin."""
    return _rendered("reads_head")


def reads_part(some: Sequence[Read]) -> str:
    """Some of its reads."""
    reads = [
        (
            each.created_at,
            words.read(each),
            words.purpose(each.purpose),
            words.how_many(each),
        )
        for each in some
    ]
    return _rendered("reads", reads=reads)


def _about(person: Person) -> dict[str, object]:
    return {"person": person, "purposes": words.purposes(person.service.purposes)}


def _memories(
    told: Sequence[Told], person: Person, rules: Sequence[RetentionRule]
) -> list[dict[str, object]]:
    return [
        {
            "told": each,
            "memory": each.memory,
            "state": words.state(each.memory, each.hold),
            "place": words.place(each.memory.source.type, person.service.name),
            "before": [
                (version, text, words.actor(version))
                for version, text in each.versions[:-1]
            ],
            "stays": [says for _name, says in words.stays(each.memory, person, rules)],
            "read_by": [(one, words.purposes(one.purposes)) for one in each.read_by],
        }
        for each in told
    ]


def _rendered(name: str, **context: object) -> str:
    return render_to_string(f"packages/{name}.html", context)
