"""``manage.py due-date``: what a program that calls it can rely on."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

FIELDS = {
    "starts", "due", "due_at", "due_with_pause", "extended_due", "extension_until",
    "acknowledge_by", "rule", "explanation",
}  # fmt: skip
RECEIVED = ("--received", "2026-03-05T10:00:00+01:00")


def asked(*words):
    out, err = StringIO(), StringIO()
    call_command("due_date", *words, stdout=out, stderr=err)
    assert err.getvalue() == ""
    assert out.getvalue().count("\n") == 1
    return json.loads(out.getvalue())


def refused(*words):
    """What it says; nothing may be printed as if it were an answer."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("due_date", *words, stdout=out)
    assert out.getvalue() == ""
    # On the command line argparse itself exits with 2; called, it raises this.
    assert str(error.value).startswith("Error: ") or error.value.returncode == 2
    return str(error.value)


def test_it_prints_every_field_of_the_contract():
    found = asked(*RECEIVED, "--jurisdiction", "DE")
    assert set(found) >= FIELDS
    assert found["starts"] == "2026-03-05"
    assert found["due"] == found["due_with_pause"] == "2026-04-07"
    assert found["due_at"] == "2026-04-07T23:59:59+02:00"
    assert found["extended_due"] == "2026-06-05"
    assert found["extension_until"] == "2026-04-07"
    assert found["acknowledge_by"] is None
    assert "DE" in found["rule"]
    assert all(isinstance(line, str) for line in found["explanation"])


def test_region_and_zone_are_heard():
    received = ("--received", "2025-12-05T23:30:00Z")
    bavaria = asked(*received, "--jurisdiction", "DE", "--region", "BY")
    assert bavaria["due"] == "2026-01-07"
    assert asked(*received, "--zone", "UTC")["due"] == "2026-01-05"
    assert asked(*received, "--jurisdiction", "US", "--region", "CA") == asked(
        *received, "--jurisdiction", "US-CA"
    )


def test_events_are_heard():
    found = asked(
        "--received", "2026-03-02T10:00:00Z", "--jurisdiction", "GB", "--region", "ENG",
        "--event", "identity_asked=2026-03-03T10:00:00Z",
        "--event", "identity_received=2026-03-12T10:00:00Z",
    )  # fmt: skip
    assert (found["starts"], found["due"]) == ("2026-03-12", "2026-04-13")
    extended = asked(*RECEIVED, "--event", "extended=2026-04-07T23:00:00+02:00")
    assert extended["due"] == extended["extended_due"] == "2026-06-05"
    assert extended["extended"] is True


@pytest.mark.parametrize(
    "words",
    [
        ("--event", "extended=2026-04-08T00:30:00+02:00"),
        ("--event", "extended=2026-03-06T10:00:00Z", "--event", "extended=2026-03-07T10:00:00Z"),
        ("--event", "extended=2026-03-06T10:00:00Z", "--without-reasons"),
    ],
    ids=["late", "second", "without reasons"],
)  # fmt: skip
def test_an_extension_that_is_void_is_refused_by_its_rule(words):
    assert "T6" in refused(*RECEIVED, *words)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--received", "2026-03-05T10:00:00"),
        ("--received", "2026-03-05"),
        ("--received", "yesterday"),
        ("--received", "2026-02-30T10:00:00Z"),
        ("--received", "2026-03-05T10:00:00+99:00"),
        ("--received", "9999-12-31T23:59:59-12:00"),
        ("--received", "0001-01-01T00:00:00+14:00"),
        (*RECEIVED, "--jurisdiction", "XX"),
        (*RECEIVED, "--jurisdiction", "US"),
        (*RECEIVED, "--region", "XX"),
        (*RECEIVED, "--zone", "Europe/Nowhere"),
        (*RECEIVED, "--event", "identity_asked"),
        (*RECEIVED, "--event", "tea=2026-03-06T10:00:00Z"),
        (*RECEIVED, "--event", "identity_asked=2026-03-06T10:00:00"),
        (*RECEIVED, "--event", "identity_asked=2026-03-04T10:00:00Z"),
        (*RECEIVED, "--event", "identity_received=2026-03-06T10:00:00Z"),
    ],
)
def test_wrong_use_is_told_and_nothing_is_printed(words):
    assert refused(*words)
