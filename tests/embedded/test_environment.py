"""What manage.py puts around a command: variables, servers, and plain refusals."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from memoryhub.embedded import environment as surroundings
from memoryhub.embedded import keys as keyring
from memoryhub.embedded.environment import environment
from memoryhub.embedded.folder import DataFolder, Running
from memoryhub.embedded.refusal import WRONG_USE, Refused

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def manage(*arguments, data, **variables):
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, MANAGE, *map(str, arguments)],
        env={**kept, "MEMORYHUB_DATA_DIR": str(data), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def assert_refused(run, sentence):
    assert run.returncode == WRONG_USE
    assert run.stdout == ""
    assert sentence in run.stderr
    assert run.stderr.count("\n") == 1


def test_a_taken_port_is_refused_before_anything_is_made(tmp_path):
    with socket.socket() as tenant:
        tenant.bind(("127.0.0.1", 0))
        tenant.listen()
        port = tenant.getsockname()[1]
        run = manage("up", "--port", port, data=tmp_path / "data")
    assert_refused(run, f"Port {port} is taken")
    assert not (tmp_path / "data").exists()


def test_a_folder_in_use_is_refused_with_the_pid_that_uses_it(data):
    data.take()
    run = manage("up", "--port", "0", "--data-dir", data.path, data="/nowhere")
    assert_refused(run, f"already in use by process {os.getpid()}")


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert_refused(manage("sweep", data=file), "is a file")


def test_a_folder_of_a_newer_version_is_refused(data):
    data.prepare()
    (data.path / "version").write_text("2\n")
    assert_refused(manage("sweep", data=data.path), "newer version")


def test_a_folder_that_cannot_be_made_is_one_line():
    run = manage("sweep", data="/proc/nowhere/data")
    assert_refused(run, "/proc/nowhere")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "nonsense-s3cret"),
        ("DATABASE_URL", "mysql://user:s3cret@host/name"),
        ("BROKER_URL", "s3cret"),
        ("MEMORYHUB_MASTER_KEYS", "s3cret"),
        ("MEMORYHUB_PUBLIC_URL", "s3cret"),
        ("MEMORYHUB_API_BODY_LIMIT", "s3cret"),
    ],
)
def test_a_malformed_variable_is_one_line_without_its_value(tmp_path, variable, value):
    run = manage("check", data=tmp_path / "data", **{variable: value})
    assert_refused(run, variable)
    assert "s3cret" not in run.stderr


def test_a_broker_that_does_not_answer_is_refused_before_anything_starts(tmp_path):
    address = "redis://127.0.0.1:1/0"
    run = manage("up", "--port", "0", data=tmp_path / "data", BROKER_URL=address)
    assert_refused(run, "BROKER_URL does not answer")


@pytest.mark.parametrize("command", ["verify-audit", "sweep"])
def test_a_command_about_data_makes_none(tmp_path, command):
    assert_refused(manage(command, data=tmp_path / "data"), "There is no data in")
    assert not (tmp_path / "data").exists()


def test_a_mistyped_command_makes_nothing(tmp_path):
    run = manage("crate-service", "x", data=tmp_path / "data")
    assert "Unknown command" in run.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "command",
    [
        "up",
        "create-service",
        "set-service",
        "service-key",
        "create-staff",
        "dashboard-link",
        "sweep",
        "verify-audit",
        "backup",
        "restore",
        "replay-erasures",
        "restore-drill",
    ],
)
def test_every_command_of_the_readme_exists(tmp_path, command):
    readme = (MANAGE.parent / "README.md").read_text()
    assert f"`{command}" in readme
    run = manage(command, "--help", data=tmp_path / "data")
    assert run.returncode == 0
    assert "usage" in run.stdout.lower()


def test_a_port_that_is_no_port_is_wrong_use(tmp_path):
    run = manage("up", "--port", "70000", data=tmp_path / "data")
    assert run.returncode == WRONG_USE
    assert "Traceback" not in run.stderr


class TestInThisProcess:
    @pytest.fixture(autouse=True)
    def _here(self, bare_environment, data, monkeypatch):
        monkeypatch.setenv("MEMORYHUB_DATA_DIR", str(data.path))
        monkeypatch.setattr(surroundings, "PATIENCE", 0.3)
        before = dict(os.environ)
        yield
        os.environ.clear()
        os.environ.update(before)

    def test_a_command_without_servers_has_its_variables_and_writes_nothing(self, data):
        with environment(["manage.py", "scrub"]):
            assert len(os.environ["MEMORYHUB_SECRET_KEY"]) > 30
            assert ":1/" in os.environ["DATABASE_URL"]
        assert not data.path.exists()

    def test_a_command_without_servers_uses_the_keys_that_are_there(self, data):
        data.prepare()
        keys = keyring.kept_in(data)
        with environment(["manage.py", "check"]):
            assert os.environ["MEMORYHUB_MASTER_KEYS"] == keys.master

    def test_a_command_uses_the_servers_of_a_running_up(self, data):
        data.take()
        data.announce(Running(os.getpid(), 1111, 2222, 3333, ready=True))
        with environment(["manage.py", "sweep"]):
            assert ":1111/" in os.environ["DATABASE_URL"]
            assert ":2222/" in os.environ["BROKER_URL"]
            assert os.environ["MEMORYHUB_PUBLIC_URL"].endswith(":3333")

    def test_what_the_user_set_is_never_overridden(self, data, monkeypatch):
        monkeypatch.setenv("MEMORYHUB_PUBLIC_URL", "https://memory.example")
        with environment(["manage.py", "check"]):
            assert os.environ["MEMORYHUB_PUBLIC_URL"] == "https://memory.example"

    def test_a_command_waits_a_bounded_time_and_says_so(self, data, capsys):
        other = DataFolder(data.path)
        other.take()
        with (
            pytest.raises(Refused, match="still in use"),
            environment(["manage.py", "sweep"]),
        ):
            pytest.fail("two processes on one folder")
        assert "Waiting for process" in capsys.readouterr().err

    def test_an_owner_login_alone_is_refused(self, data, monkeypatch):
        data.prepare()
        monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://o:p@127.0.0.1:1/x")
        monkeypatch.setenv("BROKER_URL", "redis://127.0.0.1:1/0")
        with (
            pytest.raises(Refused, match="without DATABASE_URL"),
            environment(["manage.py", "sweep"]),
        ):
            pytest.fail("half a database")

    def test_with_everything_given_nothing_is_made(self, data, monkeypatch):
        given = {
            **dict.fromkeys(surroundings.GIVEN, "a secret of the operator"),
            "DATABASE_URL": "postgresql://a:b@127.0.0.1:1/x",
            "DATABASE_OWNER_URL": "postgresql://o:p@127.0.0.1:1/x",
            "BROKER_URL": "redis://127.0.0.1:1/0",
            "MEMORYHUB_MASTER_KEYS": keyring.fresh().master,
            "MEMORYHUB_SIGNING_KEYS": keyring.fresh().signing,
        }
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        with environment(["manage.py", "sweep"]):
            assert os.environ["DATABASE_URL"] == given["DATABASE_URL"]
        assert not data.path.exists()
