"""The chain is walked every night; what is wrong with it is an alarm in the log, and stays
one every night until somebody has looked."""

import logging

from governance.audit.chain import Break, Head, verify_chain
from governance.audit.sealer import unsealed

log = logging.getLogger(__name__)


def check_chain() -> Head | Break:
    """Verifies the whole record; call it in a scope that reads it."""
    late = unsealed()
    if late:
        log.error("%d audit entries wait longer than 60 s for their seal", late)
    found = verify_chain()
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
