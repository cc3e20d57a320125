"""Protective switches: what each is, how it stands, how a replay throws it again.

Whoever throws one calls ``enter_switch`` in the same transaction. A restore brings back
rows in which it is not thrown yet; the ledger does not forget (design.md, Ledger).
"""

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Now

from governance.access.ledger_names import ledger_name
from governance.access.protective_holds import (
    end_hold,
    hold_has_ended,
    hold_stands,
    place_again,
)
from governance.access.protective_services import (
    end_key,
    key_detail,
    key_stands,
    pause,
    service_is_paused,
)
from governance.access.protective_versions import blank_version, version_is_blank
from governance.ledger import Facts, enter_before_commit
from governance.models import Consent, Person, ServiceKey, Unwanted, Webhook


class Switch(StrEnum):
    """Every kind that the ledger knows."""

    MEMORY = "memory"
    TEMPORARY = "temporary"
    RESTRICTED = "restricted"
    OBJECTION = "objection"
    LEARNING = "learning"
    USING = "using"
    DISCONNECTED = "disconnected"
    CATEGORY = "category"
    CONSENT = "consent"
    DONT_LEARN = "dont_learn"
    HOLD = "hold"
    HOLD_ENDED = "hold_ended"
    VERSION = "version"
    KEY = "key"
    SERVICE_PAUSED = "service_paused"
    WEBHOOK = "webhook"


@dataclass(frozen=True)
class Protection:
    """How a switch protects. ``stands`` tells whether it does now, ``throw`` makes it;
    both take the id of whom or what it is about and the entry's detail, in a scope that
    sees them."""

    stands: Callable[[uuid.UUID, str], bool]
    throw: Callable[[uuid.UUID, str], object]


def enter_key(key: ServiceKey) -> None:
    """Enters how a service's key stands: what it may and when it ends; narrower only."""
    enter_before_commit(of_service(Switch.KEY, key.service_id, key.id, key_detail(key)))


def enter_webhook(webhook: Webhook, how: str) -> None:
    """Enters that nothing is sent to a webhook any more: ``removed``, or ``disabled``."""
    enter_before_commit(of_service(Switch.WEBHOOK, webhook.service_id, webhook.id, how))


def of_service(
    switch: Switch,
    service_id: uuid.UUID,
    thing_id: uuid.UUID,
    detail: str = "",
    *,
    protects: bool = True,
) -> Facts:
    """What the entry of a switch of a service's says."""
    return {
        "kind": "switch",
        "switch": switch.value,
        "protects": protects,
        "service": str(service_id),
        "thing": str(thing_id),
        "detail": detail,
    }


def switch_facts(
    switch: Switch, person: Person, detail: str, *, protects: bool
) -> Facts:
    """What its entry says."""
    named = ledger_name(person.id)
    return {
        "kind": "switch",
        "switch": switch.value,
        "protects": protects,
        "service": str(person.service_id),
        "person": named.hash,
        "key": named.key_id,
        "detail": detail,
    }


def _rows(person_id: uuid.UUID) -> QuerySet[Person]:
    return Person.objects.filter(id=person_id)


def _column(protects: Mapping[str, Any], **columns: object) -> Protection:
    """A switch that is a column of the person: protective where ``protects`` holds."""
    return Protection(
        stands=lambda person_id, _: _rows(person_id).filter(**protects).exists(),
        throw=lambda person_id, _: (
            _rows(person_id).exclude(**protects).update(**columns)
        ),
    )


def _temporary_stands(person_id: uuid.UUID, until: str) -> bool:
    rows = _rows(person_id).filter(temporary_until__gt=Now())
    return rows.exists() or (bool(until) and _moment(until) <= datetime.now(UTC))


def _begin_temporary(person_id: uuid.UUID, until: str) -> None:
    if until:
        _rows(person_id).update(temporary_until=_moment(until))


