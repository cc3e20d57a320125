"""What the report says: in time is judged by the due day on the controller's wall."""

from datetime import UTC, date, datetime

from governance.requests.report import report_of

DAY = date(2026, 3, 5)


def row(due, closed, right="access", decision="fulfil"):
    return (right, DAY, due, closed, "Europe/Berlin", "DE", decision)


def test_the_due_day_itself_is_in_time_until_its_end_in_the_office():
    last_second = datetime(2026, 4, 7, 21, 59, 59, tzinfo=UTC)  # 23:59:59 in Berlin
    next_day = datetime(2026, 4, 7, 22, 0, tzinfo=UTC)
    found = report_of(
        [row(date(2026, 4, 7), last_second), row(date(2026, 4, 7), next_day)],
        date(2026, 5, 1),
    )
    assert (found.total.on_time, found.total.late) == (1, 1)
    assert found.total.median_days == 33.5


def test_what_is_open_after_its_day_is_overdue():
    found = report_of([row(date(2026, 4, 7), None)], date(2026, 4, 8))
    assert (found.total.still_open, found.total.overdue) == (1, 1)
    assert report_of([row(date(2026, 4, 7), None)], date(2026, 4, 7)).total.overdue == 0


def test_months_and_rights_add_up():
    found = report_of(
        [row(date(2026, 4, 7), None), row(date(2026, 4, 7), None, "erasure")],
        date(2026, 4, 8),
    )
    assert found.by_month[date(2026, 3, 1)].received == 2
    assert {right: of.received for right, of in found.by_right.items()} == {
        "access": 1,
        "erasure": 1,
    }


def test_answers_that_nothing_is_held_are_counted_beside_the_others():
    answered = datetime(2026, 3, 9, 12, tzinfo=UTC)
    found = report_of(
        [
            row(date(2026, 4, 7), answered, decision="nothing"),
            row(date(2026, 4, 7), answered),
            row(date(2026, 4, 7), None, "erasure"),
        ],
        date(2026, 4, 8),
    )
    assert (found.total.nothing, found.by_right["access"].nothing) == (1, 1)
    assert found.total.on_time == 2
