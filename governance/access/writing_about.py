"""The transaction of every owned write by a service: locked, asked again."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from governance.access.epoch import lock_for_writing
from governance.access.may import ask_again
from governance.access.people import Whose
from governance.access.scopes import as_service_with
from governance.access.secrets import note_current_key
from governance.access.service_keys import Caller
from governance.models import KeyScope


@contextmanager
def writing_about(
    whose: Whose, caller: Caller, *, needs: str = KeyScope.MEMORIES_WRITE
) -> Iterator[uuid.UUID]:
    """Gives the person, who is made if need be; raises ``Refused`` where a switch was
    thrown meanwhile, or where the key has ended or lost the scope ``needs``."""
    person_id = whose.person_id()
    with as_service_with(caller.service_id, person_id):
        lock_for_writing(person_id)
        ask_again(person_id, caller, needs=needs)
        note_current_key()
        yield person_id
