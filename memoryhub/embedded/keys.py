"""The secrets of an embedded installation: made once, kept in one private file."""

import base64
import json
import secrets
from dataclasses import asdict, dataclass, fields, replace
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
    signing: str = ""
    """Of Ed25519; empty as read from a folder that was made before there was one."""

    @override
    def __repr__(self) -> str:  # a traceback or log must not spell them out
        return "Keys(…)"


def fresh() -> Keys:
    return Keys(
        django=secrets.token_urlsafe(50),
        master=_named_key(),
        signing=_named_key(),
        admin_password=secrets.token_urlsafe(24),
        owner_password=secrets.token_urlsafe(24),
        app_password=secrets.token_urlsafe(24),
        broker_password=secrets.token_urlsafe(24),
    )


def kept_in(folder: DataFolder) -> Keys:
    """Those of the folder, made now if it is new."""
    file = folder.path / "secrets.json"
    if file.exists():
        return _with_signing_key(read(file), file)
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
        content.setdefault("signing", "")
        keys = Keys(**{field.name: str(content[field.name]) for field in fields(Keys)})
    except (ValueError, KeyError, TypeError, AttributeError):
        refuse(f"{file} is damaged; put it back from a backup.")
    file.chmod(0o600)
    return keys


def _with_signing_key(keys: Keys, file: Path) -> Keys:
    """One is made for a folder that has none yet."""
    if keys.signing:
        return keys
    whole = replace(keys, signing=_named_key())
    write_private(file, json.dumps(asdict(whole), indent=1))
    return whole


def _named_key() -> str:
    key = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    return f"{secrets.token_hex(4)}:{key}"
