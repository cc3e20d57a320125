"""Rules of the house that no import can express, checked in the syntax tree."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.test.utils import isolate_apps

from governance import checks
from governance.models import Account, Hold, Memory, Person, Service

ROOT = Path(__file__).parents[2]
DELETING = {"delete", "_raw_delete"}

# Rooms that may delete rows, with what.
MAY_DELETE = {
    "erasure": "personal rows",
    "retention": "rows that hold hashes and ids, by their rule",
    "condensing": "rows of its own queue, which hold ids",
    "requests": "letters with their request, and what is over: looks of the staff, codes, "
    "packages with their links and downloads",
    "access": "rows whose time is over, for the rooms that gave it to them",
    "telling": "webhooks, by their service",
    "audit": "what walks over the chain found, a year later; nobody is in it",
    "quarantine": "what was done with a source, 30 days later: ids and a reason",
    "choices": "passkeys, accounts with their links and sessions, and what was not to be "
    "learnt, by their owner",
}

# What they write down, and what they let end, is decided by one clock.
ASK_THE_DATABASE = {
    "audit",
    "condensing",
    "erasure",
    "ledger",
    "provenance",
    "quarantine",
    "retention",
    "telling",
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


def test_where_times_decide_what_goes_the_database_is_asked_for_them():
    asking = {path.parts[0] for path, _ in sources()}
    assert asking > ASK_THE_DATABASE
    found = {
        f"{path}:{line}"
        for path, tree in sources()
        if path.parts[0] in ASK_THE_DATABASE
        for line in calls(tree, {"now", "today", "utcnow"})
    }
    assert found == set()


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


WAYS_TO_A_PERSON: dict[str, Callable[[], dict[str, Any]]] = {
    "their own": lambda: {"person": models.ForeignKey(Person, models.DO_NOTHING)},
    "by a memory": lambda: {"about": models.ForeignKey(Memory, models.DO_NOTHING)},
    "by a request": lambda: {"request_id": models.UUIDField()},
    "by an account": lambda: {"by": models.ForeignKey(Account, models.DO_NOTHING)},
    "by another model": lambda: {"of": models.ForeignKey(Hold, models.DO_NOTHING)},
    "by many": lambda: {"about": models.ManyToManyField(Person)},
    "by a list of ids": lambda: {"whom": ArrayField(models.UUIDField())},
}


@pytest.mark.parametrize("way", WAYS_TO_A_PERSON)
@isolate_apps("governance")
def test_the_check_notices_a_personal_table_without_a_store(monkeypatch, way):
    meta = type("Meta", (), {"app_label": "governance"})
    named = {"__module__": __name__, "Meta": meta, **WAYS_TO_A_PERSON[way]()}
    diary = type("Diary", (models.Model,), named)
    everything = [*apps.get_models(), diary]
    monkeypatch.setattr(apps, "get_models", lambda **_: everything)
    assert checks.without_store() == [diary]
    errors = checks.every_personal_table_has_a_store(None)
    assert [error.id for error in errors] == ["governance.E001"]
    assert "Diary" in errors[0].msg


@isolate_apps("governance")
def test_a_table_about_nobody_needs_no_store(monkeypatch):
    class Weather(models.Model):
        service = models.ForeignKey(Service, models.DO_NOTHING)
        said = models.TextField()

        class Meta:
            app_label = "governance"

    everything = [*apps.get_models(), Weather]
    monkeypatch.setattr(apps, "get_models", lambda **_: everything)
    assert checks.without_store() == []


def test_every_personal_table_has_a_store_today():
    assert checks.without_store() == []


def _personal_models() -> list[type[models.Model]]:
    found = checks.personal_models()
    assert len(found) >= 8
    return found
