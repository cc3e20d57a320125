"""``retention-preview``: what the rules of retention would take, and why. Changes
nothing."""

import json
import uuid
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.dateparse import parse_date, parse_datetime
from typing_extensions import override

from governance.access import as_service_with, as_staff
from governance.erasure import previewed
from governance.management.clear import ClearCommand
from governance.management.records import records_of
from governance.models import (
    About,
    Memory,
    MemoryFile,
    Person,
    RetentionRule,
    Service,
)
from governance.retention import BY_PERSON, Reach, ahead_of, all_rules, why

FACTS = (
    "created_at",
    "last_used_at",
    "expires_at",
    "importance",
    "kind",
    "sensitivity",
    "status",
)
FILE_FACTS = ("created_at", "updated_at", "read_at", "size")

ALONG = "was made from what would go; what stays of its sources makes it anew"


class Command(ClearCommand):
    """JSON lines: one for each rule with its count; of one person, one for each memory or
    file, by its id and never its text."""

    help = "Show what the rules of retention would take, and why; change nothing."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rule", metavar="NAME", help="this rule only")
        parser.add_argument(
            "--person", metavar="ID", help="as the service calls them; else everybody"
        )
        parser.add_argument(
            "--service", metavar="NAME", help="of this service only; else of each"
        )
        parser.add_argument(
            "--at",
            type=_moment,
            metavar="DATE",
            help="as if it were then: 2027-01-31, or a time with its offset",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if options["service"] and not options["person"]:
            raise CommandError("--service goes with --person.", returncode=2)
        with as_staff():
            rules = _rules(options["rule"])
            ahead = ahead_of(options["at"]) if options["at"] else timedelta(0)
        if ahead < timedelta(0):
            raise CommandError("--at lies in the past.", returncode=2)
        found = (
            _of_person(rules, ahead, options["service"], options["person"])
            if options["person"]
            else _of_all(rules, ahead)
        )
        for line in found:
            self.stdout.write(json.dumps(line))


def _rules(name: str | None) -> list[RetentionRule]:
    rules = [rule for rule in all_rules() if name in {None, rule.name}]
    if not rules:
        raise CommandError("There is no rule of that name.", returncode=2)
    return rules


def _of_all(
    rules: Sequence[RetentionRule], ahead: timedelta
) -> Iterator[dict[str, Any]]:
    for rule in rules:
        with as_staff():
            count = Reach.of(rule).count(ahead=ahead)
        yield {
            "rule": rule.name,
            "on": rule.enabled,
            "schedule": rule.schedule,
            "would_go": count,
            "because": why(rule),
        }


def _of_person(
    rules: Sequence[RetentionRule], ahead: timedelta, service: str | None, ref: str
) -> Iterator[dict[str, Any]]:
    records = records_of(service, ref)
    if not records:
        raise CommandError("No service knows such a person.", returncode=2)
    for record in records:
        for rule in rules:
            if rule.about in BY_PERSON:
                yield from _of_record(rule, ahead, *record)


def _of_record(
    rule: RetentionRule, ahead: timedelta, service: Service, person: Person
) -> Iterator[dict[str, Any]]:
    files = rule.about == About.FILES
    with as_service_with(service.id, person.id):
        ids = Reach.of(rule).memories([person.id], ahead=ahead)
        found = _facts_of(person, ids, files=files)
        along = _along(person, ids) if ids and not files else []
    for because, several in ((why(rule), found), (ALONG, along)):
        for row in several:
            yield {
                "rule": rule.name,
                "on": rule.enabled,
                "service": service.name,
                "file" if files else "memory": str(row.pop("id")),
                "because": because,
                **{name: _plain(value) for name, value in row.items()},
            }


def _facts_of(
    person: Person, ids: Sequence[uuid.UUID], *, files: bool
) -> list[dict[str, Any]]:
    """What is told of each, the oldest first."""
    model, facts = (MemoryFile, FILE_FACTS) if files else (Memory, FACTS)
    rows = model.objects.owned_by(person.id).filter(id__any_of=ids)
    return list(rows.order_by("created_at", "id").values("id", *facts))


def _along(person: Person, ids: Sequence[uuid.UUID]) -> list[dict[str, Any]]:
    """What was made from them: an erasure takes it along."""
    with previewed(person.id, person.service_id, ids) as plan:
        return list(plan.along().order_by("created_at", "id").values("id", *FACTS))


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


def _moment(given: str) -> datetime:
    """A day (its beginning, UTC) or a time with its offset."""
    wrong = ArgumentTypeError("a date is such as 2027-01-31, a time has an offset")
    try:
        day, at = parse_date(given), parse_datetime(given)
    except ValueError:
        raise wrong from None
    if day and len(given) <= len("2027-01-31"):
        return datetime.combine(day, time.min, tzinfo=UTC)
    if at is None or at.tzinfo is None:
        raise wrong
    return at
