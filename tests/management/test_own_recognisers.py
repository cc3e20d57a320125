"""The deployment's own recognisers are read at the start; one that is wrong stops it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from governance.scrubbing import configure, scrub

GOOD = """
[[recogniser]]
entity = "STAFF_NUMBER"
words = "staff number"
pattern = 'EMP-[0-9]{6}'
"""


@pytest.fixture(autouse=True)
def ours_alone_again() -> Iterator[None]:
    yield
    configure()


def _start(settings: Any, file: Path) -> None:
    settings.SCRUB_RECOGNISERS = str(file)
    apps.get_app_config("governance").ready()


def test_a_file_is_used_from_the_start(settings: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD)
    _start(settings, file)
    assert scrub("Badge EMP-123456").text == "Badge [staff number removed]"


@pytest.mark.parametrize("text", ["[[recogniser", GOOD.replace("EMP", "(?=EMP)")])
def test_a_file_that_is_wrong_stops_the_start(
    settings: Any, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)
    with pytest.raises(ImproperlyConfigured, match="MEMORYHUB_RECOGNISERS: "):
        _start(settings, file)


@pytest.mark.parametrize("kind", ["missing", "folder", "no text"])
def test_a_file_that_cannot_be_read_stops_the_start(
    settings: Any, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "own.toml"
    if kind == "folder":
        file.mkdir()
    if kind == "no text":
        file.write_bytes(bytes([0xFF, 0xFE, 0x00]))
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        _start(settings, file)
