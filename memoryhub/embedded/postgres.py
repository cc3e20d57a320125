"""Our PostgreSQL: made once, run as our child, stopped with us."""

import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from memoryhub.embedded.folder import note
from memoryhub.embedded.orphans import end_an_orphan
from memoryhub.embedded.place import Place
from memoryhub.embedded.processes import reason, spawn, stop
from memoryhub.embedded.refusal import refuse

ADMIN = "memoryhub_admin"
FEW_SECONDS = 10
# Recovery after a crash may have much to replay; as long as the process lives, it works.
LONGEST_START = 300

# No text that somebody submitted may reach a log, so statements, parameters and the
# details of errors stay out of it.
QUIET = {
    "log_min_messages": "fatal",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_duration_statement": "-1",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "logging_collector": "off",
}
THROWAWAY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
}


@dataclass
class Postgres:
    place: Place
    log: Path
    port: int
    password: str = field(repr=False)
    throwaway: bool = False
    name: str = "PostgreSQL"
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _making: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def admin_url(self) -> str:
        return f"postgresql://{ADMIN}:{self.password}@127.0.0.1:{self.port}/postgres"

    @property
    def is_new(self) -> bool:
        return not self.place.cluster.exists()

    def begin(self) -> None:
        """Start what takes time and come back; `finish` waits for it."""
        if self.is_new:
            self._begin_making()
        else:
            self.start()

    def finish(self) -> None:
        if self._making is not None:
            self._finish_making()
            self.start()
        self._wait_until_ready()

    def start(self) -> int:
        self._check_version()
        end_an_orphan(self.place.cluster / "postmaster.pid", program="postgres")
        self._write_access_rules()
        self.process = spawn(
            [str(self.place.programs.postgres / "postgres"), *self._arguments()],
            log=self.log,
            account=self.place.account,
            dies_by=signal.SIGINT,
        )
        return self.process.pid

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def stop(self) -> None:
        # SIGINT is PostgreSQL's "fast": sessions end, everything is written down.
        for process in (self._making, self.process):
            if process is not None:
                stop(process, ask=signal.SIGINT, insist=signal.SIGQUIT, patience=20)

    # Making the cluster.

    @property
    def _unfinished(self) -> Path:
        return self.place.folder / "postgres.unfinished"

    def _begin_making(self) -> None:
        shutil.rmtree(self._unfinished, ignore_errors=True)
        self._unfinished.mkdir(mode=0o700)
        self.place.give(self._unfinished)
        options = ["--no-sync"] if self.throwaway else []
        self._making = spawn(
            [
                str(self.place.programs.postgres / "initdb"),
                f"--pgdata={self._unfinished / 'cluster'}",
                f"--username={ADMIN}",
                f"--pwfile={self._password_file()}",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--data-checksums",
                "--no-instructions",
                *options,
            ],
            log=self.log,
            account=self.place.account,
            dies_by=signal.SIGKILL,
        )

    def _password_file(self) -> Path:
        file = self._unfinished / "password"
        file.touch(mode=0o600)
        file.write_text(f"{self.password}\n")
        return self.place.give(file)

    def _finish_making(self) -> None:
        making, self._making = self._making, None
        if making is not None and making.wait() != 0:
            refuse(f"The database could not be made: {reason(self.log)}")
        # Under its name only once it is whole: a start killed half-way leaves nothing
        # that looks like a database.
        (self._unfinished / "cluster").rename(self.place.cluster)
        shutil.rmtree(self._unfinished)

    # Running it.

    def _check_version(self) -> None:
        made_by = (self.place.cluster / "PG_VERSION").read_text().strip()
        if made_by != "18":
            refuse(
                f"{self.place.cluster} was made by PostgreSQL {made_by}, this is 18; "
                "dump it with the old version and restore it with this one."
            )

    def _write_access_rules(self) -> None:
        rules = self.place.cluster / "pg_hba.conf"
        rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n")

    def _arguments(self) -> list[str]:
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "max_connections": "60",
            "shared_buffers": "256MB",
            "timezone": "UTC",
            "jit": "off",
            **QUIET,
            **(THROWAWAY if self.throwaway else {}),
        }
        pairs = [f"--{name}={value}" for name, value in settings.items()]
        return ["-D", str(self.place.cluster), *pairs]

    def _wait_until_ready(self) -> None:
        begun = time.monotonic()
        told = False
        while self._still_starts() and not self._answers():
            waited = time.monotonic() - begun
            if waited > LONGEST_START:
                refuse(f"The database is still not ready; see {self.log}.")
            if waited > FEW_SECONDS and not told:
                note("The database is taking its time (it may be recovering) …")
                told = True

    def _still_starts(self) -> bool:
        time.sleep(0.05)
        if self.process is None or self.has_ended():
            refuse(f"The database did not start: {reason(self.log)}")
        return True

    def _answers(self) -> bool:
        try:
            with psycopg.connect(self.admin_url, connect_timeout=2):
                return True
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                refuse("The database refuses the password kept in secrets.json.")
            return False
