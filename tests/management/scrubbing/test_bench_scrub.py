"""`manage.py bench scrub` on small sets, and the network that nobody asks."""

import random
import socket
from collections import Counter

import pytest
from django.core.management import CommandError

from governance.management.bench.harness import Size
from governance.management.bench.scrubbing import (
    clean_rows,
    run,
    secrets,
    sides,
    times,
)
from governance.management.bench.scrubbing.figures import row
from governance.management.bench.scrubbing.labelled import labelled_set
from governance.management.bench.scrubbing.sets import lines
from governance.management.bench.scrubbing.split import is_unseen
from governance.management.bench.scrubbing.tokens import PREFIXED
from governance.management.bench.scrubbing.worst import shape
from governance.scrubbing import BALANCED, LIGHT, STRICT, configure

FEW = 60


@pytest.fixture(scope="module", autouse=True)
def few():
    """Every set cut short, so that a run takes seconds."""
    made = {"a.a.": "a." * 500, "digits": "4" * 1000}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(times, "baits", lambda chance: made)
        patch.setattr(times, "prose", lambda chance: "It rains in the hills. " * 40)
        patch.setattr(secrets, "PREFIXED", dict([*PREFIXED.items()][::9]))
        patch.setattr(secrets, "ROUNDS", 1)
        patch.setattr(clean_rows, "lines", lambda name: lines(name)[::9])
        yield


def figures(**options):
    return list(run.bench_scrub(Size(rounds=2, records=FEW, seed=5, **options)))


@pytest.fixture(scope="module")
def seen():
    return figures(worst=4)


@pytest.fixture(scope="module")
def unseen():
    return figures(worst=4, unseen=True)


def test_every_figure_of_the_issue_is_told_with_its_goal(seen):
    judged = " | ".join(row["what"] for row in seen if "goal" in row)
    for words in ["hard: recall", "hard: records that leak", "precision", "clean words",
                  "phones", "addresses", "tokens bare", "tokens in a sentence", "alarm",
                  "names or hard", "strict: clean words", "special", "look-alikes",
                  "short text", "any rule", "whole gate"]:  # fmt: skip
        assert words in judged, words


def test_plain_presidio_stands_beside_ours(seen):
    recall = next(row for row in seen if row["what"].startswith("hard: recall"))
    assert 0 < recall["presidio"] <= 100
    assert 0 < recall["balanced"] <= 100


def test_misses_are_told_by_shape(seen):
    told = [row["shape"] for row in seen if "shape" in row]
    assert told
    assert all(each == shape(each) for each in told)


def test_misses_of_the_unseen_part_are_never_told(unseen):
    assert unseen[0]["part"] == "unseen"
    assert not any({"shape", "text", "missed", "asked"} & set(row) for row in unseen)


def test_the_seed_is_told_and_makes_the_same_figures(seen):
    assert seen[0]["seed"] == 5
    timed = ("ms", ", s", "times", "bait", "gate")
    for one, other in zip(seen, figures(worst=4), strict=True):
        if not any(word in one["what"] for word in timed):
            assert one == other


def test_without_a_seed_each_run_is_fresh():
    seeds = [next(iter(run.bench_scrub(Size(rounds=2))))["seed"] for _ in "ab"]
    assert seeds[0] != seeds[1]


def test_a_template_that_nothing_fills_is_wrong_use(tmp_path):
    (tmp_path / "t.txt").write_text("a {{shoe_size}}\nb {{shoe_size}}\nc {{shoe_size}}")
    with pytest.raises(CommandError, match="shoe_size"):
        figures(templates=tmp_path / "t.txt")


def test_what_it_needs_is_told_when_it_is_not_installed(monkeypatch):
    monkeypatch.setattr(run, "NEEDED", ("no_such_package",))
    with pytest.raises(CommandError, match="uv sync --group bench"):
        figures()


def test_a_goal_is_met_by_all_whom_it_is_for():
    assert row("x", {"balanced": 99.0}, goal=98)["met"]
    assert not row(
        "x", {"balanced": 1.0, "strict": 2.0}, most=1.3, of=["balanced", "strict"]
    )["met"]
    assert "goal" not in row("x", {"balanced": 1.0})
    assert "presidio" not in row("x", {"balanced": 1.0, "presidio": None})


def test_a_shape_tells_how_it_was_written_and_nothing_else():
    assert shape("Änna_B 4111-11, 中文!") == "aaaa_a 9999-99, aa!"


@pytest.fixture
def asked(monkeypatch):
    """Whoever asks for the network; they are refused, and remembered."""
    asked: Counter[str] = Counter()

    def refuse(name):
        def refused(*_, **__):
            asked[name] += 1
            raise OSError("no network here")

        return refused

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse(name))
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse(name))
    return asked


@pytest.mark.parametrize(
    "policy", [BALANCED, STRICT, LIGHT], ids=lambda each: each.name
)
def test_the_gate_asks_no_network_even_while_it_loads(asked, policy):
    configure(model="other")
    configure(model=None)
    read = sides.ours(policy)
    chance = random.Random(3)  # noqa: S311 - no secret
    for record in labelled_set(None, unseen=False, count=100, chance=chance):
        assert read(record.text) is not None
    assert not asked


def test_plain_presidio_is_kept_off_the_network(asked):
    sides._presidio.cache_clear()
    read = sides.plain()
    found = read("write to anna@example.co.uk or see https://example.co.uk/a")
    assert {"EMAIL", "URL"} <= {span.label for span in found or []}
    assert not asked


def test_half_of_the_templates_at_least_may_be_seen():
    assert sum(not is_unseen(line) for line in lines("templates")) >= 70
