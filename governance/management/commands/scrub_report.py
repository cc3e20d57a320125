"""``scrub-report FILE``: scores a labelled set, plain Presidio beside ours in one run."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.management.bench.scrubbing.labelled import scored
from governance.management.bench.scrubbing.labelled_file import labelled_records
from governance.management.bench.scrubbing.report import Report
from governance.management.bench.scrubbing.sides import ours, plain
from governance.management.bench.scrubbing.worst import Troubles
from governance.management.json_lines import BadLine
from governance.management.reading import readable_file, whole
from governance.scrubbing import POLICIES, policy_named


class Command(BaseCommand):
    """A table, or all of it as one JSON object."""

    help = (
        'Score JSON lines {"text", "spans": [{"start", "end", "label"}]}: '
        "the gate beside plain Presidio."
    )
    requires_system_checks = ()

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=readable_file)
        parser.add_argument("--policy", choices=POLICIES, default="balanced")
        parser.add_argument("--json", action="store_true", help="one object, no table")
        parser.add_argument(
            "--worst",
            type=whole,
            default=0,
            metavar="N",
            help="the worst misses and false alarms: label, place and shape",
        )
        parser.add_argument(
            "--show-text", action="store_true", help="with --worst: the text itself"
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        report = _report(options["file"], options["policy"])
        worst = [
            trouble.told(show_text=options["show_text"])
            for trouble in report.troubles.worst(options["worst"])
        ]
        if options["json"]:
            told = {"policy": options["policy"], **report.as_json(), "worst": worst}
            self.stdout.write(json.dumps(told))
            return
        for line in [*report.as_table(), *map(json.dumps, worst)]:
            self.stdout.write(line)


def _report(path: Path, policy: str) -> Report:
    try:
        records = labelled_records(path)
    except BadLine as bad:
        raise CommandError(str(bad), returncode=2) from None
    if not records:
        raise CommandError("The file holds no line.", returncode=2)
    sides = {"ours": ours(policy_named(policy)), "presidio": plain()}
    troubles = Troubles()
    return Report(scored(records, sides, troubles), troubles)
