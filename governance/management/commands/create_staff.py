"""``create-staff EMAIL --role ROLE``: an account for staff, and the link to its password."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.core.validators import MaxLengthValidator, validate_email
from django.db import IntegrityError
from typing_extensions import override

from governance.access import make_staff
from governance.audit import SYSTEM
from governance.management.clear import ClearCommand
from governance.models import STAFF_ROLES, Role

LONGEST_ADDRESS = 254


class Command(ClearCommand):
    """Prints ``{"email", "role", "url", "expires_at"}``; the link works once."""

    help = "Make an account for staff and print a one-time link to set its password."

    @override
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument(
            "--role", required=True, choices=sorted(role.value for role in STAFF_ROLES)
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"].strip().lower()
        try:
            validate_email(email)
            MaxLengthValidator(LONGEST_ADDRESS)(email)
            url, ends = make_staff(email, Role(options["role"]), actor=SYSTEM)
        except ValidationError:
            raise CommandError("That is no e-mail address.", returncode=2) from None
        except IntegrityError:
            raise CommandError(
                "There is an account of that address; its role stays as it is.",
                returncode=2,
            ) from None
        self.stdout.write(
            json.dumps(
                {
                    "email": email,
                    "role": options["role"],
                    "url": url,
                    "expires_at": ends.isoformat(timespec="seconds"),
                }
            )
        )
