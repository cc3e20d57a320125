"""The command ``residue`` as its reader has it: places, without the phrase."""

import io
import json
from typing import Any

from django.core.management import call_command

from governance.management.commands import residue as command


def search(phrase: str, *options: str) -> tuple[int, list[dict[str, Any]]]:
    """Exit status, and what it told."""
    out = io.StringIO()
    try:
        call_command(command.Command(stdout=out), phrase, *options)
    except SystemExit as ended:
        return int(ended.code or 0), _lines(out)
    return 0, _lines(out)


def places(phrase: str) -> set[str]:
    """``place: part`` of each."""
    status, found = search(phrase)
    assert status == (1 if found else 0)
    return {f"{each['place']}: {each['part']}" for each in found}


def _lines(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]
