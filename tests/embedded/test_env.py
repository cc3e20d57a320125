"""The typed readers: what they return, and what they say without telling the value."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from memoryhub import env

NAME = "MEMORYHUB_SAMPLE"


def given(monkeypatch, value):
    monkeypatch.setenv(NAME, value)


def test_a_missing_variable_without_a_default_is_named():
    with pytest.raises(ImproperlyConfigured, match=NAME):
        env.text(NAME)


def test_an_empty_variable_counts_as_missing(monkeypatch):
    given(monkeypatch, "  ")
    assert env.text(NAME, default="calm") == "calm"


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (env.integer, "12a-hidden"),
        (env.integer, "1" * 40),
        (env.flag, "maybe-hidden"),
        (env.url, "ftp://hidden"),
        (env.url, "http://hidden:port"),
        (env.url, "http://[hidden"),
        (env.secret, "hidden"),
    ],
)
def test_a_malformed_value_is_refused_and_never_repeated(monkeypatch, read, value):
    given(monkeypatch, value)
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(NAME)
    assert NAME in str(refusal.value)
    assert value not in str(refusal.value)
    assert "hidden" not in str(refusal.value)


def test_an_integer_keeps_to_its_bounds(monkeypatch):
    given(monkeypatch, "12")
    assert env.integer(NAME, minimum=1, maximum=12) == 12
    with pytest.raises(ImproperlyConfigured, match="at most 11"):
        env.integer(NAME, maximum=11)
    with pytest.raises(ImproperlyConfigured, match="at least 13"):
        env.integer(NAME, minimum=13)


@pytest.mark.parametrize(
    ("value", "meaning"), [("1", True), ("YES", True), ("off", False), ("0", False)]
)
def test_a_flag_reads_the_usual_words(monkeypatch, value, meaning):
    given(monkeypatch, value)
    assert env.flag(NAME) is meaning


def test_a_default_goes_through_the_same_reader(monkeypatch):
    monkeypatch.delenv(NAME, raising=False)
    assert env.flag(NAME, default=False) is False
    assert env.integer(NAME, default=7) == 7
    assert env.items(NAME, default=["a", "b"]) == ["a", "b"]
    assert env.path(NAME, default=Path("x")) == Path("x").absolute()


def test_a_database_behind_a_unix_socket_is_an_address(monkeypatch):
    given(monkeypatch, "postgresql:///memoryhub?host=/run/postgresql")
    assert env.url(NAME, schemes=("postgresql",))


def test_items_drop_empty_parts(monkeypatch):
    given(monkeypatch, " a, ,b,")
    assert env.items(NAME) == ["a", "b"]


def test_a_secret_takes_no_default():
    with pytest.raises(TypeError):
        env.secret(NAME, default="x")  # type: ignore[call-arg]


def test_a_ledger_is_a_folder_or_another_database(monkeypatch, tmp_path):
    default = tmp_path / "ledger"
    monkeypatch.setenv("DATABASE_URL", "postgresql://app@db.example/memoryhub")
    monkeypatch.delenv("MEMORYHUB_LEDGER", raising=False)
    assert env.ledger("MEMORYHUB_LEDGER", default=default) == (default, "")
    monkeypatch.setenv("MEMORYHUB_LEDGER", str(tmp_path))
    assert env.ledger("MEMORYHUB_LEDGER", default=default) == (tmp_path, "")
    other = "postgresql://ledger@other.example/ledger"
    monkeypatch.setenv("MEMORYHUB_LEDGER", other)
    assert env.ledger("MEMORYHUB_LEDGER", default=default) == (default, other)


def test_the_ledger_is_not_kept_in_the_database_that_it_outlives(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgresql://app@db.example/memoryhub")
    monkeypatch.setenv("MEMORYHUB_LEDGER", "postgresql://o@db.example:5432/memoryhub")
    with pytest.raises(ImproperlyConfigured, match="another database"):
        env.ledger("MEMORYHUB_LEDGER", default=tmp_path)


def test_the_old_name_of_the_ledger_is_not_passed_over_in_silence(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("MEMORYHUB_LEDGER_DIR", str(tmp_path))
    with pytest.raises(ImproperlyConfigured, match="MEMORYHUB_LEDGER now"):
        env.ledger("MEMORYHUB_LEDGER", default=tmp_path)
