"""The data folder: private, one user at a time, and clear about what is wrong."""

import json
import os
import stat
import subprocess
import sys

import pytest

from memoryhub.embedded import keys as keyring
from memoryhub.embedded.folder import DataFolder, Running, plainly, write_private
from memoryhub.embedded.refusal import Refused


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_and_its_secrets_are_closed_to_others(data):
    data.prepare()
    keyring.kept_in(data)
    assert mode(data.path) == 0o700
    assert mode(data.path / "secrets.json") == 0o600


def test_secrets_are_made_once_and_differ_between_folders(data, tmp_path):
    data.prepare()
    other = DataFolder(tmp_path / "other")
    other.prepare()
    first = keyring.kept_in(data)
    assert keyring.kept_in(data) == first
    assert keyring.kept_in(other).master != first.master


def test_a_folder_from_before_certificates_gets_its_signing_key_once(data):
    data.prepare()
    keyring.kept_in(data)
    file = data.path / "secrets.json"
    old = json.loads(file.read_text())
    del old["signing"]
    file.write_text(json.dumps(old))
    made = keyring.kept_in(data)
    assert made.signing
    assert made.master == old["master"]
    assert keyring.kept_in(data) == made
    assert mode(file) == 0o600


def test_secrets_are_not_spelled_out_in_a_repr():
    keys = keyring.fresh()
    assert keys.master not in repr(keys)


def test_secrets_that_others_could_read_are_closed_again(data):
    data.prepare()
    keyring.kept_in(data)
    (data.path / "secrets.json").chmod(0o644)
    keyring.kept_in(data)
    assert mode(data.path / "secrets.json") == 0o600


def test_lost_secrets_are_never_replaced_while_the_data_is_there(data):
    data.prepare()
    data.cluster.mkdir()
    with pytest.raises(Refused, match=r"secrets\.json is missing"):
        keyring.kept_in(data)


def test_damaged_secrets_are_refused_without_repeating_them(data):
    data.prepare()
    (data.path / "secrets.json").write_text('{"django": "half-a-sec')
    with pytest.raises(Refused) as refusal:
        keyring.kept_in(data)
    assert "half" not in str(refusal.value)


def test_a_second_process_is_refused_with_the_pid_of_the_first(data):
    data.take()
    second = (
        "import sys; from pathlib import Path\n"
        "from memoryhub.embedded.folder import DataFolder\n"
        "DataFolder(Path(sys.argv[1])).take()\n"
    )
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", second, data.path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert f"already in use by process {os.getpid()}" in run.stderr


def test_a_freed_folder_can_be_taken_again(data):
    data.take()
    data.unlock()
    DataFolder(data.path).take()


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(Refused, match="is a file"):
        DataFolder(file).prepare()


def test_a_folder_of_a_newer_version_is_refused(data):
    data.prepare()
    (data.path / "version").write_text("99\n")
    with pytest.raises(Refused, match="newer version"):
        DataFolder(data.path).prepare()


def test_trouble_with_the_disk_becomes_one_line(data):
    data.prepare()
    with pytest.raises(Refused) as refusal, plainly(data):
        write_private(data.path / "version" / "impossible", "x")
    assert "\n" not in str(refusal.value)
    assert str(data.path) in str(refusal.value)


def test_a_failed_write_leaves_the_old_content_and_no_draft(data, monkeypatch):
    data.prepare()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_private(data.path / "version", "2")
    monkeypatch.undo()
    assert [file.name for file in data.path.iterdir()] == ["version"]
    assert (data.path / "version").read_text() == "1\n"


def test_what_a_dead_process_announced_is_not_believed(data):
    data.take()
    data.announce(Running(2**22 - 1, 1, 2, 8000, ready=True))
    assert data.running() is None


def test_what_the_holder_of_the_lock_announced_is_believed(data):
    data.take()
    data.announce(Running(os.getpid(), 1, 2, 8000, ready=True))
    assert data.running() is not None
    data.silence()
    assert data.running() is None
    assert data.last_announced().web_port == 8000
