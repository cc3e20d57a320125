"""``erase``: an erasure planned or run by the operator, in the foreground."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from governance.erasure import carry_out
from governance.erasure import run as running
from governance.management.commands import erase as command
from governance.management.progress import bar
from governance.models import ErasureRun, Memory, Person
from tests.bell import Bell
from tests.world import World, memories_of

CHAT = {"type": "user_message", "ref": "message-1"}


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def _erase(*arguments: str, person: str = "owner") -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    status = 0
    try:
        call_command(command.Command(stdout=out), "--person", person, *arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def _texts(world: World) -> set[str]:
    rows = Memory.objects.using("owner").filter(person_id=world.owner.id)
    return set(rows.values_list("text", flat=True))


def test_all_of_a_person_goes_at_every_service(world: World) -> None:
    world.write("Likes tea.")
    world.write("Saves monthly.", program=world.bank)
    world.write("Likes coffee.", ref="colleague")
    status, told = _erase("--all")
    assert status == 0
    assert {each["service"]: each["state"] for each in told} == {
        "Travel assistant": "done",
        "Bank assistant": "done",
    }
    assert [row.person_id for row in Memory.objects.using("owner").all()] == [
        world.colleague.id
    ]


def test_a_whole_person_goes_with_their_own_row(world: World) -> None:
    world.write("Likes tea.")
    _status, [planned] = _erase("--whole-person", "--dry-run")
    assert planned["plan"]["counts"]["person"] == 1
    status, [told] = _erase("--whole-person")
    assert (status, told["state"]) == (0, "done")
    assert told["counts"] == planned["plan"]["counts"]
    assert not Person.objects.using("owner").filter(id=world.owner.id).exists()
    with pytest.raises(CommandError, match="No service knows"):
        _erase("--whole-person")


def test_a_whole_person_of_whom_nothing_is_remembered_goes_too(world: World) -> None:
    _status, [told] = _erase("--whole-person", person="colleague")
    assert told["counts"]["person"] == 1
    assert not Person.objects.using("owner").filter(id=world.colleague.id).exists()


def test_of_one_service_the_other_keeps_its_own(world: World) -> None:
    world.write("Likes tea.")
    world.write("Saves monthly.", program=world.bank)
    _erase("--all", "--service", "Bank assistant")
    assert _texts(world) == {"Likes tea."}
    assert Memory.objects.using("owner").count() == 1


def test_a_source_takes_what_came_from_it_and_what_was_made_of_that(
    world: World,
) -> None:
    root = world.write("Likes tea.", source=CHAT)
    world.write("Has hot drinks.", derived_from=[root["id"]], inferred=True)
    world.write("Walks a lot.")
    status, [told] = _erase("--source", "message-1")
    assert (status, told["state"], told["counts"]["memories"]) == (0, "done", 2)
    assert _texts(world) == {"Walks a lot."}


def test_one_memory(world: World) -> None:
    memory = world.write("Likes tea.")
    world.write("Walks a lot.")
    assert _erase("--memory", memory["id"])[0] == 0
    assert _texts(world) == {"Walks a lot."}


def test_a_dry_run_tells_the_plan_and_changes_nothing(world: World) -> None:
    root = world.write("Likes tea.", source=CHAT)
    world.write("Has hot drinks.", derived_from=[root["id"]], inferred=True)
    status, [told] = _erase("--all", "--dry-run")
    assert status == 0
    assert told["plan"]["counts"]["memories"] == 2
    assert {row.status for row in memories_of(world.owner)} == {"active"}
    assert ErasureRun.objects.using("owner").count() == 0


def test_a_run_that_stops_is_told_and_goes_on_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.write("Likes tea.")

    def full(*_: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(running, "ensure_entered", full)
        status, [told] = _erase("--all")
    assert (status, told["trouble"]) == (1, "OSError")
    assert _texts(world) == {"Likes tea."}
    ErasureRun.objects.using("owner").update(lease_until=None)
    call_command("sweep")
    assert ErasureRun.objects.using("owner").get().state == "done"
    assert _texts(world) == set()


def test_what_a_worker_took_first_is_waited_for(
    world: World, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.write("Likes tea.")
    tried: list[object] = []

    def taken_first(run_id: Any) -> bool:
        tried.append(run_id)
        return carry_out(run_id) if len(tried) > 1 else False

    monkeypatch.setattr(command, "carry_out", taken_first)
    status, [told] = _erase("--all")
    assert (status, told["state"], len(tried)) == (0, "done", 2)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--all", "--service", "Nobody"], "no service of that name"),
        (["--memory", "00000000-0000-0000-0000-000000000001"], "nothing of this kind"),
        (["--source", "message-9"], "nothing of this kind"),
        (["--memory", "tea"], "UUID"),
        (["--all", "--source", "x"], "not allowed with"),
        ([], "required"),
    ],
)
def test_wrong_use_is_told_and_erases_nothing(
    world: World, arguments: list[str], why: str
) -> None:
    world.write("Likes tea.")
    with pytest.raises(CommandError, match=why):
        _erase(*arguments)
    assert _texts(world) == {"Likes tea."}


def test_a_person_whom_nobody_knows_is_told(world: World) -> None:
    with pytest.raises(CommandError, match="No service knows"):
        _erase("--all", person="nobody")


def test_the_bar_says_how_far_it_is() -> None:
    assert bar(0).endswith("0%")
    assert bar(0.5).count("#") == bar(0.5).count(".")
    assert "." not in bar(1).replace("100%", "")
