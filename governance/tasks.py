"""Every Celery task, three lines each. Arguments are ids; the row holds the rest. After a
restore they do nothing until it was replayed.

The schedule stands in memoryhub/schedule.py.
"""

import uuid

from celery import shared_task

from governance import condensing, erasure, retention
from governance.access import as_sweeper
from governance.audit import check_chain, seal_new_entries
from governance.erasure import when_clear


@shared_task
@when_clear
def erase(run_id: str) -> None:
    """Carries one erasure run out."""
    erasure.carry_out(uuid.UUID(run_id))


@shared_task
@when_clear
def certify(run_id: str) -> None:
    """Issues the certificate of one erasure that is done."""
    erasure.certify(uuid.UUID(run_id))


@shared_task
@when_clear
def rebuild(rebuild_id: str) -> None:
    """Derives one text again, after a correction or an erasure."""
    condensing.rebuild(uuid.UUID(rebuild_id))


@shared_task
@when_clear
def sweep() -> None:
    """Takes up every run, every certificate to be made, and every text to be derived
    again, without a worker."""
    for run_id in erasure.open_runs():
        erasure.carry_out(run_id)
    for run_id in erasure.uncertified():
        erasure.certify(run_id)
    for rebuild_id in condensing.waiting():
        condensing.rebuild(rebuild_id)


@shared_task
@when_clear
def expire() -> None:
    """Deletes what has lived its time, batch by batch."""
    while retention.delete_expired():
        pass


@shared_task
@when_clear
def forget_by_age() -> None:
    """Forgets what is older than its person wants, every night."""
    retention.forget_by_age()


@shared_task
@when_clear
def seal() -> None:
    """Links new audit entries into the chain."""
    with as_sweeper():
        seal_new_entries()


@shared_task
@when_clear
def verify_audit() -> None:
    """Walks the whole audit chain, every night."""
    with as_sweeper():
        check_chain()


@shared_task
@when_clear
def drop_old_receipts() -> None:
    """Deletes receipts and links whose time is over."""
    retention.drop_old_receipts()
