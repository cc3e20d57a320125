"""What a person sets: how the pages look, how long a forget can be undone, and whether
age takes memories away by itself. Call each inside the person's own scope; the same again
changes nothing."""

from dataclasses import asdict, dataclass

from governance.access import lock_for_erasing
from governance.audit import Actor, record
from governance.models import Account, Person, Theme

UNDO_HOURS = (0, 1, 24, 7 * 24, 30 * 24)
FORGET_MONTHS = (3, 12, 36)


@dataclass(frozen=True)
class Looks:
    """How the pages look and read for one account; no language is the browser's."""

    language: str
    zone: str
    theme: Theme
    shortcuts: bool


def set_looks(account: Account, looks: Looks, *, actor: Actor) -> None:
    """The entry tells which of them changed, and to nobody what to."""
    rows = Account.objects.filter(id=account.id)
    before = rows.values(*asdict(looks)).get()
    changed = {
        name: value for name, value in asdict(looks).items() if before[name] != value
    }
    if not changed:
        return
    rows.update(**changed)
    record("looks.set", actor, subjects=[account.id], counts=dict.fromkeys(changed, 1))


def set_undo(person: Person, *, hours: int, actor: Actor) -> None:
    """How many hours a forget of theirs can be undone; 0 erases at once."""
    _set(person, "undo_hours", hours, actor=actor)


def set_forgetting(person: Person, *, months: int | None, actor: Actor) -> None:
    """What was learned longer ago goes by itself, every night; None is never."""
    _set(person, "forget_after_months", months, actor=actor)


def set_keep_unused(person: Person, *, keep: bool, actor: Actor) -> None:
    """Whether what is of little importance stays though nobody uses it."""
    _set(person, "keep_unused", keep, actor=actor)


def set_scrubbing(person: Person, *, policy: str, actor: Actor) -> None:
    """What is left out of their texts, at the least; empty is as each service has it."""
    _set(person, "scrub_policy", policy, actor=actor)


def _set(person: Person, column: str, value: object, *, actor: Actor) -> None:
    lock_for_erasing(person.id)
    mine = Person.objects.filter(id=person.id)
    if mine.values_list(column, flat=True).get() == value:
        return
    mine.update(**{column: value})
    record(
        f"{column}.set",
        actor,
        service_id=person.service_id,
        person_id=person.id,
        subjects=[person.id],
        counts={column: value} if isinstance(value, int) else {},
    )
