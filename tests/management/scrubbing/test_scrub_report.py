"""`manage.py scrub-report`: a labelled file scored, plain Presidio beside ours."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

MAIL = "anna.canary@example.com"
STREET = "12 Sesamgasse"


def line(text, *spans):
    places = [
        {
            "start": text.index(value),
            "end": text.index(value) + len(value),
            "label": label,
        }
        for value, label in spans
    ]
    return json.dumps({"text": text, "spans": places})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_text(
        "\n".join(
            [
                line(f"😀 write to {MAIL} today", (MAIL, "EMAIL_ADDRESS")),
                line("My favourite number is 42."),
                line(f"zip 9q8-7w6 for {MAIL}", ("9q8-7w6", "SSN"), (MAIL, "email")),
            ]
        )
    )
    return path


def report(path, *flags):
    out = io.StringIO()
    call_command("scrub_report", str(path), *flags, stdout=out)
    return out.getvalue()


def test_both_sides_are_scored_on_the_same_records(file):
    told = json.loads(report(file, "--json"))
    assert told["policy"] == "balanced"
    for side in ("ours", "presidio"):
        assert told[side]["total"]["records"] == 3
        assert told[side]["labels"]["EMAIL"]["spans"] == 2
        assert told[side]["labels"]["EMAIL"]["covered"] == 1
        assert told[side]["total"]["p50_ms"] > 0


def test_what_is_missed_is_a_leak(file):
    told = json.loads(report(file, "--json"))
    assert told["ours"]["labels"]["SSN"]["leaking"] == 1
    assert told["ours"]["total"]["leaking"] == 0.5
    assert told["ours"]["total"]["precision"] == 1
    assert told["ours"]["total"]["clean_words_masked"] == 0


def test_the_table_names_every_label_for_both(file):
    table = report(file)
    for label in ("EMAIL", "SSN"):
        assert table.count(f"\n{label} ") == 2


def test_the_worst_are_told_by_shape_alone(file):
    told = report(file, "--worst", "5")
    assert '"aaa 9a9-9a9 aaa aaaa.aaaaaa"' in told
    assert "9q8" not in told
    assert "canary" not in told


def test_the_worst_are_shown_when_it_was_asked_for(file):
    assert "9q8-7w6" in report(file, "--worst", "5", "--show-text")


def test_strict_masks_names_and_balanced_does_not(tmp_path):
    path = tmp_path / "names.jsonl"
    path.write_text(line("Call Anna Schmidt in Berlin", ("Anna Schmidt", "NAME")))
    covered = [
        json.loads(report(path, "--json", f"--policy={policy}"))["ours"]["labels"][
            "PERSON"
        ]
        for policy in ("balanced", "strict")
    ]
    assert [each["covered"] for each in covered] == [0, 1]


@pytest.mark.parametrize(
    "bad",
    [
        f"{MAIL}",
        f'{{"text": "{MAIL}"}}',
        f'{{"text": "{MAIL}", "spans": [7]}}',
        f'{{"text": "{MAIL}", "spans": [{{"start": 0, "end": 99, "label": "EMAIL"}}]}}',
        f'{{"text": "{MAIL}", "spans": [{{"start": 3, "end": 3, "label": "EMAIL"}}]}}',
        f'{{"text": "{MAIL}", "spans": [{{"start": "0", "end": 3, "label": "EMAIL"}}]}}',
        f'{{"text": "{MAIL}", "spans": [{{"start": 0, "end": 3}}]}}',
    ],
)
def test_a_wrong_line_is_told_by_number_without_its_text(tmp_path, bad: str):
    path = tmp_path / "set.jsonl"
    path.write_text(f"{line('tea')}\n{bad}\n")
    with pytest.raises(CommandError, match=r"^Line 2: ") as caught:
        report(path)
    assert caught.value.returncode == 2
    assert MAIL not in f"{caught.value} {caught.value.__context__!r}"


def test_an_empty_file_and_a_missing_one_are_wrong_use(tmp_path):
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(CommandError, match="no line"):
        report(tmp_path / "empty")
    with pytest.raises(CommandError, match="no such file"):
        report(tmp_path / "missing")


def test_half_a_surrogate_pair_is_given_up_and_the_rest_scored(tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_text(f'{{"text": "\\ud800 x", "spans": []}}\n{line("tea")}\n')
    told = json.loads(report(path, "--json"))
    assert told["ours"]["total"]["failed"] == 1
    assert told["ours"]["total"]["records"] == 2
