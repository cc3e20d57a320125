"""The secrets of an embedded installation: made once, kept in one private file."""

import base64
import json
import secrets
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from typing_extensions import override

from memoryhub.embedded.folder import DataFolder, write_private
from memoryhub.embedded.refusal import refuse


@dataclass(frozen=True)
class Keys:
    django: str
    master: str
    admin_password: str
    owner_password: str
    app_password: str
    broker_password: str

    @override
    def __repr__(self) -> str:  # a traceback or log must not spell them out
        return "Keys(…)"


def fresh() -> Keys:
    master = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    return Keys(
        django=secrets.token_urlsafe(50),
        master=f"{secrets.token_hex(4)}:{master}",
        admin_password=secrets.token_urlsafe(24),
        owner_password=secrets.token_urlsafe(24),
        app_password=secrets.token_urlsafe(24),
        broker_password=secrets.token_urlsafe(24),
    )


def kept_in(folder: DataFolder) -> Keys:
    """Those of the folder, made now if it is new."""
    file = folder.path / "secrets.json"
    if file.exists():
        return read(file)
    if folder.has_servers:
        refuse(
            f"{file} is missing, and without it the data beside it cannot be read. "
            "Put it back from a backup, or begin again with an empty folder."
        )
    keys = fresh()
    write_private(file, json.dumps(asdict(keys), indent=1))
    return keys


def read(file: Path) -> Keys:
    try:
        content = json.loads(file.read_text())
        keys = Keys(**{field.name: str(content[field.name]) for field in fields(Keys)})
    except (ValueError, KeyError, TypeError):
        refuse(f"{file} is damaged; put it back from a backup.")
    file.chmod(0o600)
    return keys
