"""What the law keeps stays, restricted; everything else goes, and so does it in the end."""

import json
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import verifying_keys
from governance.holding import NotToHold, ground, place, release
from governance.models import AuditEntry, Certificate, ErasureRun, Exception17, Hold
from governance.signing import checked
from tests.world import memories_of

URL = "/api/v1/people/owner/memories"
NEXT_YEAR = timezone.now() + timedelta(days=365)


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def invoice(world):
    """A memory that is held, with one made from it."""
    kept = world.write(
        "Paid the invoice of May.", source={"type": "user_message", "ref": "m-1"}
    )
    derived = world.write("Pays invoices.", derived_from=[kept["id"]])
    with as_service_with(world.travel.service.id, world.owner.id):
        hold = place(
            kept["id"],
            ground(Exception17.OBLIGATION, "Books are kept for ten years.", NEXT_YEAR),
            person_id=world.owner.id,
            actor=SYSTEM,
        )
    return {"kept": kept, "derived": derived, "hold": hold}


def erase_everything(world):
    client = world.travel.client()
    return client.delete("/api/v1/people/owner").json()["erasure"]


def end(world, hold):
    with as_service_with(world.travel.service.id, world.owner.id):
        release(hold.id, person_id=world.owner.id, actor=SYSTEM)


def test_a_held_memory_is_in_no_answer_to_a_service(world, invoice):
    client, held = world.travel.client(), invoice["kept"]["id"]
    assert client.get(f"{URL}/{held}").status_code == 404
    listed = client.get(URL).json()["results"]
    assert [each["id"] for each in listed] == [invoice["derived"]["id"]]
    assert client.get(URL, {"q": "invoice of May"}).json()["count"] <= 1
    assert (
        client.patch(f"{URL}/{held}", {"importance": 9}, format="json").status_code
        == 404
    )
    told = client.get("/api/v1/people/owner/export").content.decode()
    assert "invoice of May" not in told


def test_everything_else_is_erased_and_it_stays(world, invoice, bell, as_owner):
    world.write("Likes tea.")
    run_id = erase_everything(world)
    bell.answer()
    assert [row.text for row in memories_of(world.owner)] == [
        "Paid the invoice of May."
    ]
    run = as_owner(ErasureRun).get()
    assert (run.state, run.plan["held"]) == ("done", 1)
    assert as_owner(Hold).get().wanted_by == run.id
    assert str(run.id) == run_id


def test_the_certificate_says_what_is_kept_by_which_law_and_until_when(
    world, invoice, bell, as_owner
):
    erase_everything(world)
    bell.answer()
    said = checked(as_owner(Certificate).get().signed.encode(), verifying_keys())
    [kept] = said["kept"]
    assert (kept["memories"], kept["code"]) == (1, "kept.17-3-b")
    assert datetime.fromisoformat(kept["review_at"]) == as_owner(Hold).get().until
    assert "Books" not in json.dumps(said)


def test_two_wishes_at_once_have_each_a_certificate_that_is_true(
    world, invoice, bell, as_owner
):
    client = world.travel.client()
    client.delete("/api/v1/people/owner")
    client.delete("/api/v1/people/owner")
    bell.answer()
    for each in as_owner(Certificate):
        said = checked(each.signed.encode(), verifying_keys())
        assert [kept["code"] for kept in said["kept"]] == ["kept.17-3-b"]


def test_a_certificate_that_is_made_after_the_hold_tells_what_was_kept(
    world, invoice, bell, as_owner, monkeypatch
):
    erase_everything(world)
    bell.rung = [each for each in bell.rung if each[0] != "certify"]
    with monkeypatch.context() as stopped:
        stopped.setattr(tasks, "certify", lambda run_id: None)
        bell.answer()
        end(world, invoice["hold"])
        bell.answer()
    for run in as_owner(ErasureRun).order_by("created_at"):
        tasks.certify(str(run.id))
    first = as_owner(Certificate).order_by("created_at").first()
    said = checked(first.signed.encode(), verifying_keys())
    assert [each["code"] for each in said["kept"]] == ["kept.17-3-b"]


def test_a_wish_to_erase_only_what_is_held_is_remembered(
    world, invoice, bell, as_owner
):
    client = world.travel.client()
    answer = client.delete(f"{URL}/{invoice['kept']['id']}")
    assert answer.status_code == 202
    bell.answer()
    assert len(memories_of(world.owner)) == 1  # what was made from it is gone
    end(world, invoice["hold"])
    bell.answer()
    assert memories_of(world.owner) == []


