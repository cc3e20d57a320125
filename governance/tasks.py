"""Every Celery task, three lines each. Arguments are ids; the row holds the rest. After a
restore they do nothing until it was replayed.

The schedule stands in memoryhub/schedule.py.
"""

import uuid

from celery import shared_task

from governance import (
    condensing,
    erasure,
    holding,
    provenance,
    quarantine,
    residue,
    retention,
    telling,
)
from governance.access import as_sweeper, each_by_itself, enter_loosened
from governance.audit import check_chain, checked_just_now, publish, seal_new_entries
from governance.erasure import when_clear
from governance.models import Schedule
from governance.requests import (
    aging,
    doing,
    letters,
    lifting,
    looking,
    packages,
    proving,
    reminding,
)
from governance.requests import telling as telling_of
from governance.requests.opendsr import callbacks


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
def tell(delivery_id: str) -> None:
    """Tries to tell one recipient of one thing."""
    telling.deliver(uuid.UUID(delivery_id))


@shared_task
@when_clear
def tell_waiting() -> None:
    """Takes up what was not told yet; not in ``sweep``, for it waits for others."""
    telling.deliver_due()


@shared_task
@when_clear
def send_letters() -> None:
    """Sends the letters that wait; not in ``sweep``, for a mail server may be slow."""
    letters.send_due()


@shared_task
@when_clear
def close_unanswered() -> None:
    """Closes what nobody has answered, and deletes what was told long ago."""
    telling.close_unanswered()
    telling.drop_old()


@shared_task
@when_clear
def sweep() -> None:
    """Enters what is missing in the ledger, and takes up every run, every certificate to
    be made, and every text to be derived again, without a worker."""
    erasure.enter_missing()
    enter_loosened()
    for run_id in erasure.open_runs():
        erasure.carry_out(run_id)
    for run_id in erasure.uncertified():
        erasure.certify(run_id)
    for rebuild_id in condensing.waiting():
        condensing.rebuild(rebuild_id)


@shared_task
@when_clear
def follow_request(request_id: str) -> None:
    """Goes on with one request that was decided."""
    doing.follow(uuid.UUID(request_id))


@shared_task
@when_clear
def follow_requests() -> None:
    """Goes on with every request that is being done."""
    for request_id in doing.running():
        doing.follow(request_id)


@shared_task
@when_clear
def answer_requests() -> None:
    """Writes the letters that need nobody: it was received, it was done. A restriction
    ends when the letter about that has gone."""
    telling_of.write_receipts()
    telling_of.write_answers()
    lifting.lift_told()


@shared_task
@when_clear
def build_package(package_id: str) -> None:
    """Makes one package."""
    packages.build(uuid.UUID(package_id))


@shared_task
@when_clear
def sweep_packages() -> None:
    """Ends what is over, deletes its files, and makes what waits; not in ``sweep``, for
    one may take minutes."""
    packages.sweep()


@shared_task
@when_clear
def do_source(deed_id: str) -> None:
    """Drops a source or lets it into use, person after person."""
    quarantine.carry_on(uuid.UUID(deed_id))


@shared_task
@when_clear
def sweep_sources() -> None:
    """Takes up what waits; not in ``sweep``, for it may be about many people."""
    quarantine.sweep()


@shared_task
@when_clear
def ask_identities() -> None:
    """Writes to whoever asked by the public form."""
    for request_id in proving.unasked():
        proving.ask_by_mail(request_id)


@shared_task
@when_clear
def tell_controllers() -> None:
    """Tells other controllers how their requests stand; waits for them, as above."""
    callbacks.tell_controllers()


@shared_task
@when_clear
def remind() -> None:
    """Tells the staff what comes due, or could not go on."""
    reminding.remind()


@shared_task
@when_clear
def expire() -> None:
    """Ends holds that are over and deletes what has lived its time."""
    holding.lapse()
    retention.carry_out(Schedule.EACH_RUN)


@shared_task
@when_clear
def retain_nightly() -> None:
    """Carries out the rules of every night."""
    retention.carry_out(Schedule.NIGHTLY)
    each_by_itself(
        erasure.drop_gone,
        aging.drop_closed,
        aging.leave_closed_accounts,
        looking.drop_looks,
        reminding.drop_alarms,
        proving.drop_codes,
        packages.drop_old,
        callbacks.drop_old,
    )


@shared_task
@when_clear
def retain_weekly() -> None:
    """Carries out the rules of every week."""
    retention.carry_out(Schedule.WEEKLY)


@shared_task
@when_clear
def compact() -> None:
    """Rewrites the tables from which something can have been deleted, every week."""
    residue.compact_weekly()


@shared_task
@when_clear
def check_edges() -> None:
    """Looks for edges of the graph that have lost an end."""
    with as_sweeper():
        provenance.check_edges()


@shared_task
@when_clear
def seal() -> None:
    """Links new audit entries into the chain."""
    with as_sweeper():
        seal_new_entries()


@shared_task
@when_clear
def verify_audit() -> None:
    """Walks the whole audit chain, every night, and says where it ends."""
    with as_sweeper():
        found = check_chain()
    publish(found)


@shared_task
@when_clear
def check_audit(account_id: str) -> None:
    """The same because somebody of the staff asks; one walk a minute is enough."""
    with as_sweeper():
        if not checked_just_now():
            check_chain(asked_by=uuid.UUID(account_id))
