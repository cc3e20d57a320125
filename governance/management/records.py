"""Whom a command is about: the records of one person, as services call them."""

from django.core.management.base import CommandError

from governance.access import as_staff, find_person
from governance.models import Person, Service


def records_of(service_name: str | None, ref: str) -> list[tuple[Service, Person]]:
    """The person's record with each service that knows them, or with one. An unknown
    service is wrong use."""
    with as_staff():
        services = Service.objects.order_by("name")
        if service_name:
            services = services.filter(name=service_name)
        known = list(services)
    if service_name and not known:
        raise CommandError("There is no service of that name.", returncode=2)
    found = [(service, find_person(service.id, ref)) for service in known]
    return [(service, person) for service, person in found if person]
