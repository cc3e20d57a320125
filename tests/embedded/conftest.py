"""Throwaway data folders, outside pytest's own: that one is closed to other users."""

import os
import tempfile
from pathlib import Path

import pytest

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.place import remove
from memoryhub.embedded.processes import free_ports
from memoryhub.embedded.servers import Ports, Servers

OURS = ("DATABASE_URL", "DATABASE_OWNER_URL", "BROKER_URL")


@pytest.fixture
def data():
    parent = Path(tempfile.mkdtemp(prefix="memoryhub-embedded-"))
    parent.chmod(0o755)
    folder = DataFolder(parent / "data")
    yield folder
    remove(folder)
    parent.rmdir()


@pytest.fixture
def servers(data):
    """Begun by the test; stopped here if it did not."""
    data.prepare()
    made = make_servers(data)
    yield made
    made.stop()


def make_servers(data, **options):
    keys = keyring.kept_in(data)
    return Servers(data, keys, Ports(*free_ports(2)), throwaway=True, **options)


def start(servers):
    servers.begin()
    servers.finish()
    return servers


@pytest.fixture
def bare_environment(monkeypatch):
    """As on a fresh machine: nothing of the test plugin's variables."""
    for name in list(os.environ):
        if name.startswith("MEMORYHUB_") or name in OURS:
            monkeypatch.delenv(name)
