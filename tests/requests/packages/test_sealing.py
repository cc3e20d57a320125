"""No plain byte on the disk, and what was changed or cut off opens for nobody."""

import os
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from governance.access import (
    CHUNK,
    Damaged,
    SealedFile,
    SealedSpool,
    SealingFile,
    fresh_key,
    package_path,
)
from tests.requests.packages.making import Making

ABOUT = b"a package"
SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]


def sealed(path: Path, plain: bytes) -> bytes:
    key = fresh_key()
    with SealingFile(path, key, about=ABOUT) as file:
        # In odd pieces, as a zip comes.
        for at in range(0, len(plain), 1_000):
            file.write(plain[at : at + 1_000])
    return key


def read(path: Path, key: bytes, about: bytes = ABOUT) -> bytes:
    with SealedFile(path, key, about=about) as file:
        return file.read()


@pytest.mark.parametrize("size", SIZES)
def test_what_was_sealed_opens_again(tmp_path: Path, size: int) -> None:
    plain = os.urandom(size)
    key = sealed(tmp_path / "f", plain)
    assert read(tmp_path / "f", key) == plain
    with SealedFile(tmp_path / "f", key, about=ABOUT) as file:
        assert file.size == size


def test_it_opens_from_any_place(tmp_path: Path) -> None:
    plain = os.urandom(2 * CHUNK + 50)
    key = sealed(tmp_path / "f", plain)
    with SealedFile(tmp_path / "f", key, about=ABOUT) as file:
        for at in (0, CHUNK - 3, 2 * CHUNK, 2 * CHUNK + 49, 5):
            file.seek(at)
            assert file.read(10) == plain[at : at + 10]


@pytest.mark.parametrize("at", [0, CHUNK, CHUNK + 40, -1])
def test_a_changed_byte_is_refused(tmp_path: Path, at: int) -> None:
    key = sealed(tmp_path / "f", os.urandom(2 * CHUNK))
    raw = bytearray((tmp_path / "f").read_bytes())
    raw[at] ^= 1
    (tmp_path / "f").write_bytes(raw)
    with pytest.raises(Damaged):
        read(tmp_path / "f", key)


@pytest.mark.parametrize("kept", [1, CHUNK + 16, 2 * (CHUNK + 16), -1, 15, 0])
def test_what_was_cut_off_is_refused_even_between_chunks(
    tmp_path: Path, kept: int
) -> None:
    key = sealed(tmp_path / "f", os.urandom(3 * CHUNK))
    raw = (tmp_path / "f").read_bytes()
    (tmp_path / "f").write_bytes(raw[:kept])
    with pytest.raises(Damaged), SealedFile(tmp_path / "f", key, about=ABOUT) as file:
        file.check()


def test_chunks_in_another_order_are_refused(tmp_path: Path) -> None:
    key = sealed(tmp_path / "f", os.urandom(3 * CHUNK))
    raw = (tmp_path / "f").read_bytes()
    one = CHUNK + 16
    (tmp_path / "f").write_bytes(raw[one : 2 * one] + raw[:one] + raw[2 * one :])
    with pytest.raises(Damaged):
        read(tmp_path / "f", key)


def test_another_key_or_package_opens_nothing(tmp_path: Path) -> None:
    key = sealed(tmp_path / "f", b"words")
    with pytest.raises(Damaged):
        read(tmp_path / "f", fresh_key())
    with pytest.raises(Damaged):
        read(tmp_path / "f", key, about=b"another")


def test_a_file_that_was_not_finished_opens_for_nobody(tmp_path: Path) -> None:
    key = fresh_key()
    file = SealingFile(tmp_path / "f", key, about=ABOUT)
    file.write(os.urandom(2 * CHUNK))
    file.__exit__(RuntimeError, RuntimeError(), None)
    with pytest.raises(Damaged), SealedFile(tmp_path / "f", key, about=ABOUT) as half:
        half.check()


def test_no_file_is_written_over_another(tmp_path: Path) -> None:
    key = sealed(tmp_path / "f", b"words")
    with pytest.raises(FileExistsError):
        SealingFile(tmp_path / "f", key, about=ABOUT)


def test_folder_and_file_are_for_the_servers_user_alone(
    making: Making, folders: Path
) -> None:
    package = making.make()
    assert folders.stat().st_mode & 0o777 == 0o700
    path = package_path(package.id, package.fence)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(folders.iterdir()) == [path]


def test_no_plain_byte_is_written_anywhere(
    making: Making,
    folders: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every write to a file descriptor is looked at, whatever became of the file."""
    canary = f"canary{uuid.uuid4().hex}"
    making.world.write(f"The bird sings {canary} at noon. " + "la " * 2_000)
    written: list[bytes] = []
    write = os.write

    def watched(file: int, data: Any) -> int:
        written.append(bytes(data))
        return write(file, data)

    monkeypatch.setattr(os, "write", watched)
    package = making.make()
    assert canary in "".join(making.files(package).values())
    assert written
    everything = b"".join(written) + b"".join(
        path.read_bytes()
        for path in tmp_path.rglob("*")
        if path.is_file() and "ledger" not in path.parts
    )
    assert canary.encode() not in everything
    assert b"memories.json" not in everything
    assert b"PK\x03\x04" not in everything[:4]


def test_the_key_lies_sealed_and_in_the_row_alone(making: Making) -> None:
    package = making.make()
    assert package.key_sealed is not None
    assert len(bytes(package.key_sealed)) > 64
    assert package.key_sealed_by_id


@pytest.mark.parametrize("size", SIZES)
def test_a_spool_gives_back_what_waited_in_it(tmp_path: Path, size: int) -> None:
    text = "ä" * size
    with SealedSpool(tmp_path) as spool:
        for at in range(0, size, 777):
            spool.write(text[at : at + 777])
        assert b"".join(spool.pieces()).decode() == text


def test_a_spool_has_no_name_and_no_plain_byte(tmp_path: Path) -> None:
    words = "Likes tea in the afternoon. "
    with SealedSpool(tmp_path) as spool:
        spool.write(words * 10_000)
        assert list(tmp_path.iterdir()) == []
        raw = b"".join(map(Path.read_bytes, opened_in(tmp_path)))
    assert len(raw) > CHUNK
    assert words.encode() not in raw


def opened_in(folder: Path) -> list[Path]:
    """Files of a folder that this process has open, with or without a name."""
    found = []
    for each in list(Path("/proc/self/fd").iterdir()):
        with suppress(FileNotFoundError):
            if str(each.readlink()).startswith(f"{folder}/"):
                found.append(each)
    return found
