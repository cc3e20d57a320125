"""Throw the protective switches again: of each, what was entered last holds.

Only what protects is thrown. What the restored data protects and its person has loosened
since stays protected: they may loosen it again, and nothing is done that they had not
agreed to at the time of the backup.
"""

import uuid
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from governance.access import (
    PROTECTIONS,
    Protection,
    Refused,
    Switch,
    as_service,
    as_service_with,
    as_staff,
    hold_named,
    lock_for_erasing,
)
from governance.audit import SYSTEM, record
from governance.erasure.replay.people import People, ReplayTrouble
from governance.ledger import Entry
from governance.models import Person
from governance.telling import is_silent, silence

EVERY = {**PROTECTIONS, Switch.WEBHOOK: Protection(is_silent, silence)}
BY_DETAIL = {Switch.CATEGORY, Switch.CONSENT, Switch.DONT_LEARN, Switch.VERSION}
"""Switches of which a person has one for each kind of protected thing, or for each time
that something was not to be learnt again."""


@dataclass(frozen=True)
class Thrown:
    """One switch as it was thrown last."""

    switch: Switch
    service_id: uuid.UUID
    about: uuid.UUID
    person_id: uuid.UUID | None
    detail: str

    @property
    def which(self) -> tuple[object, ...]:
        """Of two that are equal in this, the later one counts."""
        kind = self.detail if self.switch in BY_DETAIL else ""
        if self.switch in (Switch.HOLD, Switch.HOLD_ENDED):
            kind = hold_named(self.detail)
        return self.switch, self.about, kind

    def scope(self) -> AbstractContextManager[None]:
        """The scope that sees what it is about."""
        if self.person_id:
            return as_service_with(self.service_id, self.person_id)
        if self.switch == Switch.WEBHOOK:
            return as_service(self.service_id)
        return as_staff()


def latest(entries: Iterable[Entry], people: People) -> list[Thrown]:
    """What protects at the end of these entries, oldest first; of people who are here."""
    found: dict[tuple[object, ...], tuple[bool, Thrown]] = {}
    for entry in entries:
        thrown = _thrown(entry, people)
        if thrown and _lets_all_be_learnt(entry):
            for earlier in [e for e in found if e[:2] == (thrown.switch, thrown.about)]:
                del found[earlier]
        elif thrown:
            found[thrown.which] = (entry["protects"], thrown)
        if thrown and thrown.switch == Switch.HOLD_ENDED:
            found.pop((Switch.HOLD, *thrown.which[1:]), None)
    return [thrown for protects, thrown in found.values() if protects]


def throw(thrown: Thrown) -> bool:
    """Whether it had to be thrown; a transaction of its own."""
    with thrown.scope():
        try:
            if thrown.person_id:
                lock_for_erasing(thrown.person_id)
        except Refused:
            return False  # erased whole since
        protection = _protection(thrown)
        if protection.stands(thrown.about, thrown.detail):
            return False
        protection.throw(thrown.about, thrown.detail)
        record(
            "switch.replayed",
            SYSTEM,
            service_id=thrown.service_id,
            person_id=thrown.person_id,
            subjects=[thrown.about],
            counts={thrown.switch.value: 1},
        )
    return True


def stands(thrown: Thrown) -> bool:
    """Whether it protects now, or there is nobody left whom it could protect."""
    with thrown.scope():
        if thrown.person_id and not _is_here(thrown.person_id):
            return True
        return _protection(thrown).stands(thrown.about, thrown.detail)


def _is_here(person_id: uuid.UUID) -> bool:
    return Person.objects.filter(id=person_id).exists()


def _lets_all_be_learnt(entry: Entry) -> bool:
    """The one switch that is thrown many times and loosened at once."""
    return entry["switch"] == Switch.DONT_LEARN and not entry["detail"]


def _thrown(entry: Entry, people: People) -> Thrown | None:
    try:
        switch = Switch(entry["switch"])
    except ValueError:
        raise _unknown(entry["switch"]) from None
    person_id = people.find(entry) if "person" in entry else None
    about = uuid.UUID(entry["thing"]) if "thing" in entry else person_id
    if about is None:
        return None
    service_id = uuid.UUID(entry["service"])
    return Thrown(switch, service_id, about, person_id, entry["detail"])


def _protection(thrown: Thrown) -> Protection:
    if thrown.switch not in EVERY:
        raise _unknown(thrown.switch.value)
    return EVERY[thrown.switch]


def _unknown(switch: str) -> ReplayTrouble:
    return ReplayTrouble(
        f"The ledger has a switch ({switch}) that this version cannot throw; use the one "
        "that entered it."
    )
