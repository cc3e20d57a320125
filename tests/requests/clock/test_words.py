"""What is read beside the date: how long there is, and why."""

from datetime import UTC, date, datetime
from importlib.metadata import version

import pytest
import time_machine

from governance.requests.clock import (
    Refused,
    days_left,
    in_words,
    place,
    working_days,
)
from tests.requests.clock.asking import due

DUE = date(2026, 4, 7)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-04-04T12:00:00+02:00", "in 3 days"),
        ("2026-04-06T23:59:59+02:00", "in 1 day"),
        ("2026-04-07T00:00:00+02:00", "today"),  # the day itself is never blank
        ("2026-04-07T23:59:59+02:00", "today"),
        ("2026-04-08T00:00:00+02:00", "1 day overdue"),
        ("2026-04-09T12:00:00+02:00", "2 days overdue"),
        # It is the 7th in Berlin already, and still.
        ("2026-04-06T22:30:00+00:00", "today"),
        ("2026-04-07T11:30:00-10:00", "today"),
        ("2026-04-07T22:30:00+00:00", "1 day overdue"),
    ],
)
def test_the_days_left_are_said_by_the_controller_s_calendar(now, words):
    now = datetime.fromisoformat(now)
    assert in_words(days_left(DUE, now=now, place=place("DE"))) == words
    assert in_words(due("5 Mar 2026", "DE").days_left(now)) == words


def test_over_the_change_to_summer_time_a_day_is_a_day():
    berlin = place("DE")
    now = datetime(2026, 3, 28, 23, 30, tzinfo=berlin.tz)
    assert days_left(date(2026, 3, 30), now=now, place=berlin) == 2


def test_a_naive_now_is_refused():
    with pytest.raises(Refused):
        days_left(DUE, now=datetime(2026, 4, 7), place=place("DE"))  # noqa: DTZ001


def test_each_sentence_has_its_rule_and_its_source():
    lines = [str(line) for line in due("5 Mar 2026", "DE").explanation]
    assert lines[0] == (
        "T3: The period starts on 5 March 2026, the day of receipt in Europe/Berlin, "
        "which is not counted (Regulation 1182/71 Art. 3(1))."
    )
    assert lines[2] == (
        "T5: Not worked in DE: 5 April 2026 (Sunday), 6 April 2026 (Easter Monday); the "
        "period ends with the next working day, 7 April 2026 (Regulation 1182/71 Art. "
        "3(4))."
    )
    assert {line.split(":")[0] for line in lines} == {
        "T1", "T3", "T5", "T7", "T8", "T12"
    }  # fmt: skip


def rules_of(found):
    return {line.rule for line in found.explanation}


def test_the_explanation_names_what_decided():
    assert "T4" in rules_of(due("31 Aug 2026", "DE"))
    assert "T6" in rules_of(due("2 Mar 2026", "DE", extended="1 Apr 2026"))
    assert "T9" in rules_of(due("2 Mar 2026", "DE", identity_asked="1 Apr 2026"))
    assert "T10" in rules_of(due("2 Mar 2026", "GB", clarification_asked="1 Apr 2026"))
    assert rules_of(due("2 Mar 2026", "US-CA")) == {"T11", "T12"}


def test_every_date_of_the_answer_is_in_its_explanation():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        identity_asked="3 Mar 2026",
        identity_received="12 Mar 2026",
    )
    told = " ".join(map(str, found.explanation))
    for said in ("2 March 2026", "12 March 2026", "13 April 2026", "12 June 2026"):
        assert said in told


def test_a_refusal_is_due_in_the_first_month_even_when_extended():
    found = due("2 Mar 2026", "DE", extended="1 Apr 2026")
    refusal = next(line for line in found.explanation if line.rule == "T8")
    assert "by the end of 2 April 2026" in refusal.text


def test_who_gives_no_region_is_told_what_that_means():
    last = due("2 Mar 2026", "DE").explanation[-1]
    assert "with its region" in last.text
    assert "with its region" not in due("2 Mar 2026", "DE-BY").explanation[-1].text
    assert "with its region" not in due("2 Mar 2026", "DK").explanation[-1].text


def test_the_answer_names_its_rules_and_their_version():
    found = due("2 Mar 2026", "DE-BY")
    assert found.rule == f"eu-gdpr 1, DE-BY, holidays {version('holidays')}"
    assert found.as_json()["zone"] == "Europe/Berlin"


def test_the_names_of_holidays_are_english_in_every_process(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    working_days._holidays.cache_clear()
    assert "Easter Monday" in str(due("5 Mar 2026", "DE").explanation[2])


def test_now_is_asked_nowhere():
    """The same on any day it is asked."""
    asked = []
    for now in (datetime(2020, 1, 1, tzinfo=UTC), datetime(2080, 7, 1, tzinfo=UTC)):
        with time_machine.travel(now):
            asked.append(due("5 Mar 2026", "DE").as_json())
    assert asked[0] == asked[1]
