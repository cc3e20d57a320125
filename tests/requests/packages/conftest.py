"""Packages are tried on real rows and a real folder, in one time zone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from governance.scrubbing import warm
from tests.requests.packages.making import Making
from tests.world import World


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> Path:
    """A ledger and a folder of packages of each test's own."""
    settings.LEDGER_DIR = tmp_path / "ledger"
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "packages")
    return tmp_path / "packages"


@pytest.fixture
def making(world: World, bell: Any) -> Making:
    """Orders and opens packages of the owner."""
    warm()
    return Making(world, bell)
