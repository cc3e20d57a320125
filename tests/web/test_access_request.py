"""An access request from the wish to the file in the person's hands."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from governance import tasks
from governance.models import (
    Letter,
    Package,
    PackageRedaction,
    RequestState,
    SubjectRequest,
)
from governance.requests.doing import follow
from governance.scrubbing import warm
from tests.requests.conftest import now
from tests.web.people import People, as_, words
from tests.web.signing import again_as

QUEUE = "/compliance/requests/"


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    warm()
    settings.LEDGER_DIR = tmp_path / "ledger"
    settings.PACKAGES = replace(settings.PACKAGES, folder=tmp_path / "packages")


def filed(people: People, right: str = "access") -> SubjectRequest:
    as_(people.owner).post("/me/requests/new/", {"right": right, "words": ""})
    return SubjectRequest.objects.using("owner").get()


def do(people: People, made: SubjectRequest, name: str, **given: str) -> None:
    given.setdefault("version", str(now(made).version))
    answer = as_(people.staff).post(f"{QUEUE}{made.id}/do/{name}/", given)
    assert answer.status_code == 303, words(answer)


def fulfilled(people: People, made: SubjectRequest, bell: Any) -> None:
    do(people, made, "take-up")
    do(people, made, "decide", decision="fulfil", ground="", text="")
    bell.answer()
    tasks.follow_requests()
    bell.answer()
    tasks.follow_requests()


def fetched(people: People, made: SubjectRequest) -> zipfile.ZipFile:
    client = as_(people.owner)
    page = client.get(f"/me/requests/{made.id}/").content.decode()
    package = Package.objects.using("owner").get(request_id=made.id)
    address = f"/me/requests/package/{package.id}/"
    assert address in page
    answer = again_as(people.owner).post(address)
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    return zipfile.ZipFile(io.BytesIO(content))


@pytest.mark.parametrize("right", ["access", "portability"])
def test_the_copy_is_made_told_of_and_fetched(
    people: People, bell: Any, right: str
) -> None:
    people.world.write("Likes green tea.")
    made = filed(people, right)
    fulfilled(people, made, bell)
    assert now(made).state == RequestState.DONE
    tasks.answer_requests()
    told = Letter.objects.using("owner").get(request_id=made.id, kind="done")
    assert "/me/requests/package/" in told.body
    pack = fetched(people, made)
    whole = b"".join(pack.read(name) for name in pack.namelist())
    assert b"Likes green tea." in whole
    shown = words(as_(people.staff).get(f"{QUEUE}{made.id}/"))
    assert "1 time" in shown


def test_it_is_not_done_while_passages_wait_for_a_decision(
    people: People, bell: Any
) -> None:
    people.world.write("Plays chess with Sarah Connor on Sundays.")
    made = filed(people)
    fulfilled(people, made, bell)
    proposed = PackageRedaction.objects.using("owner").filter(request_id=made.id)
    assert proposed.exists()
    assert now(made).state == RequestState.RUNNING
    page = f"{QUEUE}{made.id}/passages/"
    client = as_(people.staff)
    assert "chess" not in words(client.get(page))
    client.post(
        f"/compliance/people/{people.world.owner.id}/", {"reason": "Her request."}
    )
    assert "chess" in words(client.get(page))
    ids = [str(each.id) for each in proposed]
    client.post(page, {"id": ids, "leave-out": "yes"})
    bell.answer()
    tasks.follow_requests()
    assert now(made).state == RequestState.DONE
    pack = fetched(people, made)
    whole = b"".join(pack.read(name) for name in pack.namelist())
    assert b"Connor" not in whole


def test_a_copy_that_could_not_be_made_waits_for_another_try(
    people: People, bell: Any
) -> None:
    people.world.write("Likes green tea.")
    made = filed(people)
    do(people, made, "take-up")
    do(people, made, "decide", decision="fulfil", ground="", text="")
    bell.rung.clear()
    follow(made.id)
    bell.rung.clear()
    Package.objects.using("owner").update(state="failed", trouble="disk_full")
    for _ in range(3):
        tasks.follow_requests()
    assert now(made).trouble == "package_failed"
    assert Package.objects.using("owner").count() == 1
    do(people, made, "try-again")
    bell.answer()
    tasks.follow_requests()
    assert (now(made).state, now(made).trouble) == (RequestState.DONE, "")
