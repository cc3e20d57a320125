"""Invented people, what is remembered of them before a backup, and what they want gone
since. Played inside the scratch database; it must never see another one."""

import tempfile
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from governance.access import (
    Caller,
    Whose,
    add_key,
    as_service_with,
    authenticate,
    find_or_make_person,
    make_service,
    revoke_key,
    valid_keys,
)
from governance.audit import SYSTEM
from governance.choices import give_consent, switch_memory, withdraw_consent
from governance.condensing import rebuild, waiting
from governance.erasure import (
    ask,
    ask_for_all,
    carry_out,
    clear,
    erase_memories,
    hasten,
    open_runs,
    replay,
)
from governance.holding import ground, place
from governance.models import (
    Consent,
    ErasureRun,
    Exception17,
    KeyScope,
    Kind,
    Memory,
    Person,
    SourceType,
    SpecialCategory,
)
from governance.writing import Draft, SourceDraft, remember
from memoryhub.backups import dump, put_back

SCOPES = [scope.value for scope in KeyScope]
HEALTH = SpecialCategory.HEALTH


@dataclass(frozen=True)
class Check:
    """One thing that must not come back, or must stay: how it was right after the restore
    and after the replay."""

    what: str
    restored: bool
    replayed: bool
    wanted: bool = False

    @property
    def good(self) -> bool:
        """Whether it is as it should be."""
        return self.replayed == self.wanted


Probe = tuple[str, Callable[[], bool], bool]
"""What is looked at, whether it is there, and whether it should be."""


class Hub:
    """A service and those it knows, through the product's own verbs."""

    def __init__(self) -> None:
        self.service, self.key = make_service(
            "Drill assistant", scopes=SCOPES, actor=SYSTEM
        )
        caller = authenticate(self.key)
        if caller is None:
            raise RuntimeError("a key that was just made opens")
        self.caller: Caller = caller

    def tell(
        self, name: str, text: str, kind: Kind = Kind.FACT, **more: object
    ) -> uuid.UUID:
        """Remembers a text of a person; gives its id."""
        person = find_or_make_person(self.service.id, name)
        source = SourceDraft(type=SourceType.USER_MESSAGE, said_at=timezone.now())
        draft = replace(Draft(text=text, kind=kind, key="", source=source), **more)  # type: ignore[arg-type]
        whose = Whose(self.service.id, name, person.id)
        return remember(draft, whose=whose, caller=self.caller).memory.id

    def erase(self, name: str, *ids: uuid.UUID) -> None:
        """Erases memories, or all that is there, to the end."""
        person = self.person(name)
        with as_service_with(self.service.id, person.id):
            if ids:
                run = erase_memories(
                    ids,
                    person_id=person.id,
                    service_id=self.service.id,
                    actor=SYSTEM,
                )
            else:
                run = ask_for_all(person.id, self.service.id, actor=SYSTEM)
        carry_out(run.id)

    def keep(self, name: str, memory_id: uuid.UUID) -> None:
        """Holds one memory, for a year."""
        person = self.person(name)
        why = ground(
            Exception17.OBLIGATION,
            "Books are kept for years.",
            timezone.now() + timedelta(days=365),
        )
        with as_service_with(self.service.id, person.id):
            place(memory_id, why, person_id=person.id, actor=SYSTEM)

    def forget(self, name: str, memory_id: uuid.UUID) -> ErasureRun:
        """Forgets a memory; there is a day to undo it."""
        person = self.person(name)
        with as_service_with(self.service.id, person.id):
            return ask(
                [memory_id],
                person_id=person.id,
                service_id=self.service.id,
                actor=SYSTEM,
                undo=timedelta(days=1),
            )

    def person(self, name: str) -> Person:
        """Somebody it knows."""
        return find_or_make_person(self.service.id, name)

    def texts(self, name: str) -> list[str]:
        """What is there of them by the owner's login, which sees every row."""
        rows = Memory.objects.using("owner").filter(person_id=self.person_id(name))
        return list(rows.values_list("text", flat=True))

    def person_id(self, name: str) -> uuid.UUID:
        """Their id, remembered: right after the restore nobody may be looked up."""
        return self._ids[name]

    def note_people(self, names: Sequence[str]) -> None:
        """Looks everybody up while that can be done."""
        self._ids = {name: self.person(name).id for name in names}


