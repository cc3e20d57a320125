"""Writes conversations to a running Memoryhub, each turn as one memory, and tells what
became of them.

    export MEMORYHUB_KEY=mh_…        # uv run manage.py create-service Example
    PYTHONPATH=. uv run python docs/examples/remember_conversations.py FILE --people 20

FILE has a conversation on each line, as JSON:

    {"conversation": "c-1", "turns": [{"speaker": "user", "text": "A table for two."},
                                      {"speaker": "system", "text": "At what time?"}]}

What the user says is a user_message; what the assistant answers is a message of the
service itself. Conversations are dealt out to invented people, the same way each time
for the same seed. A second run finds every turn to be there already.

At the end a summary is written to standard output, as JSON.
"""

import argparse
import json
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from memoryhub.client import (
    Memoryhub,
    MemoryhubError,
    NewMemory,
    NotAllowed,
    Remembered,
    Source,
    SourceType,
)

FIRST_SAID = datetime(2026, 1, 1, 9, tzinfo=UTC)
BETWEEN_TURNS = timedelta(seconds=20)
SAID_BY: dict[str, SourceType] = {"user": "user_message", "system": "service"}


@dataclass
class Summary:
    """What became of the turns."""

    conversations: int = 0
    people: int = 0
    turns: int = 0
    stored: int = 0
    duplicates: int = 0
    waiting: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    with_findings: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0

    def count(self, outcome: Remembered | MemoryhubError) -> None:
        """Takes one turn into account."""
        self.turns += 1
        if isinstance(outcome, MemoryhubError):
            self.refused[_why(outcome)] += 1
            return
        if outcome.duplicate:
            self.duplicates += 1
        elif outcome.held or outcome.quarantined:
            self.waiting[f"{outcome.status}: {outcome.reason}"] += 1
        else:
            self.stored += 1
        self.with_findings += bool(outcome.findings)
        self.findings.update(finding.entity for finding in outcome.findings)

    def as_json(self) -> dict[str, Any]:
        """Counts by name; ``waiting`` by state and reason, ``refused`` by status and
        reason, ``findings`` by what was found."""
        speed = self.turns / self.seconds if self.seconds else 0
        return {**vars(self), "texts_per_second": round(speed, 1)}


def remember(
    hub: Memoryhub,
    conversations: Iterable[dict[str, Any]],
    *,
    people: int,
    seed: int,
) -> Summary:
    """Deals the conversations out, and writes the turns of one person after another."""
    summary = Summary()
    chance = random.Random(seed)  # noqa: S311  it deals out, and protects nothing
    turns: dict[str, list[NewMemory]] = defaultdict(list)
    said_at = FIRST_SAID
    for conversation in conversations:
        summary.conversations += 1
        person = f"person-{chance.randint(1, people):03}"
        for memory in memories_of(conversation, said_at):
            turns[person].append(memory)
            said_at += BETWEEN_TURNS
    summary.people = len(turns)
    began = time.monotonic()
    for person, memories in turns.items():
        for outcome in outcomes(hub, person, memories):
            summary.count(outcome)
    summary.seconds = round(time.monotonic() - began, 1)
    return summary


def memories_of(conversation: dict[str, Any], said_at: datetime) -> Iterator[NewMemory]:
    """One memory for each turn, with its where-from."""
    name = conversation["conversation"]
    for number, turn in enumerate(conversation["turns"]):
        source = Source(
            SAID_BY[turn["speaker"]],
            ref=f"{name}/{number + 1}",
            conversation=name,
            said_at=said_at + number * BETWEEN_TURNS,
        )
        yield NewMemory(turn["text"], source)


def outcomes(
    hub: Memoryhub, person: str, memories: Sequence[NewMemory]
) -> Iterator[Remembered | MemoryhubError]:
    """What became of each. A person who wants nothing remembered refuses the whole
    batch; that is their right, and the next person's turns go on."""
    told = 0
    try:
        for outcome in hub.remember_many(person, memories):
            told += 1
            yield outcome
    except NotAllowed as refused:
        if refused.scope:
            raise
        yield from [refused] * (len(memories) - told)


def _why(error: MemoryhubError) -> str:
    return f"{error.status}: {error.reason or ', '.join(error.errors) or error.problem.title}"


def _read(path: Path, limit: int | None) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, islice(lines, limit))


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Writes conversations to Memoryhub and sums up what became of them."
    )
    parser.add_argument("file", type=Path, help="a conversation on each line, as JSON")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--people", type=int, default=20, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, metavar="N", help="conversations to read")
    if "MEMORYHUB_KEY" not in os.environ:
        parser.error("the environment variable MEMORYHUB_KEY must hold a service's key")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    """Reads the file, writes the turns, prints the summary."""
    chosen = _arguments(given)
    conversations = _read(chosen.file, chosen.limit)
    try:
        with Memoryhub(chosen.url, os.environ["MEMORYHUB_KEY"]) as hub:
            summary = remember(
                hub, conversations, people=chosen.people, seed=chosen.seed
            )
    except MemoryhubError as error:
        # It holds no turn's text. What was written stays, and a second run passes over it.
        sys.exit(str(error))
    json.dump(summary.as_json(), sys.stdout, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
