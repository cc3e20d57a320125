#!/usr/bin/env python
"""Every command of Memoryhub; `up` starts everything."""

import os
import sys

from memoryhub.embedded.environment import environment
from memoryhub.embedded.refusal import WRONG_USE, Refused


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    try:
        with environment(sys.argv):
            execute_from_command_line(sys.argv)
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return WRONG_USE
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