def play() -> list[Check]:
    """Everything, in order; what was found."""
    hub = Hub()
    second = add_key(hub.service, SCOPES, actor=SYSTEM)
    told = _before(hub)
    hub.note_people(("ada", "ben", "cleo", "dora", "emil", "frida", "gus", "hana"))
    owner = settings.DATABASES["owner"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "backup"
        dump(owner, file)
        _since(hub, second, told)
        probes = _probes(hub, second)
        put_back(owner, file, replace=True)
    closed = not clear()
    restored = [there() for _, there, _ in probes]
    replay()
    for each in waiting():
        rebuild(each)
    checks = [
        Check(what, before, there(), wanted)
        for (what, there, wanted), before in zip(probes, restored, strict=True)
    ]
    return [
        Check("closed until the replay", restored=True, replayed=closed, wanted=True),
        *checks,
    ]


@dataclass(frozen=True)
class Told:
    """What is meant later on."""

    cello: uuid.UUID
    old: uuid.UUID
    invoice: uuid.UUID
    forgotten: ErasureRun


def _before(hub: Hub) -> Told:
    cello = hub.tell("ada", "Plays the cello in an orchestra.")
    lake = hub.tell("ada", "Lives in a house by a lake.")
    old = hub.tell(
        "ada",
        "A cellist at the lake, summed up early.",
        Kind.SUMMARY,
        derived_from=[cello, lake],
    )
    ben = hub.person("ben")
    with as_service_with(hub.service.id, ben.id):
        give_consent(HEALTH, person_id=ben.id, service_id=hub.service.id, actor=SYSTEM)
    hub.tell("ben", "Has asthma and carries an inhaler.")
    hub.tell("cleo", "Collects stamps of islands.")
    hub.erase("dora", hub.tell("dora", "Bakes bread on Sundays."))
    hub.tell("dora", "Bakes bread on Sundays.")
    hub.tell("emil", "Used to ride a scooter.")
    hub.erase("emil")
    hub.tell("emil", "Rides a bicycle now.")
    hub.tell("frida", "Sings in a choir.")
    invoice = hub.tell("frida", "Paid the invoice of May.")
    hub.keep("gus", hub.tell("gus", "Signed the lease of the shop."))
    hub.tell("gus", "Sells umbrellas.")
    forgotten = hub.forget("hana", hub.tell("hana", "Is afraid of heights."))
    return Told(cello, old, invoice, forgotten)


def _since(hub: Hub, second: str, told: Told) -> None:
    hub.keep("frida", told.invoice)
    for name in ("frida", "gus"):
        hub.erase(name)
    hana = hub.person("hana")
    with as_service_with(hub.service.id, hana.id):
        hasten(told.forgotten, actor=SYSTEM)
    hub.erase("ada", told.old)
    hub.tell(
        "ada",
        "Plays and lives at a lake, summed up late.",
        Kind.SUMMARY,
        derived_from=[told.cello],
    )
    hub.erase("ada", told.cello)
    ben, cleo = hub.person("ben"), hub.person("cleo")
    with as_service_with(hub.service.id, ben.id):
        withdraw_consent(
            HEALTH, person_id=ben.id, service_id=hub.service.id, actor=SYSTEM
        )
    for run_id in open_runs():
        carry_out(run_id)
    with as_service_with(hub.service.id, cleo.id):
        switch_memory(cleo, on=False, actor=SYSTEM)
    revoke_key(second.split("_")[1], actor=SYSTEM)


def _probes(hub: Hub, second: str) -> list[Probe]:
    def told(name: str, word: str) -> Callable[[], bool]:
        return lambda: any(word in text for text in hub.texts(name))

    return [
        ("an erased memory", told("ada", "cello"), False),
        ("an older summary made of it", told("ada", "early"), False),
        ("a neighbour of the erased memory", told("ada", "house by a lake"), True),
        ("a consent withdrawn since", lambda: _consented(hub), False),
        ("what rested on that consent", told("ben", "asthma"), False),
        ("memory switched off since is on", lambda: _is_on(hub), False),
        ("what the switch only put out of use", told("cleo", "stamps"), True),
        ("a key revoked since is valid", lambda: _valid(second), False),
        ("a key that was not revoked is valid", lambda: _valid(hub.key), True),
        ("told again after its erasure", told("dora", "bread"), True),
        ("a part erased before the backup", told("emil", "scooter"), False),
        ("a memory that a hold in the backup keeps", told("gus", "lease"), True),
        ("what stood beside it", told("gus", "umbrellas"), False),
        ("a memory that a hold placed since keeps", told("frida", "May"), True),
        ("what stood beside that", told("frida", "choir"), False),
        ("forgotten before and erased since", told("hana", "heights"), False),
        ("told after that part was erased", told("emil", "bicycle"), True),
    ]


def _consented(hub: Hub) -> bool:
    rows = Consent.objects.using("owner").filter(person_id=hub.person_id("ben"))
    return rows.filter(withdrawn_at=None).exists()


def _is_on(hub: Hub) -> bool:
    row = Person.objects.using("owner").get(id=hub.person_id("cleo"))
    return row.memory_enabled


def _valid(key: str) -> bool:
    """By its row: right after the restore no key opens anything."""
    return valid_keys().using("owner").filter(prefix=key.split("_")[1]).exists()
