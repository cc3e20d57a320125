"""A ledger of one's own, and backups that are really put back."""

import uuid
from collections.abc import Callable

import pytest

from governance.erasure import drawing, meeting
from memoryhub.backups import dump, put_back
from tests.erasure.restoring import OWNER


@pytest.fixture(params=["looked up", "compared"])
def way(request, monkeypatch):
    """The rows of a plan are looked up one by one, or, where it is a large one, compared
    with all that the person has; here any plan may be large."""
    if request.param == "compared":
        for module in (drawing, meeting):
            monkeypatch.setattr(module, "FEW", 0)


@pytest.fixture
def own_ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def backup(world, tmp_path):
    """Call it for a backup; call what it gives to put that back."""

    def make() -> Callable[[], None]:
        file = tmp_path / uuid.uuid4().hex
        dump(OWNER, file)
        return lambda: put_back(OWNER, file, replace=True)

    return make
