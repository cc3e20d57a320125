"""A closed request has an age of its own; when that is over it goes, with its events and its
letters. Its erasures keep their certificates, and the audit record its entries."""

from django.db.models import DateTimeField, Func, Value

from governance.access import as_staff, as_sweeper
from governance.audit import SYSTEM, record
from governance.models import (
    About,
    Account,
    Letter,
    RequestEvent,
    RetentionRule,
    SubjectRequest,
)
from governance.requests.letters import drop_letters, leave_account

BATCH = 500


def drop_closed() -> int:
    """Deletes those that have lived their time, by the rule about them; gives how many."""
    done = 0
    while batch := _batch():
        done += batch
    return done


def leave_closed_accounts() -> int:
    """Letters that waited on the page of an account that was closed are for staff to hand
    over; gives how many."""
    with as_staff():
        named = Letter.objects.exclude(account_id=None).values_list("account_id")
        ids = {account_id for (account_id,) in named.distinct() if account_id}
        gone = ids - set(
            Account.objects.filter(id__in=ids).values_list("id", flat=True)
        )
        return sum(leave_account(each) for each in sorted(gone))


def _batch() -> int:
    with as_sweeper():
        rules = RetentionRule.objects.filter(about=About.REQUESTS, enabled=True)
        rule = rules.order_by("name").first()
        if rule is None or rule.days is None:
            return 0
        over = SubjectRequest.objects.filter(closed_at__lt=_ago(rule.days))
        ids = list(over.order_by("closed_at").values_list("id", flat=True)[:BATCH])
        if not ids:
            return 0
        drop_letters(ids)
        RequestEvent.objects.filter(request_id__in=ids).delete()
        gone, _ = SubjectRequest.objects.filter(id__in=ids).delete()
        record(
            "rows.dropped",
            SYSTEM,
            subjects=[rule.id],
            counts={"rows": gone, "days": rule.days},
        )
    return gone


def _ago(days: int) -> Func:
    return Func(
        Value(days),
        template="(now() - make_interval(days => %(expressions)s))",
        output_field=DateTimeField(),
    )
