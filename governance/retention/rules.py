"""Staff read, change and add rules. Each change leaves an entry with what it was before
and what it is now; the entries are the rule's history."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Now

from governance.audit import Actor, record
from governance.models import (
    LEAST_READ_DAYS,
    LEAST_REQUEST_DAYS,
    LONGEST_DAYS,
    LONGEST_PROPOSED_DAYS,
    About,
    AuditEntry,
    RetentionRule,
    Schedule,
)

CHANGED = "policy.changed"
MADE = "policy.made"


class OutOfRange(ValueError):
    """The rule cannot be so; ``least`` and ``most`` days it can."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__("out of range")
        self.least, self.most = least, most


@dataclass(frozen=True)
class Change:
    """One entry of a rule's history; None is what is not known or has no age."""

    at: datetime
    by: uuid.UUID | None
    days: tuple[int | None, int | None]
    on: tuple[bool | None, bool]


def all_rules() -> list[RetentionRule]:
    """Every rule, those of the house first in the order of :class:`About`."""
    order = {about: at for at, about in enumerate(About.values)}
    return sorted(
        RetentionRule.objects.all(), key=lambda rule: (order[rule.about], rule.name)
    )


def range_of(about: str) -> tuple[int, int]:
    """The fewest and the most days that a rule about this can have."""
    least = {About.READS: LEAST_READ_DAYS, About.REQUESTS: LEAST_REQUEST_DAYS}
    if about in least:
        return least[About(about)], LONGEST_DAYS
    return 1, LONGEST_PROPOSED_DAYS if about == About.PROPOSED else LONGEST_DAYS


def change(
    rule_id: uuid.UUID, *, days: int | None, enabled: bool, actor: Actor
) -> RetentionRule:
    """Sets age and on/off; the same again changes nothing. What has its end from
    elsewhere keeps it, what is always on stays on. Call it in the staff's scope; raises
    :class:`OutOfRange`."""
    rule = RetentionRule.objects.select_for_update().get(id=rule_id)
    days = None if rule.own_end else _in_range(rule.about, days)
    enabled = enabled or rule.always_on
    before = rule.days, rule.enabled
    if before == (days, enabled):
        return rule
    rule.days, rule.enabled = days, enabled
    rule.changed_by, rule.changed_at = actor.id, Now()
    rule.save(update_fields=["days", "enabled", "changed_by", "changed_at"])
    _note(CHANGED, rule, actor, before=before)
    rule.refresh_from_db()
    return rule


def add(
    *,
    kind: str = "",
    sensitivity: str = "",
    days: int,
    actor: Actor,
) -> RetentionRule:
    """A new rule about memories of one kind or privacy, each night. Call it in the
    staff's scope."""
    rule = RetentionRule.objects.create(
        name=_name(kind, sensitivity),
        about=About.MEMORIES,
        kind=kind,
        sensitivity=sensitivity,
        days=_in_range(About.MEMORIES, days),
        schedule=Schedule.NIGHTLY,
        changed_by=actor.id,
    )
    _note(MADE, rule, actor, before=(None, False))
    return rule


def there_is(kind: str, sensitivity: str) -> bool:
    """Whether there is a rule about these already."""
    return RetentionRule.objects.filter(name=_name(kind, sensitivity)).exists()


def history(rule: RetentionRule) -> Iterator[Change]:
    """Newest first; in the staff's scope."""
    entries = AuditEntry.objects.filter(
        Q(verb=CHANGED) | Q(verb=MADE),
        person_id=None,
        subject_ids__contains=[rule.id],
    )
    for entry in entries.order_by("-created_at", "-id"):
        said = entry.counts
        yield Change(
            entry.created_at,
            entry.actor_id,
            (said.get("days_before"), said.get("days")),
            (
                bool(said["on_before"]) if "on_before" in said else None,
                bool(said["on"]),
            ),
        )


def reads_kept() -> int | None:
    """For how many days it is kept who read what; None is for good."""
    return RetentionRule.days_of(About.READS)


def unused_rule() -> RetentionRule | None:
    """The rule by which what nobody uses is forgotten, if it is on."""
    rules = RetentionRule.objects.filter(about=About.UNUSED, enabled=True)
    return rules.order_by("name").first()


def _in_range(about: str, days: int | None) -> int:
    least, most = range_of(about)
    if days is None or not least <= days <= most:
        raise OutOfRange(least, most)
    return days


def _name(kind: str, sensitivity: str) -> str:
    return "-".join(each for each in (kind, sensitivity) if each)


def _note(
    verb: str,
    rule: RetentionRule,
    actor: Actor,
    *,
    before: tuple[int | None, bool],
) -> None:
    counts = {"days_before": before[0], "days": rule.days, "on": int(rule.enabled)}
    if verb == CHANGED:
        counts["on_before"] = int(before[1])
    said = {name: value for name, value in counts.items() if value is not None}
    record(verb, actor, subjects=[rule.id], counts=said)
