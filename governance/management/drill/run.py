"""Runs the drill: a scratch database beside the real one, a process of its own in it."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings

from memoryhub.backups import BackupTrouble
from memoryhub.backups.scratch import scratch_database, url_of
from memoryhub.embedded import keys as keyring
from memoryhub.embedded.servers import secrets_of

ROOT = Path(__file__).parents[3]
INSIDE = "MEMORYHUB_DRILL_INSIDE"
LONGEST = 600
"""Seconds that the whole of it may take."""


def drilled(admin_url: str) -> list[dict[str, Any]]:
    """What the drill found. Nothing of the real database, ledger or keys is used; the
    scratch database is dropped, whatever happens."""
    owner, app = settings.DATABASES["owner"], settings.DATABASES["default"]
    with (
        tempfile.TemporaryDirectory(prefix="memoryhub-drill-") as folder,
        scratch_database(admin_url, owner=owner, app=app) as name,
    ):
        inside = {
            **_without_ours(),
            **secrets_of(keyring.fresh()),
            "DATABASE_URL": url_of(app, name),
            "DATABASE_OWNER_URL": url_of(owner, name),
            # Nobody listens: the drill does by itself what it would ring for.
            "BROKER_URL": "redis://127.0.0.1:1/0",
            "MEMORYHUB_DATA_DIR": folder,
            "MEMORYHUB_PUBLIC_URL": settings.PUBLIC_URL,
            "MEMORYHUB_EMBEDDED": "1",
            INSIDE: name,
        }
        return _play(inside)


def _without_ours() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MEMORYHUB_", "DATABASE_", "BROKER_"))
    }


def _play(environment: dict[str, str]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "manage.py", "restore-drill", "--inside"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    if done.returncode:
        raise BackupTrouble(f"The drill did not end:\n{done.stderr}")
    found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return found
