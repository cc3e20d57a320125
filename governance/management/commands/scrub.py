"""``scrub``: JSON lines in, clean JSON lines out, one by one. It asks no database."""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.management.json_lines import BadLine, json_lines, optional, wanted
from governance.management.reading import language
from governance.scrubbing import POLICIES, ScrubFailed, policy_named, scrub


class Command(BaseCommand):
    """Stops at the first line that is no request: exit status 2, and the lines before it
    are written. A text that cannot be scrubbed is told on its own line."""

    help = (
        'Read {"id", "text", "language"?, "policy"?} a line on standard input, '
        "write each without what the policy takes out."
    )
    requires_system_checks = ()

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--policy", choices=POLICIES, default="balanced")
        parser.add_argument("--language", type=language, default="en")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for answer in answers(sys.stdin.buffer, options):
                # ASCII alone: it can be written wherever it is read.
                self.stdout.write(json.dumps(answer))
                self.stdout.flush()
        except BadLine as bad:
            raise CommandError(str(bad), returncode=2) from None
        except BrokenPipeError:  # whoever reads has read enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def answers(given: BinaryIO, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One for each line."""
    for number, line in json_lines(given):
        yield _answer(number, line, options)


def _answer(
    number: int, line: dict[str, Any], options: dict[str, Any]
) -> dict[str, Any]:
    text = wanted(number, line, "text", str)
    reference = wanted(number, line, "id", (str, int, float, bool, type(None)))
    name = optional(number, line, "policy", options["policy"])
    if name not in POLICIES:
        raise BadLine(number, f'"policy" is one of {", ".join(POLICIES)}')
    spoken = optional(number, line, "language", options["language"])
    return {"id": reference, **_scrubbed(text, name, spoken)}


def _scrubbed(text: str, policy: str, spoken: str) -> dict[str, Any]:
    try:
        clean = scrub(text, policy=policy_named(policy), language=spoken)
    except ScrubFailed as failed:
        return {
            "text": None,
            "findings": [],
            "special": [],
            "blocked": True,
            "failed": str(failed),
        }
    findings = [
        {
            "entity": found.entity,
            "action": str(found.action),
            "start": found.start,
            "end": found.end,
        }
        for found in clean.findings
    ]
    return {
        "text": clean.text,
        "findings": findings,
        "special": list(clean.special),
        "blocked": clean.blocked,
    }
