"""The timeline in words, and what of it somebody has not seen who had the page before them."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django import forms

from governance.models import RequestEvent, SubjectRequest
from governance.requests.changing import IN_NOBODYS_WAY
from governance.requests.timeline import events_of
from governance.web.names import names_of
from governance.web.requests.words import said

Names = Mapping[uuid.UUID | None, str]


@dataclass(frozen=True)
class Step:
    """An event of the timeline, in words."""

    event: RequestEvent
    said: str
    by: str


def steps(events: Iterable[RequestEvent], names: Names) -> list[Step]:
    """The newest first."""
    return [Step(each, said(each), names.get(each.actor_id, "")) for each in events][
        ::-1
    ]


def renewed(form: forms.Form, row: SubjectRequest) -> Sequence[Step]:
    """The form that comes back is for the request as it is from here on, so that pressing
    again does it; gives what happened since it was shown, the newest first. In a scope of
    the staff."""
    seen, version = (_number(form, name) for name in ("seen", "version"))
    now = {"version": str(row.version), "seen": str(row.events)}
    # By its items: to unpack what was posted gives lists.
    form.data = dict(form.data.items()) | now
    if version is None or version == row.version:
        return []
    # Without a number of what was seen: the newest alone, rather than nothing.
    events = [each for each in events_of(row.id) if each.kind not in IN_NOBODYS_WAY]
    new = [each for each in events if each.number > (seen or 0)]
    new = new if seen else events[-1:]
    return steps(new, names_of(each.actor_id for each in new))


def _number(form: forms.Form, name: str) -> int | None:
    given = str(form.data.get(name, ""))
    return int(given) if given.isascii() and given.isdigit() else None
