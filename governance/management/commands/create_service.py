"""``create-service NAME``: a service with its first key, printed once as JSON."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError
from typing_extensions import override

from governance.access import make_service
from governance.audit import SYSTEM
from governance.management.reading import slug
from governance.models import DEFAULT_SCOPES, KeyScope

LONGEST_NAME = 80


class Command(BaseCommand):
    """Prints ``{"service", "key"}``; the key cannot be shown again."""

    help = "Make a service and print its first key, once."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument(
            "--scope", action="append", choices=[s.value for s in KeyScope]
        )
        parser.add_argument("--purpose", action="append", type=slug, metavar="SLUG")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"].strip()
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise CommandError("A name has 1 to 80 printable characters.", returncode=2)
        try:
            service, key = make_service(
                name,
                scopes=options["scope"] or DEFAULT_SCOPES,
                purposes=options["purpose"] or ["assist"],
                actor=SYSTEM,
            )
        except IntegrityError:
            raise CommandError(
                "There is a service of that name.", returncode=2
            ) from None
        self.stdout.write(json.dumps({"service": service.name, "key": key}))
