"""Why a date of the GDPR is what it is, in the order in which it is reckoned."""

from collections.abc import Iterator
from datetime import timedelta

from governance.requests.clock.events import Awaited
from governance.requests.clock.gdpr import Reckoning, under_12a
from governance.requests.clock.periods import End
from governance.requests.clock.places import Law, regions
from governance.requests.clock.sentences import Sentence, Skipped, gettext_noop, said
from governance.requests.clock.working_days import (
    LIBRARY,
    why_not_worked,
)

PERIODS = "Regulation 1182/71"
ART_12A = "UK GDPR Art. 12A"
EDPB = "EDPB Guidelines 01/2022, section 5.3"
ICO = "ICO's guidance on the right of access"


# By the number of months, and whether the last of them has the day.
MONTHS_LATER = {
    (1, True): gettext_noop("One month later is the same-numbered day, %(end)s"),
    (3, True): gettext_noop(
        "Three months after the start, and not two after a date that was put off, is the "
        "same-numbered day, %(end)s"
    ),
    (1, False): gettext_noop(
        "One month later there is no such day: it ends on the last of the month, %(end)s"
    ),
    (3, False): gettext_noop(
        "Three months after the start, and not two after a date that was put off, there "
        "is no such day: it ends on the last of the month, %(end)s"
    ),
}


def explained(found: Reckoning) -> tuple[Sentence, ...]:
    return tuple(_sentences(found))


def _sentences(found: Reckoning) -> Iterator[Sentence]:
    yield _start(found)
    yield from _waiting_to_start(found)
    yield from _extended(found)
    yield _month(found)
    yield from _clarified(found)
    yield from _unanswered(found)
    yield from _rolled(found)
    yield _answer(found)
    yield from _paused(found)
    yield from _extendable(found)
    yield _refusal(found)
    yield from _target(found)
    yield _holidays(found)


def _law(found: Reckoning) -> str:
    return "UK GDPR" if found.case.place.law is Law.UK else "GDPR"


def _start(found: Reckoning) -> Sentence:
    case = found.case
    if found.start == case.received:
        return said(
            "T3",
            f"{PERIODS} Art. 3(1)",
            gettext_noop(
                "The period starts on %(start)s, the day of receipt in %(zone)s, which "
                "is not counted"
            ),
            start=found.start,
            zone=case.place.zone,
        )
    return said(
        "T10",
        f"{ART_12A}(2)",
        gettext_noop(
            "The request was received on %(received)s in %(zone)s; the period starts on "
            "%(start)s, the latest of receipt, proof of identity and payment of a fee"
        ),
        received=case.received,
        start=found.start,
        zone=case.place.zone,
    )


def _waiting_to_start(found: Reckoning) -> Iterator[Sentence]:
    case = found.case
    to_start = case.awaited(Awaited.IDENTITY, Awaited.FEE)
    if under_12a(case) and any(wait.lasts for wait in to_start):
        yield said(
            "T10",
            f"{ART_12A}(2)",
            gettext_noop(
                "What was asked for has not come; it will start the period anew, and "
                "until then the dates are the earliest that are possible"
            ),
        )


def _month(found: Reckoning) -> Sentence:
    """The month of an answer, or the three of an extended one."""
    months, end = (3, found.later) if found.case.told else (1, found.first)
    there = end.nominal.day == found.start.day
    return said(
        "T3" if there else "T4",
        f"{PERIODS} Art. 3(2)(c)",
        MONTHS_LATER[months, there],
        end=end.nominal,
    )


def _clarified(found: Reckoning) -> Iterator[Sentence]:
    end, case = found.end, found.case
    if end.paused != end.nominal:
        yield said(
            "T10",
            f"{ART_12A}(5), for requests for access",
            gettext_noop(
                "The days of clarification, that of asking and that of the answer among "
                "them, are not counted (days: %(days)s): it ends on %(end)s"
            ),
            days=(end.paused - end.nominal).days,
            end=end.paused,
        )
    clarifying = case.awaited(Awaited.CLARIFICATION)
    if under_12a(case) and any(
        wait.lasts and wait.asked <= end.due for wait in clarifying
    ):
        yield said(
            "T10",
            f"{ART_12A}(5), for requests for access",
            gettext_noop(
                "A clarification was asked for and has not come; no day counts until "
                "then, and the dates are the earliest that are possible"
            ),
        )


