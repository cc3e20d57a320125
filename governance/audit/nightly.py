"""The chain is walked every night, and when an auditor asks. What is wrong with it is an
alarm in the log and stands on the staff's pages, until a walk finds it whole again."""

import logging
import uuid
from datetime import timedelta

from django.db.models.functions import Now

from governance.audit.chain import Break, Head, seal_of, verify_chain
from governance.audit.sealer import unsealed
from governance.models import ChainCheck

log = logging.getLogger(__name__)

KEPT = timedelta(days=366)
"""Not less than the policy of the table says, in a leap year either."""
AT_MOST_EVERY = timedelta(minutes=1)
SHORTER = "links that were there are gone"


def check_chain(*, asked_by: uuid.UUID | None = None) -> Head | Break:
    """Verifies the whole record, and keeps what it found; call it in the sweeper's
    scope."""
    late = unsealed()
    if late:
        log.error("%d audit entries wait longer than 60 s for their seal", late)
    found = _compared(verify_chain())
    _keep(found, late, asked_by)
    if isinstance(found, Break):
        log.error("the audit chain breaks at %d: %s", found.number, found.why)
    else:
        # Published: whoever keeps the logs can tell later that nothing was changed before.
        log.info(
            "the audit chain is whole: %d entries, head %s",
            found.number,
            found.hash.hex(),
        )
    return found


def last_walk() -> ChainCheck | None:
    """What the last walk found; in a scope of the staff or the sweeper."""
    return ChainCheck.objects.order_by("-at").first()


def checked_just_now() -> bool:
    """Whether another walk would tell nothing new."""
    return ChainCheck.objects.filter(at__gt=Now() - AT_MOST_EVERY).exists()


def _compared(found: Head | Break) -> Head | Break:
    """A chain that was cut, or forged anew from some link on, is whole in itself: what an
    earlier walk saw at its end tells."""
    before = ChainCheck.objects.filter(why="").order_by("-number", "-at").first()
    if before is None or isinstance(found, Break) or not before.number:
        return found
    if found.number < before.number:
        return Break(found.number + 1, SHORTER)
    same = seal_of(before.number) == bytes(before.hash or b"")
    return found if same else Break(before.number, "its entry was changed")


def _keep(found: Head | Break, late: int, asked_by: uuid.UUID | None) -> None:
    hashed, why = (None, found.why) if isinstance(found, Break) else (found.hash, "")
    ChainCheck.objects.filter(at__lte=Now() - KEPT).delete()
    ChainCheck.objects.create(
        number=found.number,
        hash=hashed,
        why=why,
        unsealed=late,
        asked_by=asked_by,
    )
