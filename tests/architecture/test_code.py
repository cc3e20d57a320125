"""Rules of the house that no import can express, checked in the syntax tree."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.db import models
from django.test.utils import isolate_apps

from governance import checks
from governance.models import Person

ROOT = Path(__file__).parents[2]
DELETING = {"delete", "_raw_delete"}

# Rooms that may delete rows, with what.
MAY_DELETE = {
    "erasure": "personal rows",
    "retention": "rows that hold hashes and ids, by their rule",
    "condensing": "rows of its own queue, which hold ids",
    "requests": "letters with their request, and what is over: looks of the staff, codes, "
    "packages with their links and downloads",
    "audit": "what walks over the chain found, a year later; nobody is in it",
    "quarantine": "what was done with a source, 30 days later: ids and a reason",
    "telling": "webhooks, and what was told long ago",
    "choices": "passkeys, accounts with their links and sessions, and what was not to be "
    "learnt, by their owner",
}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((ROOT / "governance").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(ROOT / "governance"), ast.parse(path.read_text())


def calls(tree: ast.AST, names: set[str]) -> list[int]:
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in names
    ]


def test_rows_are_deleted_where_it_is_said_here_alone():
    found = {str(path.parts[0]) for path, tree in sources() if calls(tree, DELETING)}
    assert found == set(MAY_DELETE)


def test_nothing_deletes_by_cascade_what_a_person_owns():
    for model in _personal_models():
        for field in model._meta.concrete_fields:
            if field.remote_field and field.name in {"source", "memory"}:
                assert field.remote_field.on_delete is models.DO_NOTHING


def test_tasks_take_ids_only():
    _, tree = next(each for each in sources() if each[0].name == "tasks.py")
    for function in [n for n in tree.body if isinstance(n, ast.FunctionDef)]:
        names = [argument.arg for argument in function.args.args]
        assert all(name.endswith("_id") for name in names), function.name


def test_every_file_stays_small():
    long = {
        str(path): lines
        for path in [*ROOT.glob("governance/**/*.py"), *ROOT.glob("memoryhub/**/*.py")]
        if "migrations" not in path.parts
        and (lines := len(path.read_text().splitlines())) > 320
    }
    assert long == {}


@isolate_apps("governance")
def test_the_check_notices_a_personal_table_without_a_store(monkeypatch):
    class Diary(models.Model):
        person = models.ForeignKey(Person, models.DO_NOTHING)

        class Meta:
            app_label = "governance"

    everything = [*_personal_models(), Diary]
    monkeypatch.setattr(checks, "personal_models", lambda: everything)
    assert checks.without_store() == [Diary]
    errors = checks.every_personal_table_has_a_store(None)
    assert [error.id for error in errors] == ["governance.E001"]
    assert "Diary" in errors[0].msg


def test_every_personal_table_has_a_store_today():
    assert checks.without_store() == []


def _personal_models() -> list[type[models.Model]]:
    found = checks.personal_models()
    assert len(found) >= 8
    return found
