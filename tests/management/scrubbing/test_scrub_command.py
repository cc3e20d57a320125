"""`manage.py scrub`: lines in, clean lines out, nothing of a text where it does not belong."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from governance.management.commands.scrub import answers

CANARY = "anna.canary@example.com"
OPTIONS = {"policy": "balanced", "language": "en"}


def run(monkeypatch, *given, out=None, **options):
    out = out or io.StringIO()
    text = b"\n".join(
        line if isinstance(line, bytes) else json.dumps(line).encode() for line in given
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    call_command("scrub", stdout=out, **options)
    return written(out)


def written(out):
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_is_answered_in_order_with_its_id(monkeypatch):
    given = [{"id": n, "text": f"{CANARY} is number {n}"} for n in (3, 1, 2)]
    lines = run(monkeypatch, *given)
    assert [line["id"] for line in lines] == [3, 1, 2]
    assert lines[0] == {
        "id": 3,
        "text": "[e-mail removed] is number 3",
        "findings": [
            {"entity": "EMAIL", "action": "redact", "start": 0, "end": len(CANARY)}
        ],
        "special": [],
        "blocked": False,
    }


def test_places_are_code_points_of_the_input(monkeypatch):
    (line,) = run(monkeypatch, {"id": 1, "text": f"😀👩‍👧 {CANARY}"})
    found = line["findings"][0]
    assert f"😀👩‍👧 {CANARY}"[found["start"] : found["end"]] == CANARY


def test_special_categories_are_told(monkeypatch):
    (line,) = run(monkeypatch, {"id": 1, "text": "My daughter is allergic to nuts"})
    assert line["special"] == ["health"]


def test_the_policy_of_a_line_beats_that_of_the_flag(monkeypatch):
    text = "Call Anna Schmidt from Berlin"
    lines = [{"id": 1, "text": text}, {"id": 2, "text": text, "policy": "balanced"}]
    strict, balanced = run(monkeypatch, *lines, policy="strict")
    assert "Schmidt" not in strict["text"]
    assert balanced["text"] == text


def test_a_card_blocks_under_strict(monkeypatch):
    given = {"id": 1, "text": "card 4111 1111 1111 1111", "policy": "strict"}
    (line,) = run(monkeypatch, given)
    assert line["blocked"] is True


@pytest.mark.parametrize(
    "odd", ["x\x00y", "x\ud800y", "x" * 200_001], ids=["NUL", "surrogate", "too long"]
)
def test_a_text_that_cannot_be_scrubbed_fails_alone_and_is_not_repeated(
    monkeypatch, odd
):
    given = {"id": "bad", "text": f"{CANARY} {odd}"}
    bad, good = run(monkeypatch, given, {"id": "good", "text": "tea"})
    assert bad["text"] is None
    assert bad["blocked"] is True
    assert bad["failed"]
    assert CANARY not in json.dumps(bad)
    assert good["text"] == "tea"


@pytest.mark.parametrize(
    "bad",
    [
        f"no JSON {CANARY}".encode(),
        f'["{CANARY}"]'.encode(),
        f'"{CANARY}"'.encode(),
        b'{"id": 1, "text": "\xff"}',
        f'{{"text": "{CANARY}"}}'.encode(),
        f'{{"id": 1, "txt": "{CANARY}"}}'.encode(),
        f'{{"id": 1, "text": ["{CANARY}"]}}'.encode(),
        f'{{"id": {{"a": "{CANARY}"}}, "text": "x"}}'.encode(),
        f'{{"id": 1, "text": "x", "policy": "{CANARY}"}}'.encode(),
        f'{{"id": 1, "text": "x", "policy": 7, "a": "{CANARY}"}}'.encode(),
        f'{{"id": NaN, "text": "{CANARY}"}}'.encode(),
        b"[" * 100_000,
        b'{"id": ' + b"9" * 5_000 + b', "text": "x"}',
    ],
    ids=range(13),
)
def test_a_bad_line_ends_it_by_number_and_those_before_it_are_written(monkeypatch, bad):
    first, last = {"id": 1, "text": "tea"}, {"id": 2, "text": "late"}
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"^Line 3: ") as caught:
        run(monkeypatch, first, b"", bad, last, out=out)
    assert caught.value.returncode == 2
    error = caught.value
    assert CANARY not in f"{error} {error.__cause__!r} {error.__context__!r}"
    assert [line["id"] for line in written(out)] == [1]


def test_a_line_is_answered_before_the_next_is_read():
    def given():
        yield b'{"id": 1, "text": "tea"}\n'
        raise AssertionError("the second was asked for")

    assert next(answers(given(), OPTIONS))["text"] == "tea"


@pytest.mark.parametrize("tag", ["english!", "", "e", f"en {CANARY}"])
def test_a_language_is_a_tag(tag: str):
    with pytest.raises(CommandError, match="language"):
        call_command("scrub", f"--language={tag}")


def test_a_policy_is_one_of_three():
    with pytest.raises(CommandError, match="policy"):
        call_command("scrub", "--policy=lax")
