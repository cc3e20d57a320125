"""The last day of a request: the law's examples, and cases reckoned by hand."""

from datetime import date, datetime

import pytest

from governance.requests.clock import Dates, place
from tests.requests.clock.asking import day, due
from tests.requests.clock.hand_checked import CASES

# law.md, "The clock".
EXAMPLES = [
    ("3 Sep 2019", "GB-ENG", "3 Oct 2019", "3 Dec 2019"),
    ("25 Nov 2024", "GB-ENG", "27 Dec 2024", "25 Feb 2025"),
    ("31 Jan 2025", "GB-ENG", "28 Feb 2025", "30 Apr 2025"),
    ("31 Jan 2024", "GB-ENG", "29 Feb 2024", "30 Apr 2024"),
    ("31 Mar 2026", "GB-ENG", "30 Apr 2026", "30 Jun 2026"),
    ("5 Mar 2026", "DE", "7 Apr 2026", "5 Jun 2026"),
    ("31 Aug 2026", "DE", "30 Sep 2026", "30 Nov 2026"),
    ("2026-06-14T23:30:00-05:00", "DE", "15 Jul 2026", "15 Sep 2026"),
]


@pytest.mark.parametrize(("received", "where", "last", "extended"), EXAMPLES)
def test_the_examples_of_the_law_hold(received, where, last, extended):
    found = due(received, where)
    assert (found.due, found.extended_due) == (day(last), day(extended))
    assert found.due_with_pause == found.due


def test_in_the_united_kingdom_it_starts_when_identity_is_proved():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        identity_asked="3 Mar 2026",
        identity_received="12 Mar 2026",
    )
    assert found.starts == date(2026, 3, 12)
    assert (found.due, found.extended_due) == (date(2026, 4, 13), date(2026, 6, 12))


@pytest.mark.parametrize(
    ("received", "where", "last", "extended"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_cases_reckoned_by_hand_hold(received, where, last, extended):
    found = due(received, where)
    assert (found.due, found.extended_due) == (day(last), day(extended))


def test_an_accepted_extension_is_the_date_to_work_to():
    found = due("5 Mar 2026", "DE", extended="7 Apr 2026")
    assert found.extended
    assert found.due == found.extended_due == date(2026, 6, 5)
    assert found.extension_until == date(2026, 4, 7)


def test_the_extended_date_is_not_counted_from_the_rolled_one():
    # From 7 April it would be 7 June; by 60 or 90 days 4 or 3 June.
    assert due("5 Mar 2026", "DE").extended_due == date(2026, 6, 5)


def test_the_due_day_lasts_until_its_end_where_the_controller_is():
    assert due("5 Mar 2026", "DE").due_at == datetime.fromisoformat(
        "2026-04-07T23:59:59+02:00"
    )
    # Winter time: the offset is that of the due day, not of the receipt.
    found = due("28 Sep 2026", "DE")
    assert found.due_at.isoformat() == "2026-10-28T23:59:59+01:00"


def test_a_zone_of_the_controller_s_own_is_used():
    received = "2026-06-09T22:30:00+00:00"
    in_london = place("DE", zone="Europe/London")
    assert due(received, in_london).due == date(2026, 7, 9)
    assert due(received, "DE").due == date(2026, 7, 10)


def test_the_internal_target_is_28_days_after_the_start():
    assert due("2 Mar 2026", "DE").target == date(2026, 3, 30)
    assert due("2 Mar 2026", "DE", extended="1 Apr 2026").target is None


def test_far_years_are_reckoned_as_far_as_holidays_are_known():
    assert due("30 Nov 2099", "DE").due == date(2099, 12, 30)
    assert due("28 Jan 2096", "DE").due == date(2096, 2, 28)


def test_california_counts_45_calendar_days_whatever_the_day():
    found = due("2 Mar 2026", "US-CA")
    assert (found.due, found.extended_due) == (date(2026, 4, 16), date(2026, 5, 31))
    assert found.extension_until == date(2026, 4, 16)
    # 11 and 12 July 2026 are a weekend.
    assert due("28 May 2026", "US-CA").due == date(2026, 7, 12)


@pytest.mark.parametrize(
    ("received", "by"),
    [
        ("2 Mar 2026", "16 Mar 2026"),  # two plain weeks
        ("20 Mar 2026", "6 Apr 2026"),  # without Cesar Chavez Day, 31 March
        ("16 Nov 2026", "2 Dec 2026"),  # without Thanksgiving and the day after it
        ("7 Mar 2026", "20 Mar 2026"),  # received on a Saturday
        ("10 Feb 2028", "25 Feb 2028"),  # 21 Feb is Presidents' Day, 15 Feb is worked
    ],
)
def test_california_wants_it_confirmed_in_ten_business_days(received, by):
    assert due(received, "US-CA").acknowledge_by == day(by)


def test_verification_moves_nothing_in_california():
    asked = due(
        "2 Mar 2026",
        "US-CA",
        identity_asked="3 Mar 2026",
        identity_received="20 Mar 2026",
    )
    assert _days(asked) == _days(due("2 Mar 2026", "US-CA"))
    assert any("Verification moves no date" in str(line) for line in asked.explanation)


def test_california_is_extended_to_90_days_once():
    found = due("2 Mar 2026", "US-CA", extended="16 Apr 2026")
    assert found.due == found.due_with_pause == date(2026, 5, 31)


def test_nobody_else_has_to_confirm_by_a_day():
    assert due("2 Mar 2026", "DE").acknowledge_by is None
    assert due("2 Mar 2026", "GB-ENG").acknowledge_by is None


def _days(found: Dates) -> tuple[object, ...]:
    return (found.due, found.due_with_pause, found.extended_due, found.acknowledge_by)
