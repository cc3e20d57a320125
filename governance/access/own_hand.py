"""The person's own hand: whoever is remembered may add, correct and let in, in the record
that a service keeps about them, under that service's scrub policy."""

from governance.access.may import WHY_NOT_KEEP
from governance.access.people import Whose
from governance.access.service_keys import Caller
from governance.audit import Actor
from governance.models import Person, Service


def own_hand(service: Service, actor: Actor) -> Caller:
    """Writes like the service, in the name of the person; proved by the page's scope."""
    return Caller(
        key_id=None,
        service_id=service.id,
        service_name=service.name,
        scrub_policy=service.scrub_policy,
        category_policy=service.category_policy,
        scopes=frozenset(),
        purposes=tuple(service.purposes),
        trusted_tools=(),
        hand=actor,
    )


def themselves(person: Person) -> Whose:
    """Their own record; call it in its scope."""
    rows = Person.objects.filter(id=person.id).annotate(why_not=WHY_NOT_KEEP)
    why_not, policy = rows.values_list("why_not", "scrub_policy").get()
    return Whose(person.service_id, "", person.id, why_not or "", policy)