def _unanswered(found: Reckoning) -> Iterator[Sentence]:
    under = under_12a(found.case)
    for wait in found.case.awaited(Awaited.CLARIFICATION):
        if wait.given_up:
            yield said(
                "T10" if under else "T9",
                f"{ART_12A}(5)" if under else f"{_law(found)} Art. 12(3)",
                gettext_noop(
                    "What was asked for on %(asked)s was not answered, and it went on "
                    "without an answer on %(on)s: these days are counted"
                ),
                asked=wait.asked,
                on=wait.given_up,
            )


def _rolled(found: Reckoning) -> Iterator[Sentence]:
    if skipped := _skipped(found, found.end):
        yield said(
            "T5",
            f"{PERIODS} Art. 3(4)",
            gettext_noop(
                "Not worked in %(place)s: %(skipped)s; the period ends with the next "
                "working day, %(due)s"
            ),
            place=found.case.place.name,
            skipped=skipped,
            due=found.end.due,
        )


def _skipped(found: Reckoning, end: End) -> Skipped:
    count = (end.due - end.paused).days
    days = (end.paused + timedelta(days=each) for each in range(count))
    return tuple((day, why_not_worked(day, found.case.place) or "") for day in days)


def _answer(found: Reckoning) -> Sentence:
    return said(
        "T1",
        f"{_law(found)} Art. 12(3)",
        gettext_noop(
            "Answer without undue delay, and at the latest by the end of %(due)s"
        ),
        due=found.end.due,
    )


def _paused(found: Reckoning) -> Iterator[Sentence]:
    if under_12a(found.case):
        return
    guidance = ICO if found.case.place.law is Law.UK else EDPB
    source = f"{_law(found)} Art. 12(6); {guidance}"
    if found.paused_since:
        yield said(
            "T9",
            source,
            gettext_noop(
                "An answer is awaited since %(since)s; the days until it comes may be "
                "left out if it was asked for without delay. Work to the date without "
                "this pause"
            ),
            since=found.paused_since,
        )
    elif found.with_pause != found.end.due:
        yield said(
            "T9",
            source,
            gettext_noop(
                "The days between asking and the answer may be left out if it was asked "
                "for without delay, which would give until %(later)s. Work to the "
                "earlier date"
            ),
            later=found.with_pause,
        )


def _extended(found: Reckoning) -> Iterator[Sentence]:
    if found.case.told:
        yield said(
            "T6",
            f"{_law(found)} Art. 12(3)",
            gettext_noop(
                "The person was told on %(told)s, before the first month had ended and "
                "with reasons, that it takes two months longer"
            ),
            told=found.case.told,
        )


def _extendable(found: Reckoning) -> Iterator[Sentence]:
    if not found.case.told:
        yield said(
            "T7",
            f"{_law(found)} Art. 12(3)",
            gettext_noop(
                "If it is complex or one of many, and the person is told so with reasons "
                "by the end of %(until)s, it may take until %(later)s: three months from "
                "the start"
            ),
            until=found.first.due,
            later=found.later.due,
        )


def _refusal(found: Reckoning) -> Sentence:
    return said(
        "T8",
        f"{_law(found)} Art. 12(4)",
        gettext_noop(
            "A refusal, with its reasons and the ways to complain and to go to court, is "
            "sent by the end of %(until)s at the latest"
        ),
        until=found.first.due,
    )


def _target(found: Reckoning) -> Iterator[Sentence]:
    if found.target:
        yield said(
            "T12",
            "ICO's advice",
            gettext_noop("The internal target is %(target)s, 28 days after the start"),
            target=found.target,
        )


def _holidays(found: Reckoning) -> Sentence:
    place = found.case.place
    if place.region is None and regions(place.country):
        template = gettext_noop(
            "Public holidays are those of the whole of %(place)s; with its region, those "
            "of the region count too"
        )
    else:
        template = gettext_noop("Public holidays are those of %(place)s")
    return said("T5", f"{PERIODS} Art. 2; {LIBRARY}", template, place=place.name)
