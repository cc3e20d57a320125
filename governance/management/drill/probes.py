"""What is looked at after the restore and after the replay: by the owner's login, which sees
every row, for right after the restore nobody else may look."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from governance.access import valid_keys
from governance.management.drill.hub import Hub
from governance.models import (
    Account,
    Consent,
    Memory,
    MemoryState,
    Person,
    Service,
    Webhook,
)


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


@dataclass(frozen=True)
class Asked:
    """Two services, a second key of the first, an account, and a webhook."""

    hub: Hub
    other: Hub
    second: str
    account_id: uuid.UUID
    webhook_id: uuid.UUID


Probe = tuple[str, Callable[[], bool], bool]
"""What is looked at, whether it is there, and whether it should be."""


def probes_of(asked: Asked) -> list[Probe]:
    """All of them."""
    return [*_of_erasures(asked), *_of_switches(asked)]


def _of_erasures(asked: Asked) -> list[Probe]:
    hub = asked.hub

    def told(name: str, word: str) -> Callable[[], bool]:
        return lambda: any(word in text for text in hub.texts(name))

    def written(name: str, word: str) -> Callable[[], bool]:
        return lambda: any(word in text for text in hub.written(name))

    return [
        ("an erased memory", told("ada", "cello in"), False),
        ("an older summary made of it", told("ada", "early"), False),
        ("its words in any other text", told("ada", "cell"), False),
        ("a neighbour of the erased memory", told("ada", "house by a lake"), True),
        ("told again after its erasure", told("dora", "bread"), True),
        ("a part erased before the backup", told("emil", "scooter"), False),
        ("told after that part was erased", told("emil", "bicycle"), True),
        ("a memory that a hold in the backup keeps", told("gus", "lease"), True),
        ("what stood beside it", told("gus", "umbrellas"), False),
        ("a memory that a hold placed since keeps", told("frida", "May"), True),
        ("what stood beside that", told("frida", "choir"), False),
        ("forgotten before and erased since", told("hana", "heights"), False),
        ("somebody who was erased whole since", lambda: _known(hub, "ida"), False),
        ("what they had forgotten before", told("ida", "violin"), False),
        ("what was remembered beside it", told("ida", "caves"), False),
        ("an account closed since", lambda: _account(asked), False),
        ("what was remembered of its person", told("jon", "bees"), False),
        ("a conversation cleared since", written("lea", "please"), False),
        ("a note deleted since", written("lea", "the room"), False),
        ("what that note said before", written("lea", "a room above"), False),
        ("a note that nobody deleted", written("lea", "tea"), True),
        ("a forget undone since is in use", lambda: _in_use(hub, "kim"), True),
    ]


def _of_switches(asked: Asked) -> list[Probe]:
    hub = asked.hub
    return [
        ("a consent withdrawn since", lambda: _consented(hub), False),
        ("what rested on that consent", lambda: bool(hub.texts("ben")), False),
        ("memory switched off since is on", lambda: _is_on(hub), False),
        ("what that only put out of use", lambda: bool(hub.texts("cleo")), True),
        ("a key revoked since is valid", lambda: _valid(asked.second), False),
        ("a key that was not revoked is valid", lambda: _valid(hub.key), True),
        ("a service paused since works", lambda: _works(asked.other), False),
        ("a service that was not paused works", lambda: _works(hub), True),
        ("a webhook removed since", lambda: _webhook(asked), False),
    ]


def _known(hub: Hub, name: str) -> bool:
    return Person.objects.using("owner").filter(id=hub.person_id(name)).exists()


def _account(asked: Asked) -> bool:
    return Account.objects.using("owner").filter(id=asked.account_id).exists()


def _in_use(hub: Hub, name: str) -> bool:
    rows = Memory.objects.using("owner").filter(person_id=hub.person_id(name))
    return rows.filter(status=MemoryState.ACTIVE).exists()


def _consented(hub: Hub) -> bool:
    rows = Consent.objects.using("owner").filter(person_id=hub.person_id("ben"))
    return rows.filter(withdrawn_at=None).exists()


def _is_on(hub: Hub) -> bool:
    row = Person.objects.using("owner").get(id=hub.person_id("cleo"))
    return row.memory_enabled


def _valid(key: str) -> bool:
    """By its row: right after the restore no key opens anything."""
    return valid_keys().using("owner").filter(prefix=key.split("_")[1]).exists()


def _works(hub: Hub) -> bool:
    rows = Service.objects.using("owner").filter(id=hub.service.id)
    return rows.filter(paused_at=None).exists()


def _webhook(asked: Asked) -> bool:
    return Webhook.objects.using("owner").filter(id=asked.webhook_id).exists()
