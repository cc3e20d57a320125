"""Waiting for the person: what is left out, and what is not."""

from datetime import date

import pytest

from governance.requests.clock import Refused
from tests.requests.clock.asking import due

IDENTITY = {"identity_asked": "3 Mar 2026", "identity_received": "12 Mar 2026"}


def test_in_the_union_both_dates_are_shown_and_the_earlier_is_worked_to():
    found = due("2 Mar 2026", "DE", **IDENTITY)
    assert found.starts == date(2026, 3, 2)
    assert found.due == date(2026, 4, 2)
    # 9 days between asking and receiving: 11 April, a Saturday.
    assert found.due_with_pause == date(2026, 4, 13)
    assert found.extension_until == date(2026, 4, 2)
    assert found.extended_due == date(2026, 6, 2)


def test_a_pause_of_an_extended_request_moves_its_second_date():
    found = due("2 Mar 2026", "DE", **IDENTITY, extended="2 Apr 2026")
    assert (found.due, found.due_with_pause) == (date(2026, 6, 2), date(2026, 6, 11))


def test_several_pauses_are_all_left_out():
    found = due(
        "1 Jun 2026",
        "DE",
        identity_asked=["3 Jun 2026", "20 Jun 2026"],
        identity_received=["5 Jun 2026", "21 Jun 2026"],
        clarification_asked="10 Jun 2026",
        clarification_received="15 Jun 2026",
    )
    # 2 + 1 + 5 days after 1 July.
    assert (found.due, found.due_with_pause) == (date(2026, 7, 1), date(2026, 7, 9))


def test_a_day_in_two_pauses_is_left_out_once():
    found = due(
        "1 Jun 2026",
        "DE",
        identity_asked="3 Jun 2026",
        identity_received="10 Jun 2026",
        clarification_asked="8 Jun 2026",
        clarification_received="15 Jun 2026",
    )
    # 3 to 15 June: 12 days after 1 July.
    assert found.due_with_pause == date(2026, 7, 13)


def test_an_answer_on_the_day_of_asking_pauses_nothing_in_the_union():
    found = due(
        "2 Mar 2026", "DE", identity_asked="3 Mar 2026", identity_received="3 Mar 2026"
    )
    assert found.due_with_pause == found.due == date(2026, 4, 2)
    assert found.paused_since is None


@pytest.mark.parametrize("where", ["DE", "GB-ENG"])
def test_while_an_answer_is_awaited_there_is_no_second_date_yet(where):
    found = due("2 Mar 2026", where, identity_asked="3 Mar 2026")
    assert found.due == date(2026, 4, 2)
    assert found.due_with_pause is None
    assert found.paused_since == date(2026, 3, 3)


def test_asking_when_the_month_is_over_pauses_nothing():
    late = {"identity_asked": "3 Apr 2026", "identity_received": "20 Apr 2026"}
    for where in ("DE", "FR"):
        found = due("2 Mar 2026", where, **late)
        assert found.due_with_pause == found.due == date(2026, 4, 2)
    found = due("2 Mar 2026", "GB-ENG", **late)
    assert (found.starts, found.due) == (date(2026, 3, 2), date(2026, 4, 2))
    assert due("2 Mar 2026", "DE", identity_asked="3 Apr 2026").paused_since is None


def test_asking_on_the_weekend_before_the_last_day_pauses_until_the_answer():
    # 4 April is a Saturday, Tuesday the 7th the last day after Easter.
    found = due(
        "4 Mar 2026", "DE", identity_asked="6 Apr 2026", identity_received="15 Apr 2026"
    )
    assert (found.due, found.due_with_pause) == (date(2026, 4, 7), date(2026, 4, 15))


