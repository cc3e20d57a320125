"""Static files are collected when they have changed, not at every start."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from memoryhub.embedded.folder import write_private


def collect_if_changed() -> bool:
    root = Path(settings.STATIC_ROOT)
    marker = root / ".collected-from"
    now = _fingerprint()
    if marker.exists() and marker.read_text() == now:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    write_private(marker, now)
    return True


def _fingerprint() -> str:
    lines = []
    for finder in get_finders():
        for path, storage in finder.list([]):
            found = Path(storage.path(path)).stat()
            lines.append(f"{path} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()
