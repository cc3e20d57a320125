"""What the documentation shows works as it is shown."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from governance.models import Source as StoredSource
from memoryhub.client import Memoryhub, Retries

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = "http://127.0.0.1:8000"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def key(world, monkeypatch):
    monkeypatch.setenv("MEMORYHUB_KEY", world.travel.key)


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(DOCS / "examples")
    return import_module("remember_conversations")


@pytest.fixture
def run(example, key, address, tmp_path, capsys):
    def with_lines(conversations, *more):
        lines = tmp_path / "conversations.jsonl"
        lines.write_text("\n".join(map(json.dumps, conversations)))
        example.main([str(lines), "--url", address, *more])
        return json.loads(capsys.readouterr().out)

    return with_lines


def talk(name, *texts):
    turns = [
        {"speaker": "system" if number % 2 else "user", "text": text, "extra": number}
        for number, text in enumerate(texts)
    ]
    return {"conversation": name, "services": ["Trains_1"], "turns": turns}


@pytest.mark.usefixtures("key")
def test_the_page_about_the_client_runs_from_top_to_bottom(address, capsys):
    blocks = BLOCK.findall((DOCS / "client.md").read_text())
    assert len(blocks) >= 7
    program = "\n".join(blocks).replace(SHOWN, address)
    code = compile(program, "client.md", "exec")
    # In a thread of its own: the browser tests leave an event loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(exec, code, {}).result()
    said = capsys.readouterr().out
    assert "anna@example.org" not in said
    assert "Prefers night trains." in said
    assert said.rstrip().endswith("Likes rain.")


def test_conversations_are_remembered_turn_by_turn(run, as_owner):
    card = " ".join(["4111", *["1111"] * 3])
    summary = run(
        [
            talk("c-1", "A table for two.", "At what time?", f"Seven. Card {card}."),
            talk("c-2", "Likes to sit outside.", ""),
        ],
        "--people",
        "1",
    )
    seconds, speed = summary.pop("seconds"), summary.pop("texts_per_second")
    assert summary == {
        "conversations": 2,
        "people": 1,
        "turns": 5,
        "stored": 4,
        "duplicates": 0,
        "waiting": {},
        "refused": {"400: text": 1},
        "with_findings": 1,
        "findings": {"CREDIT_CARD": 1},
    }
    assert seconds >= 0 <= speed
    sources = as_owner(StoredSource).order_by("said_at")
    assert [(each.type, each.ref) for each in sources] == [
        ("user_message", "c-1/1"),
        ("service", "c-1/2"),
        ("user_message", "c-1/3"),
        ("user_message", "c-2/1"),
    ]
    assert len({each.said_at for each in sources}) == 4


def test_a_second_run_finds_every_turn_to_be_there(run):
    conversations = [talk(f"c-{n}", f"Asked for platform {n}.") for n in range(12)]
    first = run(conversations, "--people", "3", "--seed", "7")
    again = run(conversations, "--people", "3", "--seed", "7", "--limit", "10")
    assert (first["stored"], first["duplicates"]) == (12, 0)
    assert (again["stored"], again["duplicates"]) == (0, 10)


def test_somebody_who_wants_nothing_remembered_harms_no_other(run, as_owner, world):
    conversations = [talk(f"c-{n}", f"Asked for platform {n}.") for n in range(12)]
    run(conversations, "--people", "2")
    newest = as_owner(type(world.owner)).order_by("-created_at").first()
    as_owner(type(newest)).filter(id=newest.id).update(memory_enabled=False)
    summary = run(conversations, "--people", "2")
    assert summary["refused"].keys() == {"403: memory_off"}
    assert summary["refused"]["403: memory_off"] + summary["duplicates"] == 12


def test_without_a_key_the_example_says_what_it_needs(example, monkeypatch, capsys):
    monkeypatch.delenv("MEMORYHUB_KEY", raising=False)
    with pytest.raises(SystemExit) as ended:
        example.main(["conversations.jsonl"])
    assert ended.value.code == 2
    assert "MEMORYHUB_KEY" in capsys.readouterr().err


def test_a_server_that_cannot_be_reached_ends_the_example_with_one_sentence(
    example, key, tmp_path, monkeypatch
):
    lines = tmp_path / "conversations.jsonl"
    lines.write_text(json.dumps(talk("c-1", "A table for two.")))
    at_once = partial(Memoryhub, retries=Retries(attempts=1))
    monkeypatch.setattr(example, "Memoryhub", at_once)
    with pytest.raises(SystemExit, match="Nothing was sent"):
        example.main([str(lines), "--url", "http://127.0.0.1:1"])
