"""A throwaway PostgreSQL and broker for the tests (loaded by `-p tests.servers`).

pytest-django reads the settings before any conftest.py, so the addresses are set while
this plugin is imported; the servers start only when there are tests to run.
"""

import os
import tempfile
from pathlib import Path

import pytest

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.libraries import configure_libraries
from memoryhub.embedded.place import remove
from memoryhub.embedded.processes import free_ports
from memoryhub.embedded.refusal import Refused
from memoryhub.embedded.servers import Ports, Servers, addresses, secrets_of

KEYS = keyring.fresh()
PORTS = Ports(*free_ports(2))
FOLDER = Path(tempfile.gettempdir()) / f"memoryhub-tests-{os.getpid()}"

configure_libraries()
os.environ.update(
    {
        **addresses(KEYS, PORTS),
        **secrets_of(KEYS),
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
        "MEMORYHUB_ALLOWED_HOSTS": "127.0.0.1,localhost,testserver",
        "MEMORYHUB_DATA_DIR": str(FOLDER),
        "MEMORYHUB_EMBEDDED": "1",
        "MEMORYHUB_PUBLIC_URL": "http://127.0.0.1:8000",
    }
)

_servers = Servers(DataFolder(FOLDER), KEYS, PORTS, throwaway=True)


def admin_url() -> str:
    """The bootstrap superuser's, for tests that look behind row-level security."""
    return f"postgresql://memoryhub_admin:{KEYS.admin_password}@127.0.0.1:{PORTS.database}/memoryhub"


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    if session.items and not session.config.option.collectonly:
        try:
            _start()
        except Refused as refused:
            pytest.exit(str(refused), returncode=2)


def _start() -> None:
    FOLDER.mkdir(mode=0o700)
    _servers.begin()
    _servers.finish()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _servers.stop()
    remove(_servers.folder)
