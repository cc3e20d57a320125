"""Whatever is entered into the record is told to the person, in words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from governance.models import ReadKind
from governance.web.me.deeds import DEEDS, READS
from governance.web.me.deeds_elsewhere import NOT_SHOWN

ROOT = Path(__file__).parents[2] / "governance"
VERB = re.compile(r"[a-z]+\.[a-z_]+")
ENTERS = {"record", "entry_of"}
# The only verbs that are put together: from the column that is set.
BUILT = {
    "choices/settings.py": [
        "undo_hours.set",
        "forget_after_months.set",
        "keep_unused.set",
        "scrub_policy.set",
    ]
}


def recording() -> Iterator[tuple[str, ast.Module]]:
    """The files that enter something."""
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text())
        names = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        if names & ENTERS and "audit" not in path.parts[-2:-1]:
            yield str(path.relative_to(ROOT)), tree


def verbs() -> dict[str, str]:
    """Every verb in the code, with a file that enters it."""
    built = {verb: name for name, all_ in BUILT.items() for verb in all_}
    return built | {
        node.value: name
        for name, tree in recording()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and VERB.fullmatch(node.value)
    }


def test_every_verb_has_a_sentence_or_a_reason_to_have_none():
    found = verbs()
    assert len(found) >= 30
    assert set(found) - set(DEEDS) - set(NOT_SHOWN) == set()
    assert set(DEEDS) & set(NOT_SHOWN) == set()


def test_no_sentence_is_left_of_a_verb_that_is_gone():
    assert (set(DEEDS) | set(NOT_SHOWN)) - set(verbs()) == set()


def test_no_verb_is_put_together_where_no_test_can_see_it():
    found = {
        name
        for name, tree in recording()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ENTERS
        and isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
    }
    assert found == set(BUILT)


def test_every_kind_of_read_has_a_sentence():
    assert set(READS) == set(ReadKind)


def test_sentences_are_whole():
    words = {"who": "Somebody", "service": "A service"}
    for deed in DEEDS.values():
        for sentence in deed:
            said = str(sentence) % words
            assert said[0].isupper()
            assert said.endswith(".")
