"""The ledger survives crashes and tells when it was changed."""

import json
from uuid import UUID, uuid4

import pytest

from governance.erasure.claim import Claim
from governance.erasure.ledger import LedgerTrouble, enter, entries
from governance.erasure.plan import Plan


@pytest.fixture
def path(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"
    return settings.LEDGER_DIR / "erasures.jsonl"


def a_claim(*, run_id: UUID | None = None, tries=1, roots=1):
    ids = frozenset(uuid4() for _ in range(roots))
    plan = Plan(uuid4(), uuid4(), uuid4(), ids)
    return Claim(run_id or uuid4(), 1, plan, tries, "memories", begun=True)


def test_entries_follow_each_other(path):
    claims = [a_claim(roots=roots) for roots in (1, 2_000, 1)]
    for each in claims:
        enter(each)
    found = entries()
    assert [entry["run"] for entry in found] == [str(each.run_id) for each in claims]
    assert [entry["number"] for entry in found] == [1, 2, 3]


def test_an_entry_holds_neither_the_person_nor_an_erased_id(path):
    held = a_claim()
    enter(held)
    written = path.read_text()
    assert str(held.plan.person_id) not in written
    assert str(next(iter(held.plan.root_ids))) not in written


def test_a_run_is_entered_once_whatever_is_tried_twice(path):
    first = a_claim()
    at = enter(first)
    again = a_claim(run_id=first.run_id, tries=2)
    assert enter(again) == at
    assert len(entries()) == 1


def test_a_torn_last_line_is_dropped_and_the_chain_goes_on(path):
    enter(a_claim())
    with path.open("ab") as file:
        file.write(b'{"number": 2, "befo')
    enter(a_claim())
    assert [entry["number"] for entry in entries()] == [1, 2]


def test_a_changed_entry_is_noticed(path):
    for _ in range(2):
        enter(a_claim())
    lines = path.read_text().splitlines()
    changed = json.loads(lines[0]) | {"run": str(uuid4())}
    path.write_text("\n".join([json.dumps(changed, sort_keys=True), lines[1], ""]))
    with pytest.raises(ValueError, match="entry 1"):
        entries()


def test_a_missing_entry_is_noticed(path):
    for _ in range(3):
        enter(a_claim())
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + lines[2])
    with pytest.raises(ValueError, match="entry 3"):
        entries()


def test_only_its_owner_reads_it(path):
    enter(a_claim())
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_ledger_that_cannot_be_written_says_so(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.LEDGER_DIR = tmp_path / "file" / "ledger"
    with pytest.raises(LedgerTrouble):
        enter(a_claim())
