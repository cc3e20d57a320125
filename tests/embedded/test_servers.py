"""PostgreSQL and the broker: kept over restarts, quiet, and gone when stopped."""

import os
import signal
import socket
import time
from pathlib import Path

import psycopg
import pytest

from memoryhub.embedded.broker import Broker
from memoryhub.embedded.processes import alive, free_ports
from memoryhub.embedded.servers import Ports, Servers, addresses
from tests.embedded.conftest import make_servers, start


def owner(servers):
    url = addresses(servers.keys, servers.ports)["DATABASE_OWNER_URL"]
    return psycopg.connect(url, autocommit=True)


def talk(broker: Broker, *commands):
    with socket.create_connection(("127.0.0.1", broker.port), 5) as line:
        answer = ""
        for command in (f"AUTH {broker.password}", *commands):
            line.sendall(f"{command}\r\n".encode())
            answer = line.recv(4096).decode()
        return answer


def group_of(pid):
    """Every process in the group of a server: its own children are in it."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid or int(stat.parent.name) == pid:
            found.append(int(stat.parent.name))
    return found


def test_a_restart_keeps_rows_and_jobs_and_a_stop_leaves_no_process(servers):
    start(servers)
    with owner(servers) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    talk(servers.broker, "RPUSH queue job-1")
    running = [pid for part in servers.parts() for pid in group_of(part.process.pid)]
    servers.stop()
    assert len(running) > 2
    assert not any(alive(pid) for pid in running)

    again = make_servers(servers.folder)
    try:
        start(again)
        with owner(again) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        assert "job-1" in talk(again.broker, "LRANGE queue 0 -1")
    finally:
        again.stop()


def test_a_note_that_names_an_unrelated_process_does_not_prevent_the_start(servers):
    start(servers)
    servers.stop()
    place = servers.postgres.place
    for note in (place.cluster / "postmaster.pid", place.folder / "broker.pid"):
        note.write_text(f"{os.getpid()}\n{place.cluster}\n")
    again = make_servers(servers.folder)
    try:
        start(again)
    finally:
        again.stop()


def test_servers_that_a_killed_supervisor_left_are_ended_first(servers):
    start(servers)
    left = [part.process.pid for part in servers.parts()]
    again = make_servers(servers.folder)
    try:
        start(again)
        for part in servers.parts():
            part.process.wait(10)
        assert not any(alive(pid) for pid in left)
    finally:
        again.stop()


def test_a_killed_supervisor_takes_its_servers_along(servers):
    read_end, write_end = os.pipe()
    supervisor = os.fork()
    if supervisor == 0:
        try:
            start(servers)
            pids = [part.process.pid for part in servers.parts()]
            os.write(write_end, " ".join(map(str, pids)).encode())
            signal.pause()
        finally:
            os._exit(1)
    os.close(write_end)
    with os.fdopen(read_end) as line:
        pids = [int(pid) for pid in os.read(line.fileno(), 100).split()]
    os.kill(supervisor, signal.SIGKILL)
    os.waitpid(supervisor, 0)
    deadline = time.monotonic() + 10
    while any(alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(pids) == 2
    assert not any(alive(pid) for pid in pids)


def test_a_making_that_was_cut_short_is_begun_anew(servers):
    servers.begin()
    servers.postgres.stop()
    servers.broker.stop()
    assert servers.postgres.is_new
    again = make_servers(servers.folder)
    try:
        start(again)
    finally:
        again.stop()


def test_neither_server_is_told_our_secrets_or_shows_them(servers, monkeypatch):
    monkeypatch.setenv("MEMORYHUB_MASTER_KEYS", "the-master-key")
    start(servers)
    for part in servers.parts():
        process = Path("/proc") / str(part.process.pid)
        shown = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
        for secret in ("the-master-key", *vars(servers.keys).values()):
            assert secret.encode() not in shown


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user to become")
def test_root_runs_neither_server_as_root(servers):
    start(servers)
    for part in servers.parts():
        status = (Path("/proc") / str(part.process.pid) / "status").read_text()
        uids = next(line for line in status.splitlines() if line.startswith("Uid:"))
        groups = next(
            line for line in status.splitlines() if line.startswith("Groups:")
        )
        assert "0" not in uids.split()[1:]
        assert groups.split()[1:] == []


def test_a_text_in_a_failing_statement_reaches_no_log(servers):
    start(servers)
    with owner(servers) as connection:
        connection.execute("CREATE TABLE kept (text varchar(5) UNIQUE)")
        for statement, value in (
            ("INSERT INTO kept VALUES (%s)", "plantedtext"),
            ("SELECT %s::int", "plantedtext"),
        ):
            with pytest.raises(psycopg.Error):
                connection.execute(statement, [value])
        with pytest.raises(psycopg.Error):
            connection.execute("SELEKT 'plantedtext'")
    servers.stop()
    for log in servers.folder.path.glob("*.log"):
        assert "plantedtext" not in log.read_text()


def test_only_this_machine_can_come_to_the_servers(servers):
    start(servers)
    listening = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    for port in vars(servers.ports).values():
        ends = [
            line.split()[1]
            for line in listening.splitlines()
            if f":{port:04X} " in line and line.split()[3] == "0A"
        ]
        assert [end.partition(":")[0] for end in ends] == ["0100007F"]


def test_the_broker_lets_nobody_in_without_the_password(servers):
    start(servers)
    with socket.create_connection(("127.0.0.1", servers.ports.broker), 5) as line:
        line.sendall(b"PING\r\n")
        assert b"NOAUTH" in line.recv(100)


def test_a_server_that_cannot_have_its_port_says_so_in_one_line(servers):
    with socket.socket() as tenant:
        tenant.bind(("127.0.0.1", 0))
        tenant.listen()
        taken = tenant.getsockname()[1]
        busy = Servers(
            servers.folder,
            servers.keys,
            Ports(taken, free_ports(1)[0]),
            throwaway=True,
            own_broker=False,
        )
        busy.begin()
        with pytest.raises(Exception, match="did not start") as refusal:
            busy.finish()
        busy.stop()
    assert "\n" not in str(refusal.value)
