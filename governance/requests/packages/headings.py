"""The headings of Art. 15(1) and (2) GDPR, computed from what is there: none is ever empty,
"none" is said in words. One record after the other is counted, each in its own scope."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from governance import retention
from governance.models import (
    About,
    Kind,
    RetentionRule,
    SpecialCategory,
)
from governance.requests.packages import words
from governance.requests.packages.contents import Contents
from governance.requests.packages.counted import Counts, counted_in


@dataclass(frozen=True)
class Heading:
    """One heading of the law, with its sentences."""

    name: str
    title: str
    law: str
    said: Sequence[str]


def headings(contents: Contents, rules: Sequence[RetentionRule]) -> list[Heading]:
    """All of them, in the order of the law."""
    counted = counted_in(contents)
    return [
        Heading("purposes", _("Purposes"), "Art. 15(1)(a)", _purposes(counted)),
        Heading(
            "categories", _("What kinds of data"), "Art. 15(1)(b)", _categories(counted)
        ),
        Heading(
            "recipients", _("Who received it"), "Art. 15(1)(c)", _recipients(counted)
        ),
        Heading(
            "retention", _("How long it is kept"), "Art. 15(1)(d)", _retention(rules)
        ),
        Heading("rights", _("Your rights"), "Art. 15(1)(e)", _rights(counted)),
        Heading("complaint", _("Complaint"), "Art. 15(1)(f)", [_complaint()]),
        Heading("sources", _("Where it came from"), "Art. 15(1)(g)", _sources(counted)),
        Heading(
            "automated_decisions",
            _("Automated decisions"),
            "Art. 15(1)(h)",
            [_automated(counted)],
        ),
        Heading(
            "transfers", _("Transfers to other countries"), "Art. 15(2)", [_away()]
        ),
    ]


def _purposes(counted: Counts) -> list[str]:
    declared = [
        _("%(service)s says that it reads your memories for: %(purposes)s.")
        % {"service": name, "purposes": words.purposes(slugs)}
        for name, slugs in sorted(counted.declared.items())
    ]
    read = [
        ngettext(
            "%(service)s has read them %(number)d time for: %(purpose)s.",
            "%(service)s has read them %(number)d times for: %(purpose)s.",
            number,
        )
        % {"service": name, "number": number, "purpose": words.purpose(slug)}
        for (name, slug), number in sorted(counted.reads.items())
    ]
    return [*declared, *(read or [_("Nobody has read them for any purpose yet.")])]


def _categories(counted: Counts) -> list[str]:
    kinds = [
        f"{Kind(kind).label}: {number}" for kind, number in counted.kinds.most_common()
    ]
    special = [
        _("Specially protected (Art. 9 and 10 GDPR), %(kind)s: %(number)d.")
        % {"kind": SpecialCategory(kind).label, "number": number}
        for kind, number in counted.special.most_common()
    ]
    return [
        *(kinds or [_("No memory of any kind.")]),
        *(special or [_("Nothing that the law protects specially.")]),
        *_others(counted),
        _(
            "Beside them: your switches, what you agreed to, where each memory came from, "
            "and who read it."
        ),
    ]


def _others(counted: Counts) -> list[str]:
    said, notes = counted.others["messages"], counted.others["notes"]
    messages = ngettext(
        "%(number)d message of conversations.",
        "%(number)d messages of conversations.",
        said,
    )
    written = ngettext("%(number)d note of an app.", "%(number)d notes of apps.", notes)
    return [
        text % {"number": number}
        for text, number in ((messages, said), (written, notes))
        if number
    ]


def _recipients(counted: Counts) -> list[str]:
    received = [
        ngettext(
            "%(service)s received %(memories)d of the memories, in %(times)d read.",
            "%(service)s received %(memories)d of the memories, in %(times)d reads.",
            times,
        )
        % {"service": name, "memories": memories, "times": times}
        for name, (memories, times) in sorted(counted.received.items())
    ]
    told = [
        ngettext(
            "%(service)s was told of a change %(number)d time, by ids and not by words.",
            "%(service)s was told of changes %(number)d times, by ids and not by words.",
            number,
        )
        % {"service": name, "number": number}
        for name, number in sorted(counted.told.items())
        if number
    ]
    wrote = _("The memories were written by, and are kept for: %(services)s.") % {
        "services": ", ".join(sorted(counted.declared)) or _("nobody")
    }
    looks = counted.others["looks"]
    looked = ngettext(
        "Notes or conversations were opened %(number)d time by the app that keeps them.",
        "Notes or conversations were opened %(number)d times by the apps that keep them.",
        looks,
    ) % {"number": looks}
    return [
        wrote,
        *([looked] if looks else []),
        *(received or [_("No app has received any of them since.")]),
        *(told or [_("No app was sent any notice about you.")]),
    ]


def _retention(rules: Sequence[RetentionRule]) -> list[str]:
    about = [*retention.BY_PERSON, *retention.TOLD, About.READS]
    said = [retention.said(rule) for rule in rules if rule.about in about]
    return said or [
        _("No rule takes a memory: they stay until you or an app erase them.")
    ]


def _rights(counted: Counts) -> list[str]:
    others = _("You can have a conversation, a message or a note erased too (Art. 17).")
    return [
        _("You can have a memory corrected (Art. 16) or erased (Art. 17)."),
        *([others] if _has_others(counted) else []),
        _("You can have its use restricted (Art. 18), or object to it (Art. 21)."),
        _("You can take what you provided along, for another service (Art. 20)."),
        _("You can take back any consent at any time (Art. 7(3))."),
    ]


def _complaint() -> str:
    authority = settings.AUTHORITY
    if not authority:
        return _(
            "You can complain to a supervisory authority, such as that of the country in "
            "which you live or work (Art. 77)."
        )
    return _("You can complain to a supervisory authority, such as: %(authority)s.") % {
        "authority": authority
    }


def _sources(counted: Counts) -> list[str]:
    said = [
        f"{words.place(place, service)}: {number}"
        for (place, service), number in sorted(counted.places.items())
    ]
    none = _("There is no source, for there is no memory.")
    named = _("Each memory names its own source.")
    others = [
        _(
            "Messages come from you, from the app and from its tools, and each names who "
            "said it. Notes were written by the app."
        )
    ]
    return [
        *([*said, named] if said else [none]),
        *(others if _has_others(counted) else []),
    ]


def _has_others(counted: Counts) -> bool:
    return bool(counted.others["messages"] or counted.others["notes"])


def _automated(counted: Counts) -> str:
    decided = settings.PACKAGES.automated_decisions or _(
        "No decision that has legal effect for you, or affects you in a similar way, is made "
        "by a machine alone out of these memories."
    )
    inferred = ngettext(
        "%(number)d memory was worked out by a machine and is marked as such.",
        "%(number)d memories were worked out by a machine and are marked as such.",
        counted.inferred,
    ) % {"number": counted.inferred}
    return f"{decided} {inferred}"


def _away() -> str:
    return settings.PACKAGES.transfers or _(
        "None: they are not sent to a country outside the European Economic Area or to an "
        "international organisation."
    )
