"""A service's settings: what it reads for, how its texts are scrubbed, what it may keep."""

from dataclasses import dataclass
from typing import Any

from django.db.models.functions import Now

from governance.access.entering import enter_pause
from governance.access.scopes import as_staff
from governance.audit import Actor, record
from governance.models import Service


class NoSuchService(Exception):
    """There is no service of that name."""


@dataclass(frozen=True)
class ServiceChanges:
    """What is to change; ``None`` leaves a setting as it is.

    In ``category_policy`` a category maps to ``refuse`` or ``hold``, or to an empty text
    for what holds without a setting.
    """

    purposes: list[str] | None = None
    scrub_policy: str | None = None
    category_policy: dict[str, str] | None = None
    trusted_tools: list[str] | None = None
    paused: bool | None = None


def change_service(name: str, changes: ServiceChanges, *, actor: Actor) -> Service:
    """The service as it stands after the changes; they hold for the next call. Raises
    :class:`NoSuchService`; ``LedgerTrouble`` where a pause could not be entered, and then
    nothing is changed."""
    with as_staff():
        service = Service.objects.select_for_update().filter(name=name).first()
        if service is None:
            raise NoSuchService
        columns = _columns(service, changes)
        if columns:
            Service.objects.filter(id=service.id).update(**columns)
            record(
                "service.changed", actor, service_id=service.id, subjects=[service.id]
            )
        if changes.paused is not None:  # a restore must not let it go on
            enter_pause(service.id, paused=changes.paused)
        return Service.objects.get(id=service.id)


def _columns(service: Service, changes: ServiceChanges) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "purposes": changes.purposes,
        "scrub_policy": changes.scrub_policy,
        "trusted_tools": changes.trusted_tools,
    }
    if changes.category_policy is not None:
        both = {**service.category_policy, **changes.category_policy}
        columns["category_policy"] = {name: said for name, said in both.items() if said}
    chosen = {name: value for name, value in columns.items() if value is not None}
    if changes.paused is not None:
        chosen["paused_at"] = Now() if changes.paused else None
    return chosen
