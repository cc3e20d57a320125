"""Why a request is due when it is: the sentences of the clock in the language of the page.
The clock itself knows no language; what it cites stands in English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from governance.requests.clock import (
    Dates,
    EventKind,
    Place,
    Refused,
    why_not_worked_in,
)


@dataclass(frozen=True)
class Why:
    """One sentence, and the rule and source that it goes by."""

    said: str
    cited: str


def why(dates: Dates) -> Sequence[Why]:
    """In the order in which they are reckoned."""
    return [
        Why(
            _(each.template) % _shown(dict(each.values), dates.place),
            f"{each.rule}, {each.source}",
        )
        for each in dates.explanation
    ]


def why_refused(reason: Refused) -> str:
    """What the clock does not take, with its rule."""
    said = _(reason.template)
    if reason.values:
        said %= _shown(reason.values, None)
    if not reason.rule:
        return said
    return _("%(reason)s (rule %(rule)s)") % {"reason": said, "rule": reason.rule}


def _shown(values: Mapping[str, object], where: Place | None) -> dict[str, str]:
    return {name: _value(value, where) for name, value in values.items()}


EVENTS = {
    EventKind.IDENTITY_ASKED: gettext_lazy("Proof of who asks was asked for"),
    EventKind.IDENTITY_RECEIVED: gettext_lazy("Proof of who asks"),
    EventKind.CLARIFICATION_ASKED: gettext_lazy("Asked what is meant"),
    EventKind.CLARIFICATION_RECEIVED: gettext_lazy("Answer to what is meant"),
    EventKind.CLARIFICATION_UNANSWERED: gettext_lazy("No answer to what is meant"),
    EventKind.FEE_ASKED: gettext_lazy("Asked for a fee"),
    EventKind.FEE_PAID: gettext_lazy("Fee"),
    EventKind.EXTENDED: gettext_lazy("Extension"),
}
"""Events of the clock, as a refusal calls them."""


def _value(value: object, where: Place | None) -> str:
    if value in EVENTS:
        return str(EVENTS[EventKind(str(value))])
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    if isinstance(value, tuple):
        return ", ".join(_skipped(day, name, where) for day, name in value)
    return str(value)


def _skipped(day: date, name: str, where: Place | None) -> str:
    spoken = why_not_worked_in(get_language() or "en", day, where) if where else None
    return f"{date_format(day, 'DATE_FORMAT')} ({spoken or _weekday(day, name)})"


def _weekday(day: date, name: str) -> str:
    return date_format(day, "l") if name in {"Saturday", "Sunday"} else name
