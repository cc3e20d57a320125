"""``verify-certificate``: checks a certificate offline, by public keys alone.

Exit status 0: signed by one of the keys and unchanged. 1: changed, or signed by none of
them. 2: not to be read as a certificate, or wrong use. No server and no data is asked; with
``--keys`` it runs on a machine that has nothing but the two files.
"""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from typing_extensions import override

from governance.erasure import CERTIFICATE_FORMAT, verifying_keys
from governance.management.reading import readable_file
from governance.signing import (
    PublicKeys,
    Unreadable,
    WrongSignature,
    checked,
    from_key_set,
)


class Command(BaseCommand):
    """Prints one JSON object, whatever is found."""

    help = "Check a certificate by the published keys; exit 1 when it does not hold."
    requires_system_checks = ()

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=readable_file)
        parser.add_argument(
            "--keys",
            type=readable_file,
            help="a JSON Web Key Set, as published at "
            "/.well-known/memoryhub-keys.json; this deployment's own without it",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        keys = _keys_in(options["keys"]) if options["keys"] else verifying_keys()
        try:
            told = _certificate(options["file"], keys)
        except WrongSignature as wrong:
            self._print({"valid": False, "why": str(wrong)})
            sys.exit(1)
        except (Unreadable, OSError) as unreadable:
            self._print({"valid": None, "why": _why(unreadable)})
            sys.exit(2)
        said = ("reference", "issuer", "verified_at", "issued_at")
        self._print({"valid": True, **{name: told.get(name) for name in said}})

    def _print(self, found: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(found))


def _certificate(file: Path, keys: PublicKeys) -> dict[str, Any]:
    told = checked(file.read_bytes(), keys)
    if told.get("format") != CERTIFICATE_FORMAT:
        raise Unreadable("it is signed, and no certificate of an erasure")
    return told


def _keys_in(file: Path) -> PublicKeys:
    try:
        return from_key_set(json.loads(file.read_bytes()))
    except (ValueError, RecursionError, OSError):
        detail = "The file with the keys is no JSON Web Key Set."
        raise CommandError(detail, returncode=2) from None


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, Unreadable) else "the file cannot be read"
