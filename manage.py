#!/usr/bin/env python
"""Every command of Memoryhub; `up` starts everything."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured

from memoryhub.embedded.environment import environment
from memoryhub.embedded.refusal import WRONG_USE, Refused


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        with environment(sys.argv):
            # Read here, where a wrong variable is one sentence; Django would say that
            # the command is unknown.
            _ = settings.INSTALLED_APPS
            execute_from_command_line(_as_modules(sys.argv))
    except (Refused, ImproperlyConfigured) as refused:
        sys.stderr.write(f"{refused}\n")
        return WRONG_USE
    except KeyboardInterrupt:
        return 130
    except Exception as trouble:
        # One sentence that says what to run, instead of a traceback.
        if not _is_told(trouble):
            raise
        sys.stderr.write(f"{trouble}\n")
        return 1
    return 0


def _is_told(trouble: Exception) -> bool:
    from django.apps import apps  # noqa: PLC0415  the settings may be what is wrong

    if not apps.ready:
        return False
    from governance.ledger import LedgerTrouble, ReplayOutstanding  # noqa: PLC0415

    return isinstance(trouble, LedgerTrouble | ReplayOutstanding)


def _as_modules(argv: list[str]) -> list[str]:
    """Commands are written with dashes; Python's modules cannot be."""
    if len(argv) < 2 or argv[1].startswith("-"):
        return argv
    return [argv[0], argv[1].replace("-", "_"), *argv[2:]]


if __name__ == "__main__":
    sys.exit(main())
