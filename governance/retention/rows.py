"""Rows that hold hashes and ids and have had their time: the record of reads by the age
of its rule; links, receipts and notes of writes at the end that each was given."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import DateTimeField, Func, Q, Value
from django.db.models.functions import Now

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.models import (
    About,
    DashboardLink,
    ExportLink,
    IdempotencyRecord,
    Read,
    Receipt,
    ReceiptLink,
    RetentionRule,
)

TABLES: Mapping[str, type[models.Model]] = {
    About.READS: Read,
    About.IDEMPOTENCY: IdempotencyRecord,
    About.DASHBOARD_LINKS: DashboardLink,
    About.EXPORT_LINKS: ExportLink,
    About.RECEIPT_LINKS: ReceiptLink,
    About.RECEIPTS: Receipt,
}


def drop(rule: RetentionRule) -> int:
    """Deletes what the rule is about, batch by batch, each its own transaction with its
    entry; gives how many rows."""
    done = 0
    while batch := _batch(rule):
        done += batch
    return done


def _batch(rule: RetentionRule) -> int:
    table = TABLES[rule.about]._default_manager
    with as_sweeper():
        due = table.filter(_due(rule)).values("pk")[: settings.ERASURE_BATCH]
        rows: models.QuerySet[Any] = table.filter(pk__in=due)
        gone: int = rows._raw_delete(rows.db)
        if gone:
            record(
                "rows.dropped",
                SYSTEM,
                subjects=[rule.id],
                counts={"rows": gone, **({"days": rule.days} if rule.days else {})},
            )
    return gone


def _due(rule: RetentionRule) -> Q:
    if rule.days is None:
        return Q(expires_at__lte=Now())
    return Q(created_at__lt=_ago(rule.days))


def _ago(days: int) -> Func:
    return Func(
        Value(days),
        template="(now() - make_interval(days => %(expressions)s))",
        output_field=DateTimeField(),
    )
