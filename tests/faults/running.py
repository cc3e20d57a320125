"""The real product in processes of its own, to be killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import redis

from memoryhub.embedded.processes import free_ports

ROOT = Path(__file__).parents[2]
QUICK = {"MEMORYHUB_ERASURE_LEASE": "3", "MEMORYHUB_ERASURE_BATCH": "200"}

COLUMNS = """
SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position)
FROM information_schema.columns
WHERE table_name = 'memory' AND is_generated = 'NEVER'
"""
# A memory from which very many others were made, so that its erasure takes a while.
GROW = """
WITH made AS (
    INSERT INTO memory ({columns})
    SELECT {columns} FROM (
        SELECT (jsonb_populate_record(root, jsonb_build_object(
            'id', gen_random_uuid(), 'key', '',
            'text_hash', '\\x' || md5(n || root.id::text) || md5(n::text)))).*
        FROM memory root, generate_series(1, %s) n WHERE root.id = %s::uuid
    ) copied
    RETURNING id, person_id, service_id
)
INSERT INTO derivation (id, person_id, service_id, made_id, origin_kind, origin_id)
SELECT gen_random_uuid(), person_id, service_id, id, 'memory', %s::uuid FROM made
"""
# A conversation in which the same was said very often.
TALK = """
INSERT INTO conversation_item (id, person_id, service_id, conversation_id, number, body,
    ref, categories, forgotten)
SELECT gen_random_uuid(), i.person_id, i.service_id, i.conversation_id, i.number + n,
    i.body, '', i.categories, false
FROM conversation_item i JOIN conversation c
    ON c.person_id = i.person_id AND c.id = i.conversation_id
CROSS JOIN generate_series(1, %s) n
WHERE c.name = %s
"""


@dataclass
class Product:
    """``manage.py up --demo`` on a data folder."""

    data: Path
    process: subprocess.Popen[str]
    facts: dict[str, Any]
    environment: dict[str, str] = field(default_factory=dict)

    def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """A REST call with the demo key: status and JSON."""
        request = Request(  # noqa: S310  loopback
            f"{self.facts['url']}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self.facts['key']}",
                "Content-Type": "application/json",
            },
        )
        try:
            with urlopen(request, timeout=90) as answer:  # noqa: S310  loopback
                return answer.status, json.load(answer)
        except HTTPError as refused:
            return refused.code, json.load(refused)

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """As the owner, behind row-level security."""
        secrets = json.loads((self.data / "secrets.json").read_text())
        servers = json.loads((self.data / "servers.json").read_text())
        login = f"memoryhub_owner:{secrets['owner_password']}"
        url = f"postgresql://{login}@127.0.0.1:{servers['database_port']}/memoryhub"
        with psycopg.connect(url, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def grow(self, root: str, many: int) -> None:
        """Makes so many memories below one, alike and without sources of their own."""
        [(columns,)] = self.sql(COLUMNS)
        self.sql(GROW.format(columns=columns), many, root, root)

    def talk_on(self, conversation: str, many: int) -> None:
        """Says its one item so many times more."""
        self.sql(TALK, many, conversation)

    def kill(self, name: str, sign: signal.Signals = signal.SIGKILL) -> None:
        """A signal to one part and its children."""
        pid = self.facts["pids"][name]
        with suppress(ProcessLookupError):
            if name in {"web", "worker", "beat"}:
                os.killpg(pid, sign)
            else:
                os.kill(pid, sign)

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """A command of the product on this data folder."""
        return subprocess.run(  # noqa: S603  our own program
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.inside,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    def shell(self, code: str) -> str:
        """What Python says inside the product."""
        done = self.manage("shell", "--no-imports", "--command", code)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ring(self, task: str, *ids: object, times: int = 1) -> None:
        """The message of a task, so many times."""
        named = (f"governance.tasks.{task}", [str(each) for each in ids])
        self.shell(
            "from memoryhub.celery import app\n"
            f"for _ in range({times}): app.send_task({named[0]!r}, args={named[1]!r})"
        )

    @contextmanager
    def second_worker(self) -> Iterator[None]:
        """One more, with children of its own."""
        code = "from memoryhub.embedded.children import worker; worker()"
        command = ["manage.py", "shell", "--no-imports", "--command", code]
        with (self.data.parent / "log").open("a") as log:
            process = subprocess.Popen(  # noqa: S603  our own program
                [sys.executable, *command], cwd=ROOT, env=self.inside, stderr=log
            )
        try:
            until(lambda: self._workers() > 1)
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)

    def _workers(self) -> int:
        code = (
            "from memoryhub.celery import app; print(len(app.control.ping(timeout=3)))"
        )
        return int(self.shell(code))

    def broker(self) -> redis.Redis:
        """The queue as it is."""
        secrets = json.loads((self.data / "secrets.json").read_text())
        servers = json.loads((self.data / "servers.json").read_text())
        login = f":{secrets['broker_password']}"
        return redis.Redis.from_url(
            f"redis://{login}@127.0.0.1:{servers['broker_port']}/0"
        )

    @property
    def inside(self) -> dict[str, str]:
        """The environment of a process that belongs to it."""
        return without_ours(MEMORYHUB_DATA_DIR=str(self.data), **self.environment)

    @property
    def log(self) -> str:
        """What all processes have said."""
        return (self.data.parent / "log").read_text()

    def stop(self) -> int:
        """Ctrl-C; gives the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


def start(
    data: Path, *, by: Sequence[str] = ("manage.py",), **environment: str
) -> Product:
    """Starts it and waits until it says that it is ready."""
    port = free_ports(1)[0]
    command = [sys.executable, *by, "up", "--demo", "--json"]
    process = subprocess.Popen(  # noqa: S603  our own program
        [*command, "--data-dir", str(data), "--port", str(port)],
        cwd=ROOT,
        env=without_ours(**environment),
        stdout=subprocess.PIPE,
        stderr=(data.parent / "log").open("a"),
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, (data.parent / "log").read_text()
    return Product(data, process, json.loads(line), environment)


def without_ours(**environment: str) -> dict[str, str]:
    """What a process of the product is given: nothing of the servers of the tests."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MEMORYHUB_", "DATABASE_", "BROKER_", "DJANGO_"))
    }
    return {**inherited, **QUICK, **environment}


def until(true: Callable[[], bool], *, seconds: float = 60) -> None:
    """Waits for something, bounded."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.05)


def answers(product: Product) -> bool:
    """Whether the site does."""
    try:
        return product.call("GET", "people/anna/memories")[0] == 200
    except (OSError, ValueError):
        return False


def alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def children(pid: int) -> list[int]:
    """The processes that it has begun."""
    with suppress(OSError):
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(each) for each in listed.split()]
    return []
