"""What holds for every request, everywhere (law.md, "Properties")."""

from datetime import UTC, datetime, timedelta, timezone

import holidays
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from governance.requests.clock import Event, EventKind, Refused, due_dates, place
from governance.requests.clock.places import EEA_ZONES, regions
from governance.requests.clock.working_days import SCHOOLS_ONLY, SWAPPED

NAMES = [
    name
    for country in (*EEA_ZONES, "GB")
    for name in (country, *(f"{country}-{region}" for region in regions(country)))
]
SEVERAL = settings(max_examples=150, deadline=None)

places = st.sampled_from(NAMES).map(place)
moments = st.datetimes(
    min_value=datetime(2018, 5, 25),  # noqa: DTZ001
    max_value=datetime(2090, 12, 31),  # noqa: DTZ001
    timezones=st.just(UTC),
)
spans = st.timedeltas(timedelta(0), timedelta(days=40))
WAITS = {
    "identity": (EventKind.IDENTITY_ASKED, EventKind.IDENTITY_RECEIVED),
    "clarification": (EventKind.CLARIFICATION_ASKED, EventKind.CLARIFICATION_RECEIVED),
    "fee": (EventKind.FEE_ASKED, EventKind.FEE_PAID),
}


@st.composite
def histories(draw, since):
    """Events after an instant, in an order that can be; the last answer may be missing."""
    events = []
    for asked, answered in WAITS.values():
        at = since
        for _ in range(draw(st.integers(0, 2))):
            at += draw(spans)
            events.append(Event(asked, at))
            at += draw(spans)
            events.append(Event(answered, at))
        if events and draw(st.integers(0, 4)) == 0 and events[-1].kind is answered:
            events.pop()
    if draw(st.booleans()):
        told = since + draw(st.timedeltas(timedelta(0), timedelta(days=25)))
        events.append(Event(EventKind.EXTENDED, told, reasons_told=True))
    return events


@st.composite
def cases(draw):
    received = draw(moments)
    return received, draw(places), draw(histories(received))


def worked(day, where):
    """By the library itself, asked in another way than the clock does."""
    names = holidays.country_holidays(
        where.country, subdiv=where.region, language="en_US"
    ).get_list(day)
    kept = [name for name in names if SWAPPED not in name and name != SCHOOLS_ONLY]
    return day.weekday() < 5 and not kept


@SEVERAL
@given(moments, places)
def test_it_is_28_to_37_days_after_the_start_and_a_working_day(received, where):
    found = due_dates(received, where=where)
    assert 28 <= (found.due - found.starts).days <= 37
    assert worked(found.due, where)
    assert worked(found.extended_due, where)
    assert 89 <= (found.extended_due - found.starts).days <= 98
    assert found.target
    assert found.target <= found.due


@SEVERAL
@given(cases())
def test_with_any_history_the_dates_are_in_order_and_worked(case):
    received, where, events = case
    try:
        found = due_dates(received, where=where, events=events)
    except Refused:
        assume(False)
    assert found.received <= found.starts <= found.due
    assert found.extension_until <= found.due
    assert found.extended or found.starts < found.extension_until
    assert found.due <= found.extended_due
    assert (found.due - found.starts).days >= 28
    if found.due_with_pause:
        assert found.due_with_pause >= found.due
        assert worked(found.due_with_pause, where)
    for day in (found.due, found.extended_due, found.extension_until):
        assert worked(day, where)
    if where.country != "GB" and not found.extended:
        assert (found.due - found.starts).days <= 37
    assert all(str(line) for line in found.explanation)


@SEVERAL
@given(
    moments.filter(lambda at: at.year >= 2027),
    st.sampled_from(("ENG", "SCT", "NIR", "WLS")).map(lambda of: place("GB", of)),
    st.data(),
)
def test_in_the_united_kingdom_it_is_so_after_the_start_and_the_days_left_out(
    received, where, data
):
    asked = received + data.draw(st.timedeltas(timedelta(0), timedelta(days=20)))
    answered = asked + data.draw(spans)
    found = due_dates(
        received,
        where=where,
        events=[
            Event(EventKind.CLARIFICATION_ASKED, asked),
            Event(EventKind.CLARIFICATION_RECEIVED, answered),
        ],
    )
    days = [at.astimezone(where.tz).date() for at in (asked, answered)]
    left_out = (days[1] - days[0]).days + 1
    assert 28 <= (found.due - found.starts).days - left_out <= 37
    assert found.due > days[1]


@SEVERAL
@given(cases(), st.timedeltas(timedelta(0), timedelta(days=400)))
def test_received_later_is_never_due_earlier(case, earlier):
    received, where, events = case
    before = received - earlier
    assume(before.year >= 2018)
    try:
        first = due_dates(before, where=where, events=events)
    except Refused:
        return  # the extension is late for the earlier one
    second = due_dates(received, where=where, events=events)
    assert first.due <= second.due
    assert first.extended_due <= second.extended_due
    assert first.extension_until <= second.extension_until
    if first.due_with_pause and second.due_with_pause:
        assert first.due_with_pause <= second.due_with_pause


@pytest.mark.parametrize("where", ["DE", "GB-ENG"])
def test_received_each_day_for_years_it_is_never_due_earlier(where):
    there = place(where)
    noon = datetime(2026, 2, 5, 12, tzinfo=UTC)
    pause = [
        Event(EventKind.CLARIFICATION_ASKED, datetime(2027, 1, 31, 12, tzinfo=UTC)),
        Event(EventKind.CLARIFICATION_RECEIVED, datetime(2027, 2, 9, 12, tzinfo=UTC)),
    ]
    dues = [
        due_dates(noon + timedelta(days=each), where=there, events=pause).due
        for each in range(360)
    ]
    assert dues == sorted(dues)


@SEVERAL
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_in_which_events_are_told_does_not_matter(case, random):
    received, where, events = case
    # Two of one instant have no order of their own.
    assume(len({event.at for event in events}) == len(events))
    shuffled = random.sample(events, len(events))
    answers = []
    for told in (events, shuffled):
        try:
            answers.append(due_dates(received, where=where, events=told).as_json())
        except Refused as refused:
            answers.append({"refused": str(refused)})
    assert answers[0] == answers[1]


@SEVERAL
@given(moments, places, st.integers(-14, 14))
def test_the_offset_in_which_a_time_is_written_does_not_matter(received, where, hours):
    elsewhere = received.astimezone(timezone(timedelta(hours=hours)))
    assert due_dates(elsewhere, where=where) == due_dates(received, where=where)


@SEVERAL
@given(moments)
def test_california_is_45_and_90_days_always(received):
    found = due_dates(received, where=place("US-CA"))
    assert (found.due - found.starts).days == 45
    assert (found.extended_due - found.starts).days == 90
    assert found.acknowledge_by
    assert 12 <= (found.acknowledge_by - found.starts).days <= 20
