"""Sentences that packages are made of: whole, so they translate."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from governance.audit import ActorKind
from governance.models import (
    About,
    Exception17,
    Hold,
    Memory,
    MemoryState,
    MemoryVersion,
    Person,
    Read,
    ReadKind,
    RetentionRule,
    SourceType,
)
from governance.porting import OWN_PURPOSE

STATES = {
    MemoryState.PROPOSED: gettext_lazy(
        "Waits for your yes: it is sealed, and nobody else can read it."
    ),
    MemoryState.QUARANTINED: gettext_lazy("Waits for review: it is kept and not used."),
    MemoryState.ACTIVE: gettext_lazy("In use."),
    MemoryState.PAUSED: gettext_lazy("Paused: it is kept and not used."),
    MemoryState.SUPERSEDED: gettext_lazy(
        "An earlier value: it is kept as history and not used."
    ),
    MemoryState.FORGOTTEN: gettext_lazy(
        "Out of use: it is erased when the time for undo is over."
    ),
}

PLACES = {
    SourceType.USER_MESSAGE: gettext_lazy("A chat message with %(service)s"),
    SourceType.TOOL_RESULT: gettext_lazy("A tool that %(service)s used"),
    SourceType.DOCUMENT: gettext_lazy("A document that %(service)s read"),
    SourceType.WEB: gettext_lazy("A web page that %(service)s read"),
    SourceType.IMPORT: gettext_lazy("An import into %(service)s"),
    SourceType.SERVICE: gettext_lazy("%(service)s itself"),
    SourceType.USER_EDIT: gettext_lazy("Your own edit in %(service)s"),
}

READS = {
    ReadKind.GET: gettext_lazy("looked at one"),
    ReadKind.LIST: gettext_lazy("looked at a list"),
    ReadKind.RECALL: gettext_lazy("recalled"),
    ReadKind.EXPORT: gettext_lazy("exported"),
    ReadKind.TOLD: gettext_lazy("was told in an answer"),
    ReadKind.FILES: gettext_lazy("opened its notes"),
    ReadKind.ITEMS: gettext_lazy("looked at a conversation"),
}

ACTORS = {
    ActorKind.SERVICE: gettext_lazy("an app"),
    ActorKind.ACCOUNT: gettext_lazy("you"),
    ActorKind.LINK: gettext_lazy("somebody with a link to your pages"),
    ActorKind.STAFF: gettext_lazy("our staff"),
    ActorKind.SYSTEM: gettext_lazy("this system by itself"),
}

USED = [MemoryState.ACTIVE, MemoryState.PAUSED, MemoryState.SUPERSEDED]


def state(memory: Memory, hold: Hold | None) -> str:
    """Where it stands, and what restricts it."""
    said = str(STATES[MemoryState(memory.status)])
    if hold is None:
        return said
    kept = _(
        "It has to stay until %(day)s by law, %(law)s, and no app sees it meanwhile."
    ) % {"day": day(hold.until), "law": Exception17(hold.law).label}
    return f"{said} {kept}"


def place(source_type: str, service: str) -> str:
    """Where something came from."""
    return str(PLACES[SourceType(source_type)]) % {"service": service}


def actor(version: MemoryVersion) -> str:
    """Who made a text say so."""
    try:
        return str(ACTORS[ActorKind(version.actor_kind)])
    except ValueError:
        return version.actor_kind


def purpose(slug: str) -> str:
    """A declared purpose as people write it."""
    if slug == OWN_PURPOSE:
        return _("your own copy")
    return slug.replace("-", " ").replace("_", " ")


def purposes(slugs: Sequence[str]) -> str:
    """Several of them."""
    return ", ".join(purpose(each) for each in slugs)


def read(entry: Read) -> str:
    """What an app did."""
    return str(READS[ReadKind(entry.kind)])


def how_many(entry: Read) -> str:
    """How many of what it was about."""
    number = len(entry.memory_ids)
    if entry.purpose == OWN_PURPOSE:
        # A copy has memories, messages and notes.
        said = ngettext("%(number)d entry", "%(number)d entries", number)
    elif entry.kind == ReadKind.FILES:
        said = ngettext("%(number)d note", "%(number)d notes", number)
    elif entry.kind == ReadKind.ITEMS:
        said = ngettext("%(number)d message", "%(number)d messages", number)
    else:
        said = ngettext("%(number)d memory", "%(number)d memories", number)
    return said % {"number": number}


def day(at: datetime) -> str:
    """A date in the zone of the package."""
    return date_format(timezone.localtime(at), "DATE_FORMAT")


def stays(
    memory: Memory, person: Person, rules: Sequence[RetentionRule]
) -> list[tuple[str, str]]:
    """How long a memory is kept: each rule that may take it, by name, with its sentence.
    Never empty."""
    found = [
        (rule.name, said) for rule in rules if (said := _taken(rule, memory, person))
    ]
    return found or [
        ("", _("No rule takes it: it stays until you or an app erase it."))
    ]


def _taken(rule: RetentionRule, memory: Memory, person: Person) -> str:
    about = About(rule.about)
    if about == About.EXPIRED:
        return _on_a_day(memory)
    if about == About.PROPOSED:
        waits = memory.status == MemoryState.PROPOSED
        return _waits(rule) if waits else ""
    if about == About.QUARANTINED:
        waits = memory.status == MemoryState.QUARANTINED
        return _waits(rule) if waits else ""
    if memory.pinned or memory.status not in USED:
        return ""
    return _by_age(about, rule, memory, person)


def _on_a_day(memory: Memory) -> str:
    if memory.expires_at is None:
        return ""
    return _("It ends on %(day)s.") % {"day": day(memory.expires_at)}


def _waits(rule: RetentionRule) -> str:
    return _("It lapses when it has waited for %(days)s days.") % {"days": rule.days}


def _by_age(about: About, rule: RetentionRule, memory: Memory, person: Person) -> str:
    months = person.forget_after_months
    if about == About.CHOSEN and months:
        return _("It goes when it is older than %(months)s months, as you chose.") % {
            "months": months
        }
    if about == About.UNUSED and not person.keep_unused:
        little = memory.importance < (rule.importance_below or 0)
        said = _("It goes when it was not used for %(days)s days.")
        return said % {"days": rule.days} if little else ""
    if about == About.MEMORIES and _is_about(rule, memory):
        return _("It goes when it is older than %(days)s days.") % {"days": rule.days}
    return ""


def _is_about(rule: RetentionRule, memory: Memory) -> bool:
    return rule.kind in {"", memory.kind} and rule.sensitivity in {
        "",
        memory.sensitivity,
    }
