"""Sentences of the pages that need more than a template: whole, so they translate."""

from datetime import datetime
from typing import NamedTuple

from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from governance.models import Memory, RunState, SourceType, Trust

MINUTE = 60

PLACES = {
    SourceType.USER_MESSAGE: gettext_lazy("From a chat message with %(service)s"),
    SourceType.TOOL_RESULT: gettext_lazy("From a tool that %(service)s used"),
    SourceType.DOCUMENT: gettext_lazy("From a document that %(service)s read"),
    SourceType.WEB: gettext_lazy("From a web page that %(service)s read"),
    SourceType.IMPORT: gettext_lazy("From an import into %(service)s"),
    SourceType.SERVICE: gettext_lazy("From %(service)s itself"),
    SourceType.USER_EDIT: gettext_lazy("From your own edit in %(service)s"),
}

RUN_STATES = {
    RunState.WAITING: gettext_lazy("Waiting to start"),
    RunState.RUNNING: gettext_lazy("Being erased"),
    RunState.VERIFYING: gettext_lazy("Being checked"),
    RunState.DONE: gettext_lazy("Erased"),
    RunState.NEEDS_ATTENTION: gettext_lazy("Stopped, staff must look"),
    RunState.UNDONE: gettext_lazy("Undone"),
}

TRUSTS = {
    Trust.USER: gettext_lazy("You said it"),
    Trust.TRUSTED: gettext_lazy("It came from a place that the service trusts"),
    Trust.UNTRUSTED: gettext_lazy("It came from a place that is not trusted"),
}

STORES = {
    "memories": gettext_lazy("Memories"),
    "history": gettext_lazy("Versions of their text"),
    "sources": gettext_lazy("Records of where they came from"),
    "provenance": gettext_lazy("Links between these"),
}
"""In the order of the receipt."""


class Moment(NamedTuple):
    """A time as the pages show it: the date, and how far off it is."""

    at: datetime
    away: str


def moment(at: datetime, now: datetime) -> Moment:
    """``at`` with its distance from now in words."""
    if abs((at - now).total_seconds()) < MINUTE:
        return Moment(at, _("just now"))
    if at < now:
        return Moment(at, _("%(time)s ago") % {"time": timesince(at, now, depth=1)})
    return Moment(at, _("in %(time)s") % {"time": timeuntil(at, now, depth=1)})


def where_from(memory: Memory) -> str:
    """The place a memory came from; its source and service must be at hand."""
    place = PLACES[SourceType(memory.source.type)]
    return str(place) % {"service": memory.service.name}