def _refuse_category(person_id: uuid.UUID, category: str) -> None:
    refused = _rows(person_id).values_list("refused_categories", flat=True).get()
    _rows(person_id).update(refused_categories=sorted({*refused, category}))


def _standing(person_id: uuid.UUID, category: str) -> QuerySet[Consent]:
    return Consent.objects.owned_by(person_id).standing().filter(category=category)


def unwanted_detail(run_id: uuid.UUID, person_id: uuid.UUID) -> str:
    """What the ledger keeps of the texts that a run's person does not want learnt again:
    their fingerprints, which mean nothing without the person's key. Empty for none."""
    rows = Unwanted.objects.owned_by(person_id).filter(run_id=run_id)
    texts = sorted(
        [bytes(row.in_order).hex(), bytes(row.in_any_order).hex()] for row in rows
    )
    return json.dumps({"run": str(run_id), "texts": texts}) if texts else ""


def _unwanted_stand(person_id: uuid.UUID, detail: str) -> bool:
    mine = Unwanted.objects.owned_by(person_id)
    if not detail:
        return mine.exists()
    return not _missing(person_id, json.loads(detail))


def _note_unwanted(person_id: uuid.UUID, detail: str) -> None:
    wanted = json.loads(detail)
    service_id = _rows(person_id).values_list("service_id", flat=True).get()
    Unwanted.objects.bulk_create(
        [
            Unwanted(
                person_id=person_id,
                service_id=service_id,
                run_id=uuid.UUID(wanted["run"]),
                in_order=bytes.fromhex(in_order),
                in_any_order=bytes.fromhex(in_any_order),
            )
            for in_order, in_any_order in _missing(person_id, wanted)
        ]
    )


def _missing(person_id: uuid.UUID, wanted: dict[str, Any]) -> list[list[str]]:
    """Those texts of a run that have no fingerprint here."""
    mine = Unwanted.objects.owned_by(person_id).filter(run_id=wanted["run"])
    known = {bytes(each).hex() for each in mine.values_list("in_order", flat=True)}
    return [each for each in wanted["texts"] if each[0] not in known]


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


PROTECTIONS: Mapping[Switch, Protection] = {
    Switch.MEMORY: _column({"memory_enabled": False}, memory_enabled=False),
    Switch.TEMPORARY: Protection(_temporary_stands, _begin_temporary),
    Switch.RESTRICTED: _column({"restricted_at__isnull": False}, restricted_at=Now()),
    Switch.OBJECTION: _column(
        {"objected_at__isnull": False},
        objected_at=Now(),
        restricted_at=Coalesce("restricted_at", Now()),
    ),
    Switch.LEARNING: _column({"remembering": False}, remembering=False),
    Switch.USING: _column({"using": False}, using=False),
    Switch.DISCONNECTED: _column(
        {"disconnected_at__isnull": False}, disconnected_at=Now()
    ),
    Switch.CATEGORY: Protection(
        stands=lambda person_id, category: (
            _rows(person_id).filter(refused_categories__contains=[category]).exists()
        ),
        throw=_refuse_category,
    ),
    Switch.CONSENT: Protection(
        stands=lambda person_id, category: not _standing(person_id, category).exists(),
        throw=lambda person_id, category: _standing(person_id, category).update(
            withdrawn_at=Now()
        ),
    ),
    Switch.DONT_LEARN: Protection(_unwanted_stand, _note_unwanted),
    Switch.HOLD: Protection(hold_stands, place_again),
    Switch.HOLD_ENDED: Protection(hold_has_ended, end_hold),
    Switch.VERSION: Protection(version_is_blank, blank_version),
    Switch.KEY: Protection(key_stands, end_key),
    Switch.SERVICE_PAUSED: Protection(service_is_paused, pause),
}
"""Every switch has its place; a replay that finds another refuses to call itself done. Only
that of webhooks stands where the replay is: what waits to be sent has to be seen to."""
