"""From the order to the end: one builder, one file, seven days, and nothing left."""

import errno
import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from governance import tasks
from governance.access import (
    as_service_with,
    as_staff,
    as_sweeper,
    open_package,
    package_path,
)
from governance.audit import SYSTEM
from governance.erasure import erase_whole
from governance.models import (
    AuditEntry,
    ErasureRun,
    Package,
    PackageKind,
    PackageState,
)
from governance.requests import packages
from governance.requests.packages.build import MEMBERS
from governance.requests.packages.claim import LeaseLost, claim
from governance.requests.packages.files import sweep_files
from governance.tasks import retain_nightly, sweep_packages
from tests.requests.packages.making import Making


def files_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def opens(package: Package) -> bool:
    try:
        with open_package(package) as file:
            file.check()
    except (FileNotFoundError, ValueError):
        return False
    return True


def test_it_is_ready_for_seven_days(making: Making) -> None:
    making.world.write("Likes rain.")
    package = making.make()
    assert package.state == PackageState.READY
    assert package.expires_at is not None
    assert package.made_at is not None
    assert package.expires_at - package.made_at == timedelta(days=7)
    with open_package(package) as file:
        assert file.size == package.size


def test_a_second_order_is_the_same_package_while_it_lasts(making: Making) -> None:
    first = making.make()
    assert making.order() == first.id
    assert making.order(PackageKind.PORTABILITY) != first.id


def test_a_bell_that_was_not_rung_is_made_up_for(making: Making) -> None:
    package_id = making.order()
    making.bell.rung.clear()
    sweep_packages()
    assert making.row(package_id).state == PackageState.READY


def test_after_seven_days_file_and_key_are_gone(making: Making, folders: Path) -> None:
    package = making.make()
    Package.objects.using("owner").update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    sweep_packages()
    after = making.row(package.id)
    assert (after.state, after.key_sealed, after.size) == ("expired", None, None)
    assert files_in(folders) == []
    assert not opens(after)


def test_rows_end_a_year_later(making: Making, as_owner: Any) -> None:
    package = making.make()
    as_owner(Package).update(
        state="expired",
        key_sealed=None,
        ended_at=timezone.now() - timedelta(days=200),
    )
    retain_nightly()
    assert as_owner(Package).filter(id=package.id).exists()
    as_owner(Package).update(ended_at=timezone.now() - timedelta(days=400))
    retain_nightly()
    assert not as_owner(Package).exists()


@pytest.mark.parametrize("by", ["rest", "forget", "whole"])
def test_an_erasure_withdraws_it_in_the_same_commit(
    making: Making, folders: Path, by: str
) -> None:
    world = making.world
    written = world.write("Likes rain.")
    world.write("Likes tea.")
    package = making.make()
    before = making.row(package.id)
    client = world.travel.client()
    person = "/api/v1/people/owner"
    if by == "rest":
        answer = client.delete(f"{person}/memories/{written['id']}")
    elif by == "forget":
        answer = client.post(
            f"{person}/forget", {"ids": [written["id"]], "undo_hours": 0}, format="json"
        )
    else:
        answer = client.delete(person)
    assert answer.status_code == 202, answer.content
    # Nothing has run yet: this is the commit that asked for it.
    after = making.row(package.id)
    assert (after.state, after.key_sealed) == (PackageState.WITHDRAWN, None)
    making.bell.answer()
    assert files_in(folders) == []
    assert not opens(before)
    assert making.row(package.id).state == PackageState.WITHDRAWN
    assert ErasureRun.objects.using("owner").get().state == "done"


def test_a_forget_withdraws_it_when_its_time_for_undo_is_over(making: Making) -> None:
    world = making.world
    written = world.write("Likes rain.")
    package = making.make()
    world.travel.client().post(
        "/api/v1/people/owner/forget",
        {"ids": [written["id"]], "undo_hours": 1},
        format="json",
    )
    making.bell.answer()
    assert making.row(package.id).state == PackageState.READY
    ErasureRun.objects.using("owner").update(due_at=timezone.now())
    tasks.sweep()
    assert making.row(package.id).state == PackageState.WITHDRAWN


def test_an_erasure_of_somebody_else_leaves_it(making: Making) -> None:
    world = making.world
    world.write("Likes rain.")
    other = world.write("Keeps bees.", ref="colleague")
    package = making.make()
    world.travel.client().delete(f"/api/v1/people/colleague/memories/{other['id']}")
    making.bell.answer()
    assert opens(making.row(package.id))


def test_taking_an_earlier_text_out_withdraws_it(making: Making) -> None:
    written = making.world.write("Likes rain.")
    path = f"/api/v1/people/owner/memories/{written['id']}"
    client = making.world.travel.client()
    etag = client.get(path).headers["ETag"]
    client.patch(path, {"text": "Likes snow."}, format="json", HTTP_IF_MATCH=etag)
    package = making.make()
    answer = client.post(f"{path}/redact-version", {"number": 1}, format="json")
    assert answer.status_code < 300, answer.content
    assert making.row(package.id).state == PackageState.WITHDRAWN


