"""Where the servers keep their files, and as whom they run.

An ordinary user runs them in the data folder. Root runs them as `nobody`, which may be
unable to come to the data folder (a clone under /root): then they live under
/var/lib/memoryhub, and a file in the data folder says where. The modes of folders that
are not ours are never changed.
"""

import contextlib
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from memoryhub.embedded.folder import (
    CLUSTER,
    POINTER,
    DataFolder,
    note,
    write_private,
)
from memoryhub.embedded.processes import Account, reachable, unprivileged
from memoryhub.embedded.programs import Programs, usable_by
from memoryhub.embedded.refusal import refuse

SHARED = Path("/var/lib/memoryhub")
BACKLINK = "belongs-to"


@dataclass(frozen=True)
class Place:
    folder: Path
    programs: Programs
    account: Account | None

    @property
    def cluster(self) -> Path:
        return self.folder / CLUSTER

    @property
    def broker(self) -> Path:
        return self.folder / "broker"

    def give(self, path: Path) -> Path:
        """Hand a file or folder of ours to the account the servers run as."""
        if self.account is not None:
            os.chown(path, *self.account)
        return path


def place_for(data: DataFolder) -> Place:
    account = _account_for(data)
    folder = data.path if account is None else _folder_for(data, account)
    return Place(folder, usable_by(account, copy_into=folder), account)


def _account_for(data: DataFolder) -> Account | None:
    """Root on an ordinary user's folder leaves the files that user's."""
    account = unprivileged()
    if account is None or not data.cluster.exists():
        return account
    found = data.cluster.stat()
    return Account(found.st_uid, found.st_gid) if found.st_uid else account


def _folder_for(data: DataFolder, account: Account) -> Path:
    pointer = data.path / POINTER
    if pointer.exists():
        return _follow(data, Path(pointer.read_text().strip()))
    if reachable(data.path.parent, account):
        # Passing through is enough; each file inside is closed on its own.
        data.path.chmod(0o711)
        return data.path
    return _make_elsewhere(data)


def _follow(data: DataFolder, folder: Path) -> Path:
    backlink = folder / BACKLINK
    if not backlink.exists():
        refuse(f"The database of {data.path} is gone: it was in {folder}.")
    named = Path(backlink.read_text().strip())
    if named != data.path:
        if _points_to(named, folder):
            refuse(f"{data.path} is a copy of {named}; both name one database.")
        write_private(backlink, str(data.path))
    return folder


def _points_to(data: Path, folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return (data / POINTER).read_text().strip() == str(folder)
    return False


def _make_elsewhere(data: DataFolder) -> Path:
    if not SHARED.exists():
        _make_passable(SHARED)
    for left in _left_behind(data.path):
        note(f"An older database of this folder is left; remove it: rm -r {left}")
    folder = SHARED / secrets.token_hex(8)
    _make_passable(folder)
    write_private(folder / BACKLINK, str(data.path))
    write_private(data.path / POINTER, str(folder))
    return folder


def _make_passable(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o711)  # in a step of its own: the umask takes from what mkdir is told


def _left_behind(data: Path) -> list[Path]:
    return [
        backlink.parent
        for backlink in sorted(SHARED.glob(f"*/{BACKLINK}"))
        if backlink.read_text().strip() == str(data)
    ]


def remove(data: DataFolder) -> None:
    """The folder and what lives elsewhere for it; for throwaway installations."""
    pointer = data.path / POINTER
    if pointer.exists():
        shutil.rmtree(Path(pointer.read_text().strip()), ignore_errors=True)
        with contextlib.suppress(OSError):
            SHARED.rmdir()  # if it was the last one there
    shutil.rmtree(data.path, ignore_errors=True)
