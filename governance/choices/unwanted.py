"""What was not to be learnt again may be learnt again."""

from governance.access import Switch, enter_switch, lock_for_erasing
from governance.audit import Actor, record
from governance.models import Person, Unwanted


def let_be_learnt_again(person: Person, *, actor: Actor) -> int:
    """Deletes every fingerprint of this record; gives how many. Call it inside the scope
    of whoever asks."""
    lock_for_erasing(person.id)  # as a switch, after which writers ask again
    gone = Unwanted.objects.owned_by(person.id)
    number = gone.values("in_order").distinct().count()
    if gone._raw_delete(gone.db):
        enter_switch(Switch.DONT_LEARN, person, protects=False)
        record(
            "unwanted.lifted",
            actor,
            service_id=person.service_id,
            person_id=person.id,
            subjects=[person.id],
            counts={"texts": number},
        )
    return number
