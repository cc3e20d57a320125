"""The moment in which a whole person is gone for everybody, though their rows still go one
by one: no service finds them by its id, no account has them, and nothing is written."""

import os

from django.conf import settings
from django.db.models.functions import Now

from governance.audit import ActorKind
from governance.models import ErasureRun, GonePerson, Person

HASH_BYTES = 32


def leave(run: ErasureRun) -> None:
    """Puts a row in the person's place that says to their service that they were erased;
    in the commit in which the erasure begins. A run that goes on where a hold had stopped
    an earlier one finds it done."""
    person = Person.objects.get(id=run.person_id)
    if person.gone_at is not None:  # what says so may be over by now, the hold is not
        return
    _say(run, person)
    # The hash is that of nobody: whoever comes by the same id later is somebody new.
    Person.objects.filter(id=person.id).update(
        ref_hash=os.urandom(HASH_BYTES),
        ref_sealed=b"",
        account=None,
        claimed_at=None,
        gone_at=Now(),
        loosened=[],
    )


def _say(run: ErasureRun, person: Person) -> None:
    """A service that asked for it itself knows, and may write of somebody new at once."""
    itself = run.asked_by == ActorKind.SERVICE
    GonePerson.objects.create(
        person_id=run.person_id,
        service_id=run.service_id,
        run_id=run.id,
        ref_hash=bytes(person.ref_hash),
        ref_sealed=None if itself else bytes(person.ref_sealed),
        hash_key_id=person.hash_key_id,
        acknowledged_at=Now() if itself else None,
        expires_at=Now() + settings.RECEIPT_LIFE,
    )