def test_one_that_is_being_made_is_withdrawn_too(
    making: Making, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = making.world.write("Likes rain.")
    package_id = making.order()
    add = MEMBERS[PackageKind.ACCESS]

    def erased_meanwhile(archive: Any, contents: Any) -> dict[str, int]:
        counts = add(archive, contents)
        assert files_in(folders)
        making.world.travel.client().delete(
            f"/api/v1/people/owner/memories/{written['id']}"
        )
        return counts

    monkeypatch.setitem(MEMBERS, PackageKind.ACCESS, erased_meanwhile)
    assert not packages.build(package_id)
    assert making.row(package_id).state == PackageState.WITHDRAWN
    assert files_in(folders) == []


def test_a_withdrawal_is_on_record(making: Making, as_owner: Any) -> None:
    package = making.make()
    with as_staff():
        packages.withdraw_packages([making.world.owner.id])
    entry = as_owner(AuditEntry).get(verb="package.withdrawn")
    assert (entry.person_id, entry.subject_ids) == (making.world.owner.id, [package.id])


def test_a_full_disk_is_said_and_nothing_half_is_left(
    making: Making, folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    making.world.write("Likes rain.")
    package_id = making.order()
    write = os.write

    def full(file: int, data: Any) -> int:
        if files_in(folders):
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data)

    with monkeypatch.context() as here:
        here.setattr(os, "write", full)
        assert not packages.build(package_id)
    row = making.row(package_id)
    assert (row.state, row.trouble) == (PackageState.FAILED, "disk_full")
    assert row.key_sealed is None
    assert files_in(folders) == []
    again = making.order()
    assert again != package_id
    making.bell.answer()
    assert making.row(again).state == PackageState.READY


def test_a_builder_that_died_is_followed_by_another_and_its_file_goes(
    making: Making, folders: Path, settings: Any
) -> None:
    making.world.write("Likes rain.")
    package_id = making.order()
    making.bell.rung.clear()
    held = claim(package_id)
    assert held is not None
    half = package_path(package_id, held.package.fence)
    half.write_bytes(b"half")
    assert claim(package_id) is None
    assert sweep_files() == 0
    Package.objects.using("owner").update(lease_until=timezone.now())
    sweep_packages()
    assert making.row(package_id).state == PackageState.READY
    sweep_packages()
    assert half not in files_in(folders)
    assert len(files_in(folders)) == 1
    with pytest.raises(LeaseLost):
        held.change(trouble="late")


def test_one_is_made_at_a_time_and_the_next_one_after_it(making: Making) -> None:
    first, second = making.order(), making.order(PackageKind.PORTABILITY)
    making.bell.rung.clear()
    held = claim(first)
    assert held is not None
    assert not packages.build(second)
    held.change(lease_until=None)
    sweep_packages()
    assert making.row(first).state == PackageState.READY
    assert making.row(second).state == PackageState.READY


def test_a_lease_is_renewed_while_it_is_made(making: Making, settings: Any) -> None:
    settings.PACKAGES = replace(settings.PACKAGES, lease=timedelta(seconds=0))
    package_id = making.order()
    making.bell.rung.clear()
    held = claim(package_id)
    assert held is not None
    settings.PACKAGES = replace(settings.PACKAGES, lease=timedelta(seconds=3))
    before = making.row(package_id).lease_until
    held._renewed -= 10
    held.renew()
    after = making.row(package_id).lease_until
    assert before is not None
    assert after is not None
    assert after > before


def test_trouble_is_tried_again_and_then_said(
    making: Making,
    folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    package_id = making.order()
    making.bell.rung.clear()

    def broken(archive: Any, contents: Any) -> dict[str, int]:
        raise ValueError("the text of somebody")

    monkeypatch.setitem(MEMBERS, PackageKind.ACCESS, broken)
    for _ in range(4):
        sweep_packages()
        assert making.row(package_id).state == PackageState.BUILDING
    sweep_packages()
    row = making.row(package_id)
    assert (row.state, row.trouble) == (PackageState.FAILED, "broken")
    assert "the text of somebody" not in caplog.text
    assert files_in(folders) == []


def test_of_nobody_who_is_there_nothing_is_made(making: Making) -> None:
    world = making.world
    world.write("Likes rain.")
    with as_service_with(world.travel.service.id, world.owner.id):
        erase_whole(world.owner.id, world.travel.service.id, actor=SYSTEM)
    making.bell.answer()
    package_id = making.order()
    making.bell.answer()
    row = making.row(package_id)
    assert (row.state, row.trouble) == (PackageState.FAILED, "nobody_there")


def test_no_other_row_is_changed_in_the_scopes_of_a_person(making: Making) -> None:
    package = making.make()
    world = making.world
    with as_service_with(world.travel.service.id, world.owner.id):
        changed = Package.objects.filter(id=package.id)
        with pytest.raises(Exception, match="row-level security"):
            changed.update(expires_at=timezone.now() + timedelta(days=99))
    with as_sweeper():
        assert Package.objects.get(id=package.id).state == PackageState.READY
