"""Memory files that nobody opens are forgotten; their versions and the messages of
conversations have their own ages."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with, as_staff
from governance.audit import SYSTEM
from governance.erasure import undo
from governance.models import (
    AuditEntry,
    Conversation,
    ConversationItem,
    ErasureRun,
    FileVersion,
    MemoryFile,
    Person,
    RetentionRule,
)
from governance.retention import Reach
from tests.told import Talk, insert, note


@pytest.fixture
def client(world):
    return world.travel.client()


@pytest.fixture
def noted(client, as_owner):
    """Makes a note that was last changed, and perhaps opened, so many days ago."""

    def make(path, *, changed, opened=None):
        note(client, f"/memories/{path}", "Likes tea.\n")
        times = {"updated_at": ago(changed), "created_at": ago(changed)}
        if opened is not None:
            times["read_at"] = ago(opened)
        as_owner(MemoryFile).filter(path=f"/memories/{path}").update(**times)

    return make


@pytest.fixture
def said(client, as_owner):
    """Says something in a conversation so many days ago."""

    def say(text, *, days, name="vienna"):
        [item] = Talk(client, name=name).add(text).json()["items"]
        as_owner(ConversationItem).filter(id=item["id"]).update(created_at=ago(days))
        return item

    return say


def ago(days):
    return timezone.now() - timedelta(days=days)


def in_use(as_owner):
    paths = as_owner(MemoryFile).filter(forgotten=False).order_by("path")
    return [
        path.removeprefix("/memories/") for path in paths.values_list("path", flat=True)
    ]


def texts(as_owner):
    return sorted(item.body["content"] for item in as_owner(ConversationItem))


def change(world, as_owner, **columns):
    as_owner(Person).filter(id=world.owner.id).update(**columns)


def test_a_note_that_was_neither_opened_nor_changed_for_180_days_is_forgotten(
    noted, as_owner
):
    noted("old.md", changed=181)
    noted("opened.md", changed=400, opened=179)
    noted("changed.md", changed=179)
    noted("opened-long-ago.md", changed=400, opened=181)
    tasks.retain_nightly()
    assert in_use(as_owner) == ["changed.md", "opened.md"]


def test_it_can_be_undone_and_leaves_an_entry_with_its_rule(
    world, noted, as_owner, rule
):
    noted("old.md", changed=181)
    tasks.retain_nightly()
    run = as_owner(ErasureRun).get()
    entry = as_owner(AuditEntry).get(verb="file.unread")
    assert entry.subject_ids == [run.id, rule("files").id]
    assert entry.counts == {"files": 1, "days": 180}
    assert entry.person_id == world.owner.id
    with as_service_with(world.travel.service.id, world.owner.id):
        undo(ErasureRun.objects.owned_by(world.owner.id).get(), actor=SYSTEM)
    assert in_use(as_owner) == ["old.md"]


def test_after_the_time_for_undo_it_is_erased_with_its_versions(
    noted, client, as_owner, bell
):
    noted("old.md", changed=181)
    insert(client, "/memories/old.md", 1, "No sugar.")
    as_owner(MemoryFile).update(updated_at=ago(181))
    tasks.retain_nightly()
    as_owner(ErasureRun).update(due_at=ago(1))
    tasks.sweep()
    bell.answer()
    assert as_owner(ErasureRun).get().state == "done"
    assert not as_owner(MemoryFile).exists()
    assert not as_owner(FileVersion).exists()


@pytest.mark.parametrize(
    "columns",
    [
        {"keep_unused": True},
        {"memory_enabled": False},
        {"using": False},
        {"restricted_at": timezone.now()},
        {"disconnected_at": timezone.now()},
    ],
    ids=lambda columns: next(iter(columns)),
)
def test_not_where_the_person_said_never_or_it_cannot_be_used(
    world, noted, as_owner, columns
):
    noted("old.md", changed=400)
    change(world, as_owner, **columns)
    tasks.retain_nightly()
    assert in_use(as_owner) == ["old.md"]


def test_whoever_wants_everything_gone_after_three_months_means_notes_too(
    world, noted, said, as_owner
):
    noted("old.md", changed=100, opened=1)
    noted("young.md", changed=80)
    said("Long ago.", days=100)
    said("Lately.", days=80)
    tasks.retain_nightly()
    assert in_use(as_owner) == ["old.md", "young.md"]
    assert texts(as_owner) == ["Lately.", "Long ago."]
    change(world, as_owner, forget_after_months=3)
    tasks.retain_nightly()
    assert in_use(as_owner) == ["young.md"]
    assert texts(as_owner) == ["Lately."]


def test_a_rule_that_is_off_takes_nothing(noted, said, client, as_owner):
    as_owner(RetentionRule).filter(about__in=["files", "items"]).update(enabled=False)
    noted("old.md", changed=4_000)
    said("Long ago.", days=4_000)
    tasks.retain_nightly()
    assert in_use(as_owner) == ["old.md"]
    assert texts(as_owner) == ["Long ago."]


def test_versions_go_90_days_after_the_change(world, client, as_owner, rule):
    note(client, "/memories/a.md", "0\n")
    for word in ("1", "2", "3"):
        insert(client, "/memories/a.md", 0, word)
    versions = as_owner(FileVersion)
    versions.filter(number=1).update(created_at=ago(91))
    versions.filter(number=2).update(created_at=ago(89))
    tasks.retain_nightly()
    assert sorted(versions.values_list("number", flat=True)) == [2, 3]
    assert as_owner(MemoryFile).get().text.startswith("3\n2")
    entry = as_owner(AuditEntry).get(verb="file.versions_aged")
    assert entry.subject_ids == [rule("file-versions").id]
    assert entry.counts == {"rows": 1, "days": 90}
    assert entry.person_id == world.owner.id


def test_messages_go_after_a_year_and_the_last_takes_its_conversation_along(
    world, said, client, as_owner, rule
):
    said("Long ago.", days=366)
    said("Lately.", days=364)
    said("In Oslo.", days=366, name="oslo")
    tasks.retain_nightly()
    assert texts(as_owner) == ["Lately."]
    assert [each.name for each in as_owner(Conversation)] == ["vienna"]
    entry = as_owner(AuditEntry).get(verb="conversation.aged")
    assert entry.counts == {"rows": 2, "days": 365}
    assert Talk(client, name="oslo").add("Again.").status_code == 201


def test_what_is_specially_protected_goes_after_its_day(world, client, as_owner):
    talk = Talk(client)
    talk.add("I have diabetes.", "I like tea.")
    tasks.expire()
    assert len(texts(as_owner)) == 2
    as_owner(ConversationItem).exclude(expires_at=None).update(expires_at=ago(0))
    tasks.expire()
    assert texts(as_owner) == ["I like tea."]


def test_of_whoever_is_restricted_nothing_goes(world, said, client, as_owner):
    said("Long ago.", days=400)
    note(client, "/memories/a.md", "0\n")
    insert(client, "/memories/a.md", 0, "1")
    as_owner(FileVersion).update(created_at=ago(400))
    change(world, as_owner, restricted_at=timezone.now())
    tasks.retain_nightly()
    assert texts(as_owner) == ["Long ago."]
    assert as_owner(FileVersion).exists()


def test_many_go_batch_by_batch(said, client, as_owner, settings):
    settings.ERASURE_BATCH = 3
    for at in range(8):
        said(f"Number {at}.", days=400)
    tasks.retain_nightly()
    assert texts(as_owner) == []
    counts = as_owner(AuditEntry).filter(verb="conversation.aged")
    assert sorted(entry.counts["rows"] for entry in counts) == [2, 3, 3]


def test_what_would_go_is_what_goes(noted, said, client, as_owner, rule):
    noted("old.md", changed=181)
    said("Long ago.", days=366)
    said("Longer ago.", days=367)
    with as_staff():
        would = {
            name: Reach.of(rule(name)).count()
            for name in ("files", "conversations", "file-versions", "special-items")
        }
    assert would == {
        "files": 1,
        "conversations": 2,
        "file-versions": 0,
        "special-items": 0,
    }


def test_the_simulator_names_the_notes_and_says_why(noted, capsys):
    noted("old.md", changed=150)
    call_command("retention_preview", "--person", "owner", "--rule", "files")
    assert capsys.readouterr().out == ""
    at = (timezone.now() + timedelta(days=40)).date().isoformat()
    call_command(
        "retention_preview", "--person", "owner", "--rule", "files", "--at", at
    )
    [line] = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert line["rule"] == "files"
    assert (
        line["because"]
        == "neither opened nor changed for 180 days, or as its person chose"
    )
    assert line["file"]
    assert "tea" not in json.dumps(line)
