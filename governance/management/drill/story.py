"""Invented people, what is remembered of them before a backup, and what they want gone
since. Played inside the scratch database; it must never see another one."""

import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from governance.access import (
    ServiceChanges,
    add_key,
    as_service_with,
    change_service,
    revoke_key,
)
from governance.audit import SYSTEM
from governance.choices import give_consent, switch_memory, withdraw_consent
from governance.choices.closing import close_account
from governance.erasure import clear, hasten, replay
from governance.files import Create, Delete, StrReplace
from governance.management.drill.hub import SCOPES, Hub, finish
from governance.management.drill.probes import Asked, Check, probes_of
from governance.models import Account, ErasureRun, Kind, SpecialCategory
from governance.telling import remove_webhook
from memoryhub.backups import dump, put_back

HEALTH = SpecialCategory.HEALTH
PEOPLE = (
    *("ada", "ben", "cleo", "dora", "emil", "frida"),
    *("gus", "hana", "ida", "jon", "kim", "lea"),
)


@dataclass(frozen=True)
class Told:
    """What is meant later on."""

    cello: uuid.UUID
    boat: uuid.UUID
    invoice: uuid.UUID
    violin: uuid.UUID
    account: Account
    heights: ErasureRun
    pottery: ErasureRun
    webhook: uuid.UUID


def play() -> list[Check]:
    """Everything, in order; what was found."""
    hub, other = Hub("Drill assistant"), Hub("Drill library")
    second = add_key(hub.service, SCOPES, actor=SYSTEM)
    told = _before(hub)
    hub.note_people(PEOPLE)
    asked = Asked(hub, other, second, told.account.id, told.webhook)
    owner = settings.DATABASES["owner"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "backup"
        dump(owner, file)
        _since(asked, told)
        probes = probes_of(asked)
        put_back(owner, file, replace=True)
    closed = not clear()
    restored = [there() for _, there, _ in probes]
    replay()
    finish()
    checks = [
        Check(what, before, there(), wanted)
        for (what, there, wanted), before in zip(probes, restored, strict=True)
    ]
    return [
        Check("closed until the replay", restored=True, replayed=closed, wanted=True),
        *checks,
    ]


def _before(hub: Hub) -> Told:
    cello = hub.tell("ada", "Plays the cello in an orchestra.")
    boat = hub.tell("ada", "Owns a rowing boat with a friend.")
    lake = hub.tell("ada", "Lives in a house by a lake.")
    hub.tell(
        "ada",
        "A cellist with a boat at the lake, summed up early.",
        Kind.SUMMARY,
        derived_from=[cello, boat, lake],
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
    heights = hub.forget("hana", hub.tell("hana", "Is afraid of heights."))
    hub.tell("ida", "Draws maps of caves.")
    violin = hub.tell("ida", "Used to play the violin.")
    hub.tell("jon", "Keeps bees behind the house.")
    hub.say("lea", "porto", "A room above the harbour, please.")
    hub.note("lea", Create("/memories/harbour.md", "Wants a room above the harbour."))
    hub.note("lea", StrReplace("/memories/harbour.md", "a room", "the room"))
    hub.note("lea", Create("/memories/tea.md", "Drinks tea in the morning."))
    pottery = hub.forget("kim", hub.tell("kim", "Makes pottery in the evening."))
    return Told(
        cello=cello,
        boat=boat,
        invoice=invoice,
        violin=violin,
        account=hub.sign_up("jon"),
        heights=heights,
        pottery=pottery,
        webhook=hub.listen(),
    )


def _since(asked: Asked, told: Told) -> None:
    hub = asked.hub
    hub.keep("frida", told.invoice)
    for name in ("frida", "gus"):
        hub.erase(name)
    hana = hub.person("hana")
    with as_service_with(hub.service.id, hana.id):
        hasten(told.heights, actor=SYSTEM)
    _sum_up_again(hub, told)
    hub.forget("ida", told.violin)
    hub.erase_person("ida")
    close_account(told.account)
    hub.undo("kim", told.pottery)
    hub.clear("lea", "porto")
    hub.note("lea", Delete("/memories/harbour.md"))
    _switch_off(asked, told)
    finish()


def _sum_up_again(hub: Hub, told: Told) -> None:
    """The summary of the backup goes with one of its sources, and the one that took its
    place with another: what the ledger has of that never heard of the first."""
    hub.erase("ada", told.boat)
    finish()
    hub.erase("ada", told.cello)
    finish()


def _switch_off(asked: Asked, told: Told) -> None:
    hub = asked.hub
    ben, cleo = hub.person("ben"), hub.person("cleo")
    with as_service_with(hub.service.id, ben.id):
        withdraw_consent(
            HEALTH, person_id=ben.id, service_id=hub.service.id, actor=SYSTEM
        )
    finish()
    with as_service_with(hub.service.id, cleo.id):
        switch_memory(cleo, on=False, actor=SYSTEM)
    revoke_key(asked.second.split("_")[1], actor=SYSTEM)
    change_service(asked.other.service.name, ServiceChanges(paused=True), actor=SYSTEM)
    remove_webhook(hub.service.id, told.webhook, actor=SYSTEM)
