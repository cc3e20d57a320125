"""``dashboard-link --service NAME --person ID``: a one-time link, printed as JSON."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from typing_extensions import override

from governance.access import as_staff, find_person, make_link
from governance.audit import SYSTEM
from governance.management.clear import ClearCommand
from governance.models import Service


class Command(ClearCommand):
    """Prints ``{"url", "expires_at"}``."""

    help = "Print a one-time link to a service's part of a person's pages."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--service", required=True, metavar="NAME")
        parser.add_argument("--person", required=True, metavar="ID")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        with as_staff():
            service = Service.objects.filter(name=options["service"]).first()
        if service is None:
            raise CommandError("There is no service of that name.", returncode=2)
        person = find_person(service.id, options["person"])
        if person is None:
            raise CommandError("That service knows no such person.", returncode=2)
        url, expires_at = make_link(service.id, person.id, actor=SYSTEM)
        self.stdout.write(
            json.dumps({"url": url, "expires_at": expires_at.isoformat()})
        )
