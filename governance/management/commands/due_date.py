"""``due-date``: when a request is due, and why. It asks no database and no clock."""

import json
import re
from argparse import ArgumentTypeError
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.requests.clock import Event, EventKind, Refused, due_dates, place

RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)


class Command(BaseCommand):
    """Prints one JSON object. Exit status 2, with the rule where one is broken, for an
    extension that is late, a second one or without reasons, and for wrong use."""

    help = "Reckon the dates of a request from its receipt and its events."
    requires_system_checks = ()

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--received",
            type=moment,
            required=True,
            metavar="T",
            help="when it arrived: a time with its offset (RFC 3339)",
        )
        parser.add_argument(
            "--jurisdiction",
            default="DE",
            help="the controller's: a country of the EEA, GB or US-CA (default: DE)",
        )
        parser.add_argument("--region", help="such as BY or ENG, for its holidays")
        parser.add_argument(
            "--zone",
            help="such as Europe/Berlin; the region's or the capital's without",
        )
        parser.add_argument(
            "--event",
            type=event,
            action="append",
            default=[],
            metavar="KIND=T",
            help=f"what happened since, one option each: {', '.join(EventKind)}. "
            "`extended` is that the person was told, with reasons",
        )
        parser.add_argument(
            "--without-reasons",
            action="store_true",
            help="the person was told of the extension, but not why",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        told = not options["without_reasons"]
        try:
            found = due_dates(
                options["received"],
                where=place(
                    options["jurisdiction"], options["region"], options["zone"]
                ),
                events=[Event(kind, at, told) for kind, at in options["event"]],
            )
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from None
        self.stdout.write(json.dumps(found.as_json()))


def moment(given: str) -> datetime:
    """An RFC 3339 time with its offset."""
    if not RFC_3339.fullmatch(given):
        raise ArgumentTypeError(
            "a time has its offset, such as 2026-03-05T10:00:00+01:00"
        )
    try:
        return datetime.fromisoformat(given.upper())
    except ValueError:
        raise ArgumentTypeError("there is no such time") from None


def event(given: str) -> tuple[EventKind, datetime]:
    """``KIND=T``."""
    name, _, at = given.partition("=")
    try:
        kind = EventKind(name)
    except ValueError:
        raise ArgumentTypeError(
            f"an event is KIND=T, where KIND is one of {', '.join(EventKind)}"
        ) from None
    return kind, moment(at)
