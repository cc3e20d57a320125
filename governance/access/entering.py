"""Enter switches in the ledger: what protects before its commit, what loosens after it. Who
loosened something owes the ledger that, on their own row, until it is entered."""

import logging
import uuid
from collections.abc import Callable, Iterable

from django.db import transaction

from governance.access.epoch import lock_for_writing
from governance.access.protective import (
    PROTECTIONS,
    Switch,
    of_service,
    switch_facts,
)
from governance.access.protective_services import locked_and_paused
from governance.access.scopes import as_service_with, as_staff, as_sweeper
from governance.ledger import LedgerTrouble, ReplayOutstanding, enter_before_commit
from governance.models import OWES_LEDGER, Person

log = logging.getLogger(__name__)

BATCH = 100


def enter_switch(
    switch: Switch,
    person: Person,
    *,
    protects: bool,
    detail: str = "",
) -> None:
    """Enters a switch of a person's; call it inside the scope that threw it, with the
    person locked. What protects is entered before the commit and undone with it; what
    loosens after it, if it is so then, and by the sweep where it could not be."""
    if protects:
        enter_before_commit(switch_facts(switch, person, detail, protects=True))
        return
    _owe(person.id, switch, detail)
    whose = person.id, person.service_id
    transaction.on_commit(lambda: enter_now(_enter_loosened, *whose))


def enter_pause(service_id: uuid.UUID, *, paused: bool) -> None:
    """Enters that a service is paused, or is so no longer, in the order of a person's
    switches; call it in the staff's scope with the service's row locked. Where the end of
    a pause could not be entered, a restore finds the service paused: staff resume it."""
    facts = of_service(Switch.SERVICE_PAUSED, service_id, service_id, protects=paused)
    if paused:
        enter_before_commit(facts)
        return
    transaction.on_commit(lambda: enter_now(_enter_resumed, service_id))


def _enter_resumed(service_id: uuid.UUID) -> None:
    facts = of_service(Switch.SERVICE_PAUSED, service_id, service_id, protects=False)
    with as_staff():
        if not locked_and_paused(service_id):
            enter_before_commit(facts)


def enter_loosened() -> int:
    """Enters what was loosened and is not entered yet; gives of how many persons."""
    with as_sweeper():
        rows = Person.objects.filter(OWES_LEDGER, gone_at=None).order_by("id")
        # The limit leads PostgreSQL to the index: of the column it keeps no statistics.
        owing = list(rows.values_list("id", "service_id")[: 10 * BATCH])
    return enter_each(owing, _enter_loosened)


def enter_each(
    rows: Iterable[tuple[uuid.UUID, ...]], enter: Callable[..., None]
) -> int:
    """Calls ``enter`` with each row, of which the first is its id; gives for how many it
    succeeded, at most a batch. A ledger that takes nothing ends it: the rows wait for the
    next time."""
    entered = 0
    for row in rows:
        if entered == BATCH:
            break
        try:
            enter(*row)
            entered += 1
        except ReplayOutstanding:
            raise
        except LedgerTrouble as trouble:
            log.warning("what is not in the ledger yet waits: %s", trouble)
            break
        except Exception as trouble:  # noqa: BLE001  one bad row holds up no other
            _warn(row[0], trouble)
    return entered


def enter_now(enter: Callable[..., None], *row: uuid.UUID) -> None:
    """Calls ``enter`` with the row, whose first is its id, after the commit of what it is
    about. That is done, so nothing is raised: the row waits for the sweep."""
    try:
        enter(*row)
    except Exception as trouble:  # noqa: BLE001  the answer is about what was committed
        _warn(row[0], trouble)


def _owe(person_id: uuid.UUID, switch: Switch, detail: str) -> None:
    mine = Person.objects.filter(id=person_id)
    owed = mine.select_for_update(no_key=True).values_list("loosened", flat=True).get()
    mine.update(loosened=[*owed, [switch.value, detail]])


def _enter_loosened(person_id: uuid.UUID, service_id: uuid.UUID) -> None:
    """In a transaction of its own, with the person locked once more: the order of entries
    is the order of the switches, however many are thrown at once."""
    with as_service_with(service_id, person_id):
        lock_for_writing(person_id)
        person = Person.objects.get(id=person_id)
        for name, detail in person.loosened:
            switch = Switch(name)
            if not PROTECTIONS[switch].stands(person_id, detail):
                facts = switch_facts(switch, person, detail, protects=False)
                enter_before_commit(facts)
        Person.objects.filter(id=person_id).update(loosened=[])


def _warn(about: uuid.UUID, trouble: Exception) -> None:
    kind = type(trouble).__name__
    log.warning("what was done to %s is not in the ledger yet: %s", about, kind)
