"""``create-service NAME``: a service with its first key, printed once as JSON."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import IntegrityError
from typing_extensions import override

from governance.access import make_service
from governance.audit import SYSTEM
from governance.management.clear import ClearCommand
from governance.management.reading import service_name, slug
from governance.models import DEFAULT_SCOPES, KeyScope


class Command(ClearCommand):
    """Prints ``{"service", "key"}``; the key cannot be shown again."""

    help = "Make a service and print its first key, once."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", type=service_name)
        parser.add_argument(
            "--scope", action="append", choices=[s.value for s in KeyScope]
        )
        parser.add_argument("--purpose", action="append", type=slug, metavar="SLUG")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            service, key = make_service(
                options["name"],
                scopes=options["scope"] or DEFAULT_SCOPES,
                purposes=options["purpose"] or ["assist"],
                actor=SYSTEM,
            )
        except IntegrityError:
            raise CommandError(
                "There is a service of that name.", returncode=2
            ) from None
        self.stdout.write(json.dumps({"service": service.name, "key": key}))