def test_in_the_united_kingdom_the_days_of_clarification_are_not_counted():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        clarification_asked="10 Mar 2026",
        clarification_received="14 Mar 2026",
    )
    # Both days included they are five: 7 April, and 7 June, a Sunday.
    assert found.due == found.due_with_pause == date(2026, 4, 7)
    assert found.extended_due == date(2026, 6, 8)
    assert found.extension_until == date(2026, 4, 7)
    assert found.target == date(2026, 4, 4)


def test_a_clarification_of_one_day_is_one_day():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        clarification_asked="10 Mar 2026",
        clarification_received="10 Mar 2026",
    )
    # 3 April is Good Friday.
    assert found.due == date(2026, 4, 7)


def test_clarification_before_the_start_changes_nothing():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        **IDENTITY,
        clarification_asked="4 Mar 2026",
        clarification_received="9 Mar 2026",
    )
    assert found.due == date(2026, 4, 13)


def test_of_clarification_across_the_start_only_the_later_part_counts():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        **IDENTITY,
        clarification_asked="4 Mar 2026",
        clarification_received="14 Mar 2026",
    )
    # 12, 13 and 14 March: 12 April and three days.
    assert found.due == date(2026, 4, 15)


def test_an_open_clarification_leaves_the_earliest_date_that_is_possible():
    found = due("2 Mar 2026", "GB-ENG", clarification_asked="10 Mar 2026")
    assert (found.due, found.due_with_pause) == (date(2026, 4, 2), None)
    assert found.paused_since == date(2026, 3, 10)


def test_in_the_united_kingdom_it_starts_when_the_fee_is_paid_if_that_is_last():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        **IDENTITY,
        fee_asked="4 Mar 2026",
        fee_paid="16 Mar 2026",
    )
    assert (found.starts, found.due) == (date(2026, 3, 16), date(2026, 4, 16))


def test_a_fee_moves_nothing_in_the_union():
    found = due("2 Mar 2026", "DE", fee_asked="4 Mar 2026", fee_paid="16 Mar 2026")
    assert found.due == found.due_with_pause == date(2026, 4, 2)


def test_before_article_12a_the_united_kingdom_had_the_union_s_rule():
    pause = {
        "clarification_asked": "6 Feb 2026",
        "clarification_received": "10 Feb 2026",
    }
    before = due("4 Feb 2026", "GB-ENG", **pause)
    assert (before.due, before.due_with_pause) == (date(2026, 3, 4), date(2026, 3, 9))
    since = due("5 Feb 2026", "GB-ENG", **pause)
    assert since.due == since.due_with_pause == date(2026, 3, 10)


# Asked for on the last day itself, which is worked.
LAST_DAY = {"identity_asked": "2 Apr 2026", "identity_received": "9 Apr 2026"}


def test_asking_on_the_last_day_is_in_time():
    assert due("2 Mar 2026", "DE", **LAST_DAY).due_with_pause == date(2026, 4, 9)
    assert due("2 Mar 2026", "DE", identity_asked="2 Apr 2026").due_with_pause is None
    found = due("2 Mar 2026", "GB-ENG", **LAST_DAY)
    assert (found.starts, found.due) == (date(2026, 4, 9), date(2026, 5, 11))


def test_clarification_asked_on_the_last_day_moves_it_to_the_day_after_the_answer():
    found = due(
        "2 Mar 2026",
        "GB-SCT",
        clarification_asked="2 Apr 2026",
        clarification_received="8 Apr 2026",
    )
    assert found.due == date(2026, 4, 9)


def test_so_does_clarification_asked_on_the_last_day_after_a_weekend():
    # 4 April is a Saturday; Monday the 6th is worked in Scotland, and the last day.
    found = due(
        "4 Mar 2026",
        "GB-SCT",
        clarification_asked="6 Apr 2026",
        clarification_received="8 Apr 2026",
    )
    assert found.due == date(2026, 4, 9)


def test_a_pause_within_a_pause_adds_nothing():
    inner = {"identity_asked": "5 Jun 2026", "identity_received": "8 Jun 2026"}
    outer = {
        "clarification_asked": "3 Jun 2026",
        "clarification_received": "12 Jun 2026",
    }
    assert due("1 Jun 2026", "DE", **inner, **outer).due_with_pause == date(2026, 7, 10)


