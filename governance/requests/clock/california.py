"""California's 45 calendar days (T11), which nothing pauses and no weekend moves."""

from dataclasses import replace
from datetime import timedelta

from governance.requests.clock.case import Case
from governance.requests.clock.dates import Dates
from governance.requests.clock.sentences import Sentence, gettext_noop, said
from governance.requests.clock.working_days import LIBRARY, business_days_after

ACKNOWLEDGE = 10  # business days
ANSWER = timedelta(days=45)
TARGET = timedelta(days=28)
SOURCE = "11 CCR § 7021"


def california_dates(case: Case) -> Dates:
    """`Refused` when the extension came after the first 45 days."""
    first, later = case.received + ANSWER, case.received + 2 * ANSWER
    case.refuse_late_extension(first)
    due = later if case.told else first
    acknowledge_by = business_days_after(case.received, ACKNOWLEDGE, case.place)
    found = Dates(
        place=case.place,
        received=case.received,
        starts=case.received,
        due=due,
        due_with_pause=due,
        extended=case.told is not None,
        extended_due=later,
        extension_until=first,
        acknowledge_by=acknowledge_by,
        paused_since=None,
        target=None if case.told else case.received + TARGET,
        explanation=(),
    )
    return replace(found, explanation=_explained(case, found))


def _explained(case: Case, found: Dates) -> tuple[Sentence, ...]:
    sentences = [_start(found), _acknowledgement(found), _extension(case, found)]
    if case.waits:
        sentences.append(
            said("T11", f"{SOURCE}(b)", gettext_noop("Verification moves no date"))
        )
    if found.target:
        sentences.append(
            said(
                "T12",
                "ICO's advice",
                gettext_noop(
                    "The internal target is %(target)s, 28 days after receipt"
                ),
                target=found.target,
            )
        )
    return tuple(sentences)


def _start(found: Dates) -> Sentence:
    return said(
        "T11",
        f"{SOURCE}(b)",
        gettext_noop(
            "The request was received on %(received)s in %(zone)s; 45 calendar days "
            "after that day end on %(first)s, on whatever day of the week"
        ),
        received=found.received,
        zone=found.place.zone,
        first=found.extension_until,
    )


def _acknowledgement(found: Dates) -> Sentence:
    return said(
        "T11",
        f"{SOURCE}(a); {LIBRARY}",
        gettext_noop(
            "Confirm the receipt by %(by)s, the tenth business day after it by the "
            "holidays of California"
        ),
        by=found.acknowledge_by or found.received,
    )


def _extension(case: Case, found: Dates) -> Sentence:
    if case.told:
        return said(
            "T11",
            f"{SOURCE}(b)",
            gettext_noop(
                "The person was told on %(told)s, with the reason, that it takes longer: "
                "answer by the end of %(later)s, 90 days after receipt"
            ),
            told=case.told,
            later=found.extended_due,
        )
    return said(
        "T11",
        f"{SOURCE}(b)",
        gettext_noop(
            "With a notice and its reason by %(until)s, once, it may take until "
            "%(later)s, 90 days after receipt"
        ),
        until=found.extension_until,
        later=found.extended_due,
    )