def test_releasing_finishes_the_erasure_unasked(world, invoice, bell, as_owner):
    erase_everything(world)
    bell.answer()
    end(world, invoice["hold"])
    bell.answer()
    assert memories_of(world.owner) == []
    states = as_owner(ErasureRun).values_list("state", flat=True)
    assert list(states) == ["done", "done"]


def test_a_hold_that_lapses_finishes_it_too(world, invoice, bell, as_owner):
    erase_everything(world)
    bell.answer()
    as_owner(Hold).update(until=timezone.now())
    tasks.expire()
    bell.answer()
    assert memories_of(world.owner) == []
    verbs = list(as_owner(AuditEntry).values_list("verb", flat=True))
    assert verbs.count("hold.released") == 1


def test_released_without_a_wish_it_is_as_before(world, invoice, as_owner):
    end(world, invoice["hold"])
    client = world.travel.client()
    assert client.get(f"{URL}/{invoice['kept']['id']}").status_code == 200
    assert as_owner(ErasureRun).count() == 0


def test_what_is_on_its_way_out_cannot_be_held_any_more(world, invoice):
    tea = world.write("Likes tea.")
    world.travel.client().delete(f"{URL}/{tea['id']}")
    with (
        as_service_with(world.travel.service.id, world.owner.id),
        pytest.raises(NotToHold),
    ):
        place(
            tea["id"],
            ground(Exception17.CLAIMS, "A claim.", NEXT_YEAR),
            person_id=world.owner.id,
            actor=SYSTEM,
        )


def test_it_is_held_once(world, invoice):
    with (
        as_service_with(world.travel.service.id, world.owner.id),
        pytest.raises(NotToHold),
    ):
        place(
            invoice["kept"]["id"],
            ground(Exception17.CLAIMS, "A claim.", NEXT_YEAR),
            person_id=world.owner.id,
            actor=SYSTEM,
        )


@pytest.mark.parametrize(
    ("reason", "until"),
    [("", NEXT_YEAR), ("   ", NEXT_YEAR), ("A claim.", timezone.now())],
)
def test_a_hold_needs_a_reason_and_an_end(reason, until):
    with pytest.raises(ValueError, match="a reason and an end"):
        ground(Exception17.CLAIMS, reason, until)


def test_its_reason_is_scrubbed(world, invoice, as_owner):
    tea = world.write("Likes tea.")
    with as_service_with(world.travel.service.id, world.owner.id):
        pass
    why = ground(Exception17.CLAIMS, "Ask jo.bloggs@example.org about it.", NEXT_YEAR)
    with as_service_with(world.travel.service.id, world.owner.id):
        hold = place(tea["id"], why, person_id=world.owner.id, actor=SYSTEM)
    assert "example.org" not in as_owner(Hold).get(id=hold.id).reason


def run(*args: str) -> list[dict[str, str]]:
    out = StringIO()
    call_command("hold", *args, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_command_places_lists_and_ends_a_hold(world, bell):
    tea = world.write("Likes tea.")
    whose = ("--service", "Travel assistant", "--person", "owner")
    why = ("--law", "17-3-e", "--reason", "A claim.", "--until", "2099-01-31")
    [placed] = run(*whose, "--memory", tea["id"], *why)
    assert placed["until"] == "2099-01-31T00:00:00+00:00"
    assert [each["hold"] for each in run("--list")] == [placed["hold"]]
    run("--release", placed["hold"])
    assert run("--list") == []
    with pytest.raises(CommandError):
        run("--release", placed["hold"])


def test_the_same_fact_is_told_anew_beside_what_is_held(world, invoice, bell, as_owner):
    told = world.write(
        "Paid the invoice of May.", source={"type": "user_message", "ref": "m-2"}
    )
    assert told["id"] != invoice["kept"]["id"]
    end(world, invoice["hold"])
    listed = world.travel.client().get(URL).json()["results"]
    texts = [each["text"] for each in listed]
    assert texts.count("Paid the invoice of May.") == 1


def test_what_is_held_is_not_given_away_by_saying_nearly_the_same(world, invoice):
    told = world.write("Paid the invoice of may!")
    assert told["id"] != invoice["kept"]["id"]
    assert "duplicate_of" not in told


@pytest.mark.parametrize("reason", ["x" * 501, "It is kept. " * 60])
def test_a_reason_is_short(reason):
    with pytest.raises(ValueError, match="a reason and an end"):
        ground(Exception17.CLAIMS, reason, NEXT_YEAR)