def test_a_day_between_two_clarifications_is_left_out_once():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        clarification_asked=["10 Mar 2026", "2026-03-12T15:00:00+00:00"],
        clarification_received=["12 Mar 2026", "16 Mar 2026"],
    )
    # 10 to 16 March: seven days after 2 April.
    assert found.due == date(2026, 4, 9)


def test_it_starts_at_the_latest_of_all_whatever_was_asked_first():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        identity_asked="3 Mar 2026",
        identity_received="20 Mar 2026",
        fee_asked="4 Mar 2026",
        fee_paid="10 Mar 2026",
    )
    assert found.starts == date(2026, 3, 20)


def test_of_several_open_questions_the_first_says_since_when():
    questions = {
        "identity_asked": "5 Mar 2026",
        "fee_asked": "6 Mar 2026",
        "clarification_asked": "4 Mar 2026",
    }
    assert due("2 Mar 2026", "GB", **questions).paused_since == date(2026, 3, 4)
    del questions["clarification_asked"]
    assert due("2 Mar 2026", "GB", **questions).paused_since == date(2026, 3, 5)


def test_identity_may_be_asked_for_in_the_days_that_clarification_added():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        clarification_asked="10 Mar 2026",
        clarification_received="19 Mar 2026",
        identity_asked="8 Apr 2026",
        identity_received="9 Apr 2026",
    )
    # Without the ten days of clarification the month would have been over.
    assert (found.starts, found.due) == (date(2026, 4, 9), date(2026, 5, 11))


@pytest.mark.parametrize("where", ["DE", "GB-ENG", "US-CA"])
def test_a_question_that_stays_unanswered_leaves_out_no_day(where):
    asked = due("2 Mar 2026", where)
    found = due(
        "2 Mar 2026",
        where,
        clarification_asked="10 Mar 2026",
        clarification_unanswered="24 Mar 2026",
    )
    assert (found.due, found.due_with_pause) == (asked.due, asked.due)
    assert found.paused_since is None
    assert found.extended_due == asked.extended_due


@pytest.mark.parametrize(("where", "rule"), [("DE", "T9"), ("GB-ENG", "T10")])
def test_why_an_unanswered_question_changes_nothing_is_said(where, rule):
    found = due(
        "2 Mar 2026",
        where,
        clarification_asked="10 Mar 2026",
        clarification_unanswered="24 Mar 2026",
    )
    (said,) = (each for each in found.explanation if "not answered" in each.text)
    assert said.rule == rule
    assert "10 March 2026" in said.text
    assert "24 March 2026" in said.text


def test_after_an_unanswered_question_another_may_be_asked():
    found = due(
        "2 Mar 2026",
        "GB-ENG",
        clarification_asked=["10 Mar 2026", "20 Mar 2026"],
        clarification_unanswered="16 Mar 2026",
        clarification_received="24 Mar 2026",
    )
    # The five days of the second question alone.
    assert found.due == date(2026, 4, 7)


def test_going_on_makes_no_extension_late_that_was_told_while_waiting():
    waited = {"clarification_asked": "10 Mar 2026", "extended": "20 Apr 2026"}
    assert due("2 Mar 2026", "GB-ENG", **waited).extended
    found = due(
        "2 Mar 2026", "GB-ENG", **waited, clarification_unanswered="27 Apr 2026"
    )
    assert (found.extended, found.due) == (True, date(2026, 6, 2))
    with pytest.raises(Refused):
        due("2 Mar 2026", "GB-ENG", **waited, clarification_unanswered="17 Apr 2026")


def test_nothing_is_given_up_that_was_not_asked_for():
    with pytest.raises(Refused):
        due("2 Mar 2026", "DE", clarification_unanswered="24 Mar 2026")
