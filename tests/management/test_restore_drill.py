"""The drill goes the whole circle, and would tell if something came back."""

import json

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command

from governance.management.drill import Check
from memoryhub.backups.scratch import scratch_database
from tests.servers import admin_url


def databases():
    with psycopg.connect(admin_url()) as server:
        found = server.execute("SELECT datname FROM pg_database").fetchall()
        return {name for (name,) in found}


def test_nothing_comes_back_and_nothing_is_left_of_the_drill(world, capsys):
    before = databases()
    call_command("restore_drill", "--admin-url", admin_url())
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert found["good"] is True
    by_name = {each["what"]: each for each in found["checks"]}
    assert len(by_name) == 32
    # The restore did bring them back, or the drill would show nothing.
    back = {name for name, each in by_name.items() if each["restored"]}
    assert {
        "an erased memory",
        "an older summary made of it",
        "a consent withdrawn since",
        "what rested on that consent",
        "memory switched off since is on",
        "a key revoked since is valid",
        "what stood beside it",
        "what stood beside that",
        "forgotten before and erased since",
        "somebody who was erased whole since",
        "what they had forgotten before",
        "an account closed since",
        "what was remembered of its person",
        "a service paused since works",
        "a webhook removed since",
        "a conversation cleared since",
        "a note deleted since",
        "what that note said before",
    } <= back
    assert "a forget undone since is in use" not in back
    assert "WRONG" not in told.err
    assert databases() == before


def test_what_a_killed_drill_has_left_goes_with_the_next_and_not_what_one_uses(
    database, migrated
):
    logins = {
        "owner": settings.DATABASES["owner"],
        "app": settings.DATABASES["default"],
    }
    killed, stranger = "memoryhub_drill_killed", "memoryhub_dril1"
    with psycopg.connect(admin_url(), autocommit=True) as server:
        for name in (killed, stranger):
            server.execute(f"CREATE DATABASE {name}")
    with scratch_database(admin_url(), **logins) as one:
        with scratch_database(admin_url(), **logins) as another:
            assert {one, another, stranger} <= databases()
            assert killed not in databases()
        assert one in databases()
    with psycopg.connect(admin_url(), autocommit=True) as server:
        server.execute(f"DROP DATABASE {stranger}")
    assert not {one, another} & databases()


def test_what_came_back_is_wrong_and_exits_1(monkeypatch, capsys):
    check = Check("an erased memory", restored=True, replayed=True)
    assert not check.good
    monkeypatch.setattr(
        "governance.management.commands.restore_drill.drilled",
        lambda url: [{**vars(check), "good": check.good}],
    )
    with pytest.raises(SystemExit) as ended:
        call_command("restore_drill", "--admin-url", "postgresql://nobody@nowhere/x")
    assert ended.value.code == 1
    told = capsys.readouterr()
    assert json.loads(told.out)["good"] is False
    assert "WRONG" in told.err


def test_its_story_is_not_played_in_another_database(world):
    with pytest.raises(Exception, match="by restore-drill itself"):
        call_command("restore_drill", "--inside")
