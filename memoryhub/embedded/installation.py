"""One use of the data folder: its keys, its addresses and its servers."""

import os
from dataclasses import dataclass

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.external import external_logins
from memoryhub.embedded.folder import DataFolder, Running
from memoryhub.embedded.keys import Keys
from memoryhub.embedded.processes import free_ports
from memoryhub.embedded.refusal import refuse
from memoryhub.embedded.servers import Ports, Servers, addresses, secrets_of

DEFAULT_WEB_PORT = 8000


@dataclass
class Installation:
    """Made by manage.py before Django reads its settings; `up` takes it from there."""

    folder: DataFolder
    keys: Keys
    servers: Servers
    web_port: int

    def announce(self, *, ready: bool) -> None:
        ports = self.servers.ports
        self.folder.announce(
            Running(os.getpid(), ports.database, ports.broker, self.web_port, ready)
        )

    def publish(self) -> None:
        use_external_database(self.keys)
        publish(self.folder, self.keys, self.servers.ports, self.web_port)

    def close(self) -> None:
        self.servers.stop()
        self.folder.unlock()


def publish(folder: DataFolder, keys: Keys, ports: Ports, web_port: int) -> None:
    """Into the environment, where settings.py looks; what the user set stays."""
    for name, value in _variables(folder, keys, ports, web_port).items():
        os.environ.setdefault(name, value)


def _variables(
    folder: DataFolder, keys: Keys, ports: Ports, web_port: int
) -> dict[str, str]:
    return {
        **addresses(keys, ports),
        **secrets_of(keys),
        "MEMORYHUB_DATA_DIR": str(folder.path),
        "MEMORYHUB_PUBLIC_URL": f"http://127.0.0.1:{web_port}",
        "MEMORYHUB_ALLOWED_HOSTS": "127.0.0.1,localhost,[::1]",
        "MEMORYHUB_EMBEDDED": str(int("DATABASE_URL" not in os.environ)),
    }


def open_installation(folder: DataFolder, *, web_port: int | None) -> Installation:
    """The folder is locked by the caller; nothing runs yet."""
    keys = keyring.kept_in(folder)
    last = folder.last_announced()
    port = web_port or (last.web_port if last else DEFAULT_WEB_PORT)
    servers = Servers(
        folder,
        keys,
        Ports(*free_ports(2)),
        own_database="DATABASE_URL" not in os.environ,
        own_broker="BROKER_URL" not in os.environ,
    )
    return Installation(folder, keys, servers, port)


def use_external_database(keys: Keys) -> None:
    """A login that may make roles is used for that alone; the product runs with two."""
    given = os.environ.get("DATABASE_URL")
    owner = os.environ.get("DATABASE_OWNER_URL")
    if owner and not given:
        refuse("DATABASE_OWNER_URL is set without DATABASE_URL; set both or neither.")
    if given and not owner:
        os.environ.update(external_logins(given, keys))
