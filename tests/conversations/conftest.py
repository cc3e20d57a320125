"""A conversation of the owner with a service."""

import pytest

from tests.told import Talk


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def talk(world):
    return Talk(world.travel.client())
