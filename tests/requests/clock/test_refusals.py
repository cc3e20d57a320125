"""What the clock does not reckon, and the rule that is broken."""

from datetime import UTC, date, datetime

import pytest

from governance.requests.clock import Event, EventKind, Refused, due_dates, place
from tests.requests.clock.asking import due


def refused(received, where, **events):
    with pytest.raises(Refused) as error:
        due(received, where, **events)
    return error.value


def test_an_extension_is_in_time_until_the_end_of_the_last_day():
    for at in ("2026-04-07T23:59:59+02:00", "2026-04-07T11:59:59-10:00"):
        assert due("5 Mar 2026", "DE", extended=at).due == date(2026, 6, 5)


def test_an_extension_a_second_later_is_refused_and_the_rule_named():
    error = refused("5 Mar 2026", "DE", extended="2026-04-08T00:00:00+02:00")
    assert error.rule == "T6"
    assert "by 7 April 2026" in str(error)
    assert "told on 8 April 2026" in str(error)


def test_a_pause_gives_no_longer_to_extend_in_the_union():
    error = refused(
        "2 Mar 2026",
        "DE",
        identity_asked="3 Mar 2026",
        identity_received="12 Mar 2026",
        extended="3 Apr 2026",
    )
    assert error.rule == "T6"


def test_an_open_question_gives_no_longer_to_extend_in_the_union():
    late = {"identity_asked": "3 Mar 2026", "extended": "3 Apr 2026"}
    assert refused("2 Mar 2026", "DE", **late).rule == "T6"


def test_the_day_to_extend_by_stays_when_more_is_asked_for_afterwards():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        extended="20 Mar 2026",
        identity_asked="10 Apr 2026",
        identity_received="13 Apr 2026",
    )
    assert found.extension_until == date(2026, 4, 2)
    assert (found.starts, found.due) == (date(2026, 4, 13), date(2026, 7, 13))


def test_clarification_gives_longer_to_extend_in_the_united_kingdom():
    clarified = {
        "clarification_asked": "10 Mar 2026",
        "clarification_received": "14 Mar 2026",
    }
    found = due("2 Mar 2026", "GB-ENG", **clarified, extended="7 Apr 2026")
    assert found.due == date(2026, 6, 8)
    late = refused("2 Mar 2026", "GB-ENG", **clarified, extended="8 Apr 2026")
    assert late.rule == "T6"


def test_while_clarification_is_awaited_the_first_month_cannot_end():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        clarification_asked="10 Mar 2026",
        extended="20 Apr 2026",
    )
    assert found.due == date(2026, 6, 2)


def test_clarification_asked_in_the_months_of_a_late_extension_does_not_save_it():
    error = refused(
        "2 Mar 2026",
        "GB-ENG",
        extended="20 Apr 2026",
        clarification_asked="19 Apr 2026",
    )
    assert error.rule == "T6"


def test_identity_asked_in_the_months_of_a_late_extension_does_not_save_it():
    error = refused(
        "2 Mar 2026",
        "GB-ENG",
        extended="20 Apr 2026",
        identity_asked="19 Apr 2026",
        identity_received="21 Apr 2026",
    )
    assert error.rule == "T6"


@pytest.mark.parametrize(("where", "rule"), [("DE", "T6"), ("US-CA", "T11")])
def test_a_second_extension_is_refused(where, rule):
    error = refused("5 Mar 2026", where, extended=["10 Mar 2026", "12 Mar 2026"])
    assert error.rule == rule


@pytest.mark.parametrize(("where", "rule"), [("DE", "T6"), ("US-CA", "T11")])
def test_an_extension_without_reasons_is_refused(where, rule):
    told = Event(EventKind.EXTENDED, datetime(2026, 3, 10, tzinfo=UTC))
    with pytest.raises(Refused) as error:
        due_dates(datetime(2026, 3, 5, tzinfo=UTC), where=place(where), events=[told])
    assert error.value.rule == rule


def test_california_refuses_an_extension_after_45_days():
    assert refused("2 Mar 2026", "US-CA", extended="17 Apr 2026").rule == "T11"


def test_what_happens_at_the_moment_of_receipt_is_not_before_it():
    at = "2026-03-05T10:00:00+00:00"
    found = due(at, "GB", clarification_asked=at, clarification_received=at)
    assert found.due == date(2026, 4, 6)


def test_events_before_the_receipt_are_refused():
    assert "before the request" in str(
        refused("5 Mar 2026", "DE", identity_asked="4 Mar 2026")
    )


@pytest.mark.parametrize(
    "events",
    [
        {"identity_received": "9 Mar 2026"},
        {"identity_asked": "9 Mar 2026", "identity_received": "8 Mar 2026"},
        {"clarification_asked": "7 Mar 2026", "identity_received": "8 Mar 2026"},
    ],
)
def test_an_answer_to_nothing_is_refused(events):
    assert "without having been asked" in str(refused("5 Mar 2026", "DE", **events))


def test_asking_twice_without_an_answer_is_refused():
    error = refused("5 Mar 2026", "DE", identity_asked=["6 Mar 2026", "7 Mar 2026"])
    assert "twice" in str(error)


def test_a_naive_time_is_refused():
    naive = datetime(2026, 3, 5, 12)  # noqa: DTZ001
    with pytest.raises(Refused, match="offset"):
        due_dates(naive, where=place("DE"))
    with pytest.raises(Refused, match="offset"):
        due_dates(
            datetime(2026, 3, 5, tzinfo=UTC),
            where=place("DE"),
            events=[Event(EventKind.IDENTITY_ASKED, naive)],
        )


@pytest.mark.parametrize("year", [1, 1899, 1989, 2100, 2101, 9999])
def test_years_without_known_holidays_are_refused(year):
    # A request of December 2100 would end in a year that the library does not know.
    with pytest.raises(Refused):
        due_dates(datetime(year, 12, 31, 23, tzinfo=UTC), where=place("DE"))
