"""``set-service NAME``: changes a service's settings and prints them as JSON."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from typing_extensions import override

from governance.access import NoSuchService, ServiceChanges, change_service
from governance.audit import SYSTEM
from governance.management.clear import ClearCommand
from governance.management.reading import category_rule, service_name, slug, tool
from governance.models import Service
from governance.scrubbing import POLICIES


class Command(ClearCommand):
    """Without an option it changes nothing and prints what is set."""

    help = "Change a service's settings, and print them."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", type=service_name)
        parser.add_argument("--scrub-policy", choices=POLICIES)
        parser.add_argument(
            "--purpose",
            action="append",
            type=slug,
            metavar="SLUG",
            help="what it reads for; replaces the list, the first is the default",
        )
        parser.add_argument(
            "--category",
            action="append",
            type=category_rule,
            default=[],
            metavar="NAME=hold|refuse|",
            help="what becomes of a special category without consent",
        )
        tools = parser.add_mutually_exclusive_group()
        tools.add_argument(
            "--trust-tool",
            action="append",
            type=tool,
            metavar="TOOL",
            help="trust what this tool answers; replaces the list",
        )
        tools.add_argument("--trust-no-tool", action="store_true")
        use = parser.add_mutually_exclusive_group()
        use.add_argument("--pause", action="store_const", const=True, dest="paused")
        use.add_argument("--resume", action="store_const", const=False, dest="paused")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        tools = [] if options["trust_no_tool"] else options["trust_tool"]
        changes = ServiceChanges(
            purposes=options["purpose"],
            scrub_policy=options["scrub_policy"],
            category_policy=dict(options["category"]) or None,
            trusted_tools=tools,
            paused=options["paused"],
        )
        try:
            service = change_service(options["name"], changes, actor=SYSTEM)
        except NoSuchService:
            raise CommandError(
                "There is no service of that name.", returncode=2
            ) from None
        self.stdout.write(json.dumps(_settings(service)))


def _settings(service: Service) -> dict[str, Any]:
    return {
        "service": service.name,
        "purposes": service.purposes,
        "scrub_policy": service.scrub_policy,
        "category_policy": service.category_policy,
        "trusted_tools": service.trusted_tools,
        "paused_at": service.paused_at.isoformat() if service.paused_at else None,
    }
