"""The headings of Art. 15(1) and (2) GDPR, computed from what is there: none is ever empty,
"none" is said in words. One record after the other is counted, each in its own scope."""

import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from governance import retention
from governance.access import as_service_with
from governance.models import (
    About,
    Kind,
    Memory,
    Person,
    Read,
    RetentionRule,
    Service,
    Source,
    SpecialCategory,
    WebhookDelivery,
)
from governance.porting import OWN_PURPOSE
from governance.requests.packages import words
from governance.requests.packages.contents import Contents

RECEIVED = """
SELECT r.service_id, count(DISTINCT m), count(DISTINCT r.id)
FROM read r CROSS JOIN LATERAL unnest(r.memory_ids) m
WHERE r.person_id = %s AND r.created_at <= %s AND r.purpose <> %s
GROUP BY r.service_id
"""


@dataclass(frozen=True)
class Heading:
    """One heading of the law, with its sentences."""

    name: str
    title: str
    law: str
    said: Sequence[str]


@dataclass
class Counts:
    """What the records hold, added up; by the name of a service where it matters."""

    declared: dict[str, list[str]] = field(default_factory=dict)
    reads: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    special: Counter[str] = field(default_factory=Counter)
    places: Counter[tuple[str, str]] = field(default_factory=Counter)
    received: dict[str, tuple[int, int]] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    inferred: int = 0
    memories: int = 0


def headings(contents: Contents, rules: Sequence[RetentionRule]) -> list[Heading]:
    """All of them, in the order of the law."""
    counted = _counted(contents)
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
        Heading("rights", _("Your rights"), "Art. 15(1)(e)", _rights()),
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


def _counted(contents: Contents) -> Counts:
    counted = Counts()
    for person_id, service_id in contents.persons:
        with as_service_with(service_id, person_id):
            person = (
                Person.objects.filter(id=person_id).select_related("service").first()
            )
            if person:
                _add(counted, person, contents)
        contents.held.renew()
    return counted


def _add(counted: Counts, person: Person, contents: Contents) -> None:
    service, until = person.service.name, contents.as_of
    counted.declared[service] = list(person.service.purposes)
    mine = (
        Memory.objects.owned_by(person.id)
        .written_by(person.service_id)
        .unexpired()
        .staying()
        .filter(created_at__lte=until)
    )
    counted.memories += mine.count()
    counted.inferred += mine.filter(inferred=True).count()
    counted.kinds.update(_by(mine, "kind"))
    for categories, number in _by(mine.exclude(categories=[]), "categories").items():
        counted.special.update(dict.fromkeys(categories, number))
    sources = Source.objects.owned_by(person.id).filter(created_at__lte=until)
    counted.places.update(
        {(place, service): number for place, number in _by(sources, "type").items()}
    )
    reads = Read.objects.owned_by(person.id).filter(
        ~Q(purpose=OWN_PURPOSE), created_at__lte=until
    )
    counted.reads.update(
        {(service, slug): number for slug, number in _by(reads, "purpose").items()}
    )
    deliveries = WebhookDelivery.objects.filter(
        person_id=person.id, told_at__isnull=False
    )
    counted.told[service] += deliveries.count()
    for name, memories, times in _received(person.id, until):
        before = counted.received.get(name, (0, 0))
        counted.received[name] = (before[0] + memories, before[1] + times)


def _by(rows: Any, column: str) -> dict[Any, int]:
    pairs = rows.order_by().values_list(column).annotate(Count("id"))
    return {
        tuple(value) if isinstance(value, list) else value: number
        for value, number in pairs
    }


def _received(person_id: uuid.UUID, until: datetime) -> Iterator[tuple[str, int, int]]:
    names = dict(Service.objects.values_list("id", "name"))
    with connection.cursor() as cursor:
        cursor.execute(RECEIVED, [person_id, until, OWN_PURPOSE])
        for service_id, memories, times in cursor.fetchall():
            yield names[service_id], memories, times


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
        _(
            "Beside them: your switches, what you agreed to, where each memory came from, "
            "and who read it."
        ),
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
    return [
        wrote,
        *(received or [_("No app has received any of them since.")]),
        *(told or [_("No app was sent any notice about you.")]),
    ]


def _retention(rules: Sequence[RetentionRule]) -> list[str]:
    about = [*retention.BY_PERSON, *retention.TOLD, About.READS]
    said = [retention.said(rule) for rule in rules if rule.about in about]
    return said or [
        _("No rule takes a memory: they stay until you or an app erase them.")
    ]


def _rights() -> list[str]:
    return [
        _("You can have a memory corrected (Art. 16) or erased (Art. 17)."),
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
    return [*said, named] if said else [none]


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
