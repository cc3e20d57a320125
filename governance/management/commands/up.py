"""Starts everything: database, broker, web server, worker and beat."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from typing_extensions import override

from memoryhub.embedded.environment import current, port_number
from memoryhub.embedded.report import as_text, complete
from memoryhub.embedded.supervisor import Supervisor


class Command(BaseCommand):
    help = "Starts everything; Ctrl-C stops it all again."
    requires_system_checks = ()

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--port", type=port_number, help="of pages and API (default 8000)")
        add("--demo", action="store_true", help="make sample people and sign-ins")
        add("--data-dir", type=Path, help="where the data is kept (.memoryhub)")
        add("--no-worker", action="store_true", help="leave out worker and beat")
        add("--json", action="store_true", help="one line of JSON when ready")

    @override
    def handle(self, **options: Any) -> None:
        installation = current()

        def show(made: dict[str, Any]) -> None:
            ready = complete(made, installation)
            self.stdout.write(json.dumps(ready) if options["json"] else as_text(ready))
            self.stdout.flush()

        Supervisor(
            installation,
            with_worker=not options["no_worker"],
            with_demo=options["demo"],
        ).run(show)
