"""``residue PHRASE``: searches everything that the product owns for a phrase."""

import json
import sys
from argparse import ArgumentTypeError
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from typing_extensions import override

from governance.residue import residue

SHORTEST = 4


class Command(BaseCommand):
    """JSON lines, one a place; exit 1 when there is any, 0 when there is none."""

    help = "Search every table, index, queue and file for a phrase; exit 1 when found."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("phrase", type=_phrase, metavar="PHRASE")
        parser.add_argument(
            "--physical",
            action="store_true",
            help="also freed pages and log segments of the embedded database",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        found = False
        for each in residue(options["phrase"], physical=options["physical"]):
            found = True
            self.stdout.write(json.dumps(asdict(each)))
        if found:
            sys.exit(1)


def _phrase(given: str) -> str:
    phrase = given.strip()
    if len(phrase) < SHORTEST or "\0" in phrase:
        raise ArgumentTypeError(f"a phrase has at least {SHORTEST} characters")
    return phrase
