"""A closed request has an age of its own; when that is over it goes, with its events and its
letters. Its erasures keep their certificates, and the audit record its entries."""

from django.db.models import DateTimeField, Func, Value

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.models import About, RequestEvent, RetentionRule, SubjectRequest
from governance.requests.letters import drop_letters

BATCH = 500


def drop_closed() -> int:
    """Deletes those that have lived their time, by the rule about them; gives how many."""
    done = 0
    while batch := _batch():
        done += batch
    return done


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
