"""What is written over REST, held against a model of dedupe and supersession that fits on a
screen: whatever is written, forgotten and erased in whatever order, lists and answers are
the model's."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from governance.writing.differences import says_the_same
from tests.world import World

TEXTS = TEA, OSLO, BICYCLES = "Likes tea.", "Lives in Oslo.", "Owns two bicycles."
SOURCES = {True: "user_message", False: "web"}
PEOPLE = itertools.count()

WRITES = st.tuples(
    st.just("write"),
    st.sampled_from(["", "", "", "s"]),
    st.sampled_from(["a", "a", "a", "b", ""]),
    st.sampled_from(TEXTS),
    st.booleans(),
)
ENDS = st.tuples(st.sampled_from(["erase", "forget"]), st.integers(0, 9))
OTHER = st.sampled_from([("undo",), ("jobs",)])
STEPS = st.lists(WRITES | (WRITES | (ENDS | OTHER)), min_size=4, max_size=12)


def told(
    key: str, text: str, *, space: str = "", trusted: bool = True
) -> tuple[Any, ...]:
    """A step of a fixed example."""
    return ("write", space, key, text, trusted)


@dataclass
class Row:
    """A memory as the model sees it."""

    space: str
    key: str
    text: str
    trusted: bool
    status: str

    @property
    def of_key(self) -> tuple[str, str]:
        return (self.space, self.key)

    def is_as(self, other: "Row", status: str) -> bool:
        return bool(self.key) and self.of_key == other.of_key and self.status == status


@dataclass
class Model:
    """The rows by id, oldest first, and what was forgotten and may come back."""

    rows: dict[str, Row] = field(default_factory=dict)
    forgotten: list[dict[str, Row]] = field(default_factory=list)

    def same(self, told: Row, *, better: bool = True) -> list[str]:
        """Live rows of equal words, space and key, at least as trusted (or just so)."""
        return [
            row_id
            for row_id, row in self.rows.items()
            if (row.of_key, row.text) == (told.of_key, told.text)
            and row.status in {"active", "quarantined"}
            and (row.trusted == told.trusted or (better and row.trusted))
        ]

    def with_status(self, told: Row, status: str) -> list[str]:
        return [n for n, row in self.rows.items() if row.is_as(told, status)]

    def write(self, told: Row, new_id: str) -> list[str]:
        """Adds the row; gives the ids that it supersedes."""
        old = self.with_status(told, "active") if told.status == "active" else []
        for row_id in old:
            self.rows[row_id].status = "superseded"
        self.rows[new_id] = told
        return old

    def take(self, row_id: str) -> dict[str, Row]:
        """Out of use: the row, and the earlier values of its key with a value."""
        row = self.rows[row_id]
        current = row.status == "active"
        earlier = self.with_status(row, "superseded") if current else []
        return {each: self.rows.pop(each) for each in {row_id, *earlier}}

    def undo(self) -> None:
        """Back to what it was, or into history where the world went on."""
        for row_id, row in self.forgotten.pop().items():
            live = row.status != "superseded"
            newer = row.status == "active" and self.with_status(row, "active")
            if newer or (live and self.same(row, better=False)):
                row.status = "superseded"
            self.rows[row_id] = row


class Told:
    """One person over REST beside the model of them."""

    def __init__(self, world: World, bell: Any) -> None:
        self.client = world.travel.client()
        self.url = f"/api/v1/people/person {next(PEOPLE)}"
        self.bell = bell
        self.model = Model()
        self.runs: list[str] = []

    def write(self, space: str, key: str, text: str, trusted: bool) -> None:
        body = {"space": space, "key": key, "text": text}
        answer = self.client.post(
            f"{self.url}/memories",
            {**body, "source": {"type": SOURCES[trusted]}},
            format="json",
        )
        status = "active" if trusted else "quarantined"
        told = Row(**body, trusted=trusted, status=status)
        assert answer.status_code in {200, 201, 202}, answer.content
        same, got = self.model.same(told), answer.json()
        if same:
            assert (answer.status_code, got["duplicate_of"]) == (200, same[0])
            assert got["id"] == same[0]
            return
        old = self.model.write(told, got["id"])
        assert answer.status_code == (201 if trusted else 202)
        assert (got["status"], got["supersedes"]) == (told.status, old)

    def erase(self, number: int) -> None:
        for row_id in self._chosen(number):
            answer = self.client.delete(f"{self.url}/memories/{row_id}")
            assert answer.status_code == 202
            self.model.take(row_id)

    def forget(self, number: int) -> None:
        for row_id in self._chosen(number):
            body = {"ids": [row_id], "undo_hours": 24}
            answer = self.client.post(f"{self.url}/forget", body, format="json")
            self.runs.append(answer.json()["erasure"])
            self.model.forgotten.append(self.model.take(row_id))

    def undo(self) -> None:
        if self.runs:
            answer = self.client.post(f"/api/v1/erasures/{self.runs.pop()}/undo")
            assert answer.status_code == 200
            self.model.undo()

    def jobs(self) -> None:
        self.bell.answer()

    def listed(self) -> dict[str, Row]:
        """What the lists say; only at the end, since a read is on record and words that
        come back from one are known by it."""
        shown = {}
        for query in ("page_size=100", "page_size=100&status=superseded"):
            page = self.client.get(f"{self.url}/memories?{query}")
            for each in page.json().get("results", ()):
                row = Row(
                    each["space"], each["key"], each["text"], True, each["status"]
                )
                row.trusted = each["source"]["trust"] == "user"
                shown[each["id"]] = row
        return shown

    def _chosen(self, number: int) -> list[str]:
        ids = list(self.model.rows)
        return [ids[number % len(ids)]] if ids else []


def test_the_texts_of_the_model_are_never_near_each_other():
    for one, other in itertools.combinations(TEXTS, 2):
        assert not says_the_same(one, other)


def test_erasing_a_text_that_waits_for_review_keeps_the_history_of_its_key(world, bell):
    person = Told(world, bell)
    person.write("", "city", TEA, trusted=True)
    person.write("", "city", OSLO, trusted=True)
    person.write("", "city", BICYCLES, trusted=False)
    person.erase(2)
    assert person.listed() == person.model.rows


@settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(STEPS)
@example([told("a", TEA, trusted=False), told("a", TEA), told("a", TEA)])
@example([told("a", TEA), told("a", OSLO, trusted=False), told("a", BICYCLES)])
@example([told("a", TEA), told("a", OSLO, space="s"), told("b", TEA)])
@example([told("a", TEA), ("forget", 0), told("a", OSLO), ("undo",), ("erase", 0)])
@example([told("", TEA), ("forget", 0), told("", TEA), ("undo",)])
@example(
    [told("a", TEA), told("a", OSLO), told("a", TEA), ("erase", 2), told("a", TEA)]
)
def test_any_order_of_writes_and_ends_leaves_what_the_model_says(world, bell, steps):
    person = Told(world, bell)
    for name, *given_to in steps:
        getattr(person, name)(*given_to)
    shown = person.listed()
    assert shown == person.model.rows
    current = [
        row.of_key for row in shown.values() if row.key and row.status == "active"
    ]
    assert len(current) == len(set(current))
