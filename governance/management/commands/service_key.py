"""``service-key list|add|rotate|narrow|end|revoke``: care for a service's keys."""

import json
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from typing_extensions import override

from governance.access import (
    NoSuchKey,
    OnlyNarrower,
    add_key,
    as_staff,
    end_key,
    keys_of,
    narrow_key,
    revoke_key,
    rotate_key,
)
from governance.audit import SYSTEM
from governance.management.clear import ClearCommand
from governance.management.reading import key_prefix, service_name, span
from governance.models import DEFAULT_SCOPES, KeyScope, Service, ServiceKey

A_DAY = timedelta(days=1)


class Command(ClearCommand):
    """A key is named by its prefix; a new one is printed once, as JSON."""

    help = "List, add, rotate, narrow, end or revoke a service's keys."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        deeds.add_parser("list", help="every key of a service").add_argument(
            "name", type=service_name
        )
        add = deeds.add_parser("add", help="one more key")
        add.add_argument("name", type=service_name)
        add.add_argument("--expires-in", type=span, metavar="90d")
        rotate = deeds.add_parser("rotate", help="a new key in place of an old one")
        rotate.add_argument(
            "--overlap",
            type=span,
            default=A_DAY,
            metavar="24h",
            help="how long the old one still works (24h; 0 for not at all)",
        )
        narrow = deeds.add_parser("narrow", help="leave a key some of its scopes")
        end = deeds.add_parser("end", help="let a key end")
        end.add_argument("--in", type=span, required=True, dest="after", metavar="7d")
        revoke = deeds.add_parser("revoke", help="end a key now")
        for parser_of_one in (rotate, narrow, end, revoke):
            parser_of_one.add_argument("prefix", type=key_prefix)
        for scoped, required in ((add, False), (narrow, True)):
            scoped.add_argument(
                "--scope",
                action="append",
                required=required,
                choices=[scope.value for scope in KeyScope],
            )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        deed = getattr(self, f"_{options['deed']}")
        try:
            answer = deed(options)
        except NoSuchKey:
            raise CommandError(
                "There is no such key, or it is over.", returncode=2
            ) from None
        except OnlyNarrower:
            raise CommandError(
                "The key lacks one of these scopes; add a new key.", returncode=2
            ) from None
        self.stdout.write(json.dumps(answer))

    def _list(self, options: dict[str, Any]) -> dict[str, Any]:
        service = _service(options["name"])
        keys = keys_of(service.name)
        return {"service": service.name, "keys": [_shown(key) for key in keys]}

    def _add(self, options: dict[str, Any]) -> dict[str, Any]:
        service, life = _service(options["name"]), options["expires_in"]
        key = add_key(
            service,
            options["scope"] or DEFAULT_SCOPES,
            actor=SYSTEM,
            expires_at=timezone.now() + life if life is not None else None,
        )
        return {"service": service.name, "key": key}

    def _rotate(self, options: dict[str, Any]) -> dict[str, Any]:
        overlap: timedelta = options["overlap"]
        key = rotate_key(options["prefix"], overlap=overlap, actor=SYSTEM)
        ends = timezone.now() + overlap
        return {"key": key, "old_key_ends": ends.isoformat(timespec="seconds")}

    def _narrow(self, options: dict[str, Any]) -> dict[str, Any]:
        narrow_key(options["prefix"], options["scope"], actor=SYSTEM)
        return {"prefix": options["prefix"], "scopes": options["scope"]}

    def _end(self, options: dict[str, Any]) -> dict[str, Any]:
        end_key(options["prefix"], after=options["after"], actor=SYSTEM)
        return {"prefix": options["prefix"], "ends": True}

    def _revoke(self, options: dict[str, Any]) -> dict[str, Any]:
        revoke_key(options["prefix"], actor=SYSTEM)
        return {"prefix": options["prefix"], "revoked": True}


def _service(name: str) -> Service:
    with as_staff():
        service = Service.objects.filter(name=name).first()
    if service is None:
        raise CommandError("There is no service of that name.", returncode=2)
    return service


def _shown(key: ServiceKey) -> dict[str, Any]:
    times = {
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "revoked_at": key.revoked_at,
    }
    return {
        "prefix": key.prefix,
        "scopes": key.scopes,
        **{name: at.isoformat() if at else None for name, at in times.items()},
    }
