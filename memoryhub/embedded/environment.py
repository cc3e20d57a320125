"""What manage.py wraps around every command: variables, and servers where needed.

A command given while `up` runs on the same folder uses its servers; otherwise it starts
what it needs and stops it again.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import django

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.folder import DataFolder, Running, data_folder, plainly
from memoryhub.embedded.given import check_broker, check_given, is_command
from memoryhub.embedded.installation import (
    DEFAULT_WEB_PORT,
    Installation,
    open_installation,
    publish,
    use_external_database,
)
from memoryhub.embedded.libraries import configure_libraries
from memoryhub.embedded.migrating import migrate_if_pending
from memoryhub.embedded.place import remove
from memoryhub.embedded.processes import free_ports, trouble_with_port, undisturbed
from memoryhub.embedded.refusal import refuse
from memoryhub.embedded.servers import Ports

PATIENCE = 60
LARGEST_PORT = 65535

# With all of these given there is nothing left for us to find or to make.
GIVEN = (
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "BROKER_URL",
    "MEMORYHUB_SECRET_KEY",
    "MEMORYHUB_MASTER_KEYS",
    "MEMORYHUB_SIGNING_KEYS",
)

# These ask no server anything, and run on a machine whose disk is full or read-only.
SERVERLESS = frozenset(
    {
        "check",
        "collectstatic",
        "compilemessages",
        "diffsettings",
        "due-date",
        "help",
        "makemessages",
        "scrub",
        "scrub-report",
        "spectacular",
        "verify-certificate",
        "version",
    }
)
# These look after migrations themselves.
ABOUT_MIGRATIONS = frozenset({"makemigrations", "migrate", "showmigrations"})

# About what is there: on a mistyped folder they must not make an empty one and find all
# in order.
ABOUT_DATA = frozenset(
    {
        "backup",
        "compact",
        "dashboard-link",
        "replay-erasures",
        "service-key",
        "set-service",
        "sweep",
        "verify-audit",
    }
)

# These make data of their own, in servers of their own, and leave nothing.
THROWAWAY = frozenset({"bench"})

_current: Installation | None = None


def current() -> Installation:
    """The installation that `up` was started on."""
    if _current is None:
        refuse("Start this through manage.py, which prepares the servers.")
    return _current


@contextmanager
def environment(argv: list[str]) -> Iterator[None]:
    configure_libraries()
    check_given()
    command = argv[1].replace("_", "-") if len(argv) > 1 else "help"
    if command == "up":
        with _for_up(argv):
            yield
    elif _asks_no_server(argv, command):
        if command == "verify-certificate":
            _refuse_without_keys(argv)
        _publish_without_servers()
        yield
    elif command in THROWAWAY:
        with _in_a_throwaway_folder(command):
            yield
    else:
        with _with_servers(command):
            yield


def _asks_no_server(argv: list[str], command: str) -> bool:
    return (
        command in SERVERLESS
        or command.startswith("-")
        or bool({"-h", "--help"}.intersection(argv))
        or (all(name in os.environ for name in GIVEN) and command not in THROWAWAY)
        or not is_command(command)
    )


def _publish_without_servers() -> None:
    """Settings load and nothing is written: the addresses are of nobody."""
    folder = data_folder()
    file = folder.path / "secrets.json"
    keys = keyring.read(file) if os.access(file, os.R_OK) else keyring.fresh()
    if (
        not keys.signing
    ):  # so it has signed nothing; a reader of the folder writes nothing
        keys = replace(keys, signing=keyring.fresh().signing)
    publish(folder, keys, Ports(1, 1), DEFAULT_WEB_PORT)


def _refuse_without_keys(argv: list[str]) -> None:
    """Keys made up for the occasion would call every certificate forged."""
    given = "MEMORYHUB_SIGNING_KEYS" in os.environ or any(
        word in {"-h", "--help"} or word.startswith("--keys") for word in argv
    )
    folder = data_folder()
    if not given and not os.access(folder.path / "secrets.json", os.R_OK):
        refuse(f"There are no keys in {folder.path}; give those published by --keys.")


@contextmanager
def _for_up(argv: list[str]) -> Iterator[None]:
    options = _options_of_up(argv)
    if {"-h", "--help"}.intersection(argv):
        _publish_without_servers()
        yield
        return
    folder = data_folder(options.data_dir)
    port = options.port or free_ports(1)[0]
    with plainly(folder):
        if folder.path.exists():
            folder.take()  # a folder in use is a better answer than a port in use
        trouble = trouble_with_port(port)
        if trouble:
            refuse(f"Port {port} {trouble}; give another one with --port.")
        if "BROKER_URL" in os.environ:
            check_broker()
        folder.take()
        installation = open_installation(folder, web_port=port)
    with _opened(installation):
        yield


def _options_of_up(argv: list[str]) -> argparse.Namespace:
    """The two that must be known before Django is; `up` itself checks the rest."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--port", type=port_number, default=DEFAULT_WEB_PORT)
    parser.add_argument("--data-dir", type=Path)
    return parser.parse_known_args(argv[2:])[0]


def port_number(value: str) -> int:
    """0 asks for any free one."""
    if not value.isdecimal() or int(value) > LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number up to {LARGEST_PORT}")
    return int(value)


@contextmanager
def _in_a_throwaway_folder(command: str) -> Iterator[None]:
    for name in GIVEN:
        os.environ.pop(name, None)
    path = Path(tempfile.gettempdir()) / f"memoryhub-{command}-{os.getpid()}"
    os.environ["MEMORYHUB_DATA_DIR"] = str(path)
    try:
        with _with_servers(command):
            yield
    finally:
        remove(DataFolder(path))


@contextmanager
def _with_servers(command: str) -> Iterator[None]:
    folder = data_folder()
    if command in ABOUT_DATA and not folder.path.exists():
        refuse(f"There is no data in {folder.path}; `up` makes it.")
    with plainly(folder):
        folder.prepare()
        running = _attach_or_lock(folder)
        installation = None if running else open_installation(folder, web_port=None)
    if running is not None:
        _publish_running(folder, running)
    if installation is None:
        yield
        return
    with _opened(installation):
        with plainly(folder):
            _start(installation, command)
        yield


def _attach_or_lock(folder: DataFolder) -> Running | None:
    folder.wait_for(
        lambda: folder.running() is not None or folder.try_lock(), seconds=PATIENCE
    )
    return None if folder.locked else folder.running()


def _publish_running(folder: DataFolder, running: Running) -> None:
    keys = keyring.kept_in(folder)
    use_external_database(keys)
    ports = Ports(running.database_port, running.broker_port)
    publish(folder, keys, ports, running.web_port)


def _start(installation: Installation, command: str) -> None:
    if not installation.servers.any_is_ours:
        installation.folder.unlock()
        return
    installation.servers.begin()
    django.setup()  # while they start
    installation.servers.finish()
    if installation.servers.own_database and command not in ABOUT_MIGRATIONS:
        migrate_if_pending()


@contextmanager
def _opened(installation: Installation) -> Iterator[None]:
    global _current  # noqa: PLW0603 - handed to the command `up`, which Django starts
    _current = installation
    try:
        installation.publish()
        yield
    finally:
        with undisturbed():  # a second Ctrl-C must not leave half of it running
            installation.close()
        _current = None
