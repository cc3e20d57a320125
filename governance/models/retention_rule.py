"""A rule by which something goes by itself: what, how old, how often, and who said so."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models.memory import Kind, Sensitivity

LONGEST_DAYS = 36_500
LEAST_READ_DAYS = 30
LEAST_REQUEST_DAYS = 30
"""The record of reads is not kept shorter, whoever asks: the policy of the table says
the same, so a rule that was changed by mistake cannot empty it."""
LONGEST_PROPOSED_DAYS = 14
"""What is sealed until its person says yes is not kept longer (design.md, Special
categories)."""


class About(models.TextChoices):
    """What a rule is about."""

    EXPIRED = "expired", _("memories that have come to their own end")
    CHOSEN = "chosen", _("memories older than their person wants them kept")
    UNUSED = "unused", _("memories of little importance that nobody used")
    MEMORIES = "memories", _("memories of one kind or privacy")
    PROPOSED = "proposed", _("what waits for its person's yes")
    QUARANTINED = "quarantined", _("what waits for its person's review")
    READS = "reads", _("the record of who read what")
    IDEMPOTENCY = "idempotency", _("notes that a write was done already")
    DASHBOARD_LINKS = "dashboard_links", _("links to a person's pages")
    EXPORT_LINKS = "export_links", _("links to a person's own export")
    RECEIPT_LINKS = "receipt_links", _("links to a certificate")
    RECEIPTS = "receipts", _("receipts of what was erased")
    REQUESTS = "requests", _("requests that were closed, with their letters")
    FILES = "files", _("notes of an app that nobody opened")
    FILE_VERSIONS = "file_versions", _("earlier versions of notes")
    ITEMS = "items", _("messages of conversations")
    SPECIAL_ITEMS = (
        "special_items",
        _("messages that tell of something specially protected, without a yes"),
    )


OWN_END = (
    About.EXPIRED,
    About.CHOSEN,
    About.IDEMPOTENCY,
    About.DASHBOARD_LINKS,
    About.EXPORT_LINKS,
    About.RECEIPT_LINKS,
    About.RECEIPTS,
    About.SPECIAL_ITEMS,
)
"""Each row was given its end when it was made, or its person says it: the rule has no age
of its own, and is always on."""


class Schedule(models.TextChoices):
    """How often a rule is carried out."""

    EACH_RUN = "each_run", _("each minute")
    NIGHTLY = "nightly", _("each night")
    WEEKLY = "weekly", _("each week")


class RetentionRule(models.Model):
    """One rule. Seeded by its migration; staff change age and on/off, and may add rules
    about memories of one kind or privacy. What it was before stands in the audit record
    (``policy.changed``)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.SlugField(max_length=60, db_index=False)
    about = models.CharField(max_length=20, choices=About)
    kind = models.CharField(max_length=20, choices=Kind, blank=True, default="")
    sensitivity = models.CharField(
        max_length=10, choices=Sensitivity, blank=True, default=""
    )
    importance_below = models.PositiveSmallIntegerField(null=True, blank=True)
    days = models.PositiveIntegerField(null=True, blank=True)
    schedule = models.CharField(max_length=10, choices=Schedule)
    enabled = models.BooleanField(default=True)
    changed_by = models.UUIDField(null=True, blank=True)
    changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "retention_rule"
        constraints = [
            models.UniqueConstraint(fields=["name"], name="retention_rule_name"),
            models.CheckConstraint(
                condition=Q(about__in=About.values), name="retention_rule_about_known"
            ),
            models.CheckConstraint(
                condition=Q(schedule__in=Schedule.values),
                name="retention_rule_schedule_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["", *Kind.values])
                & Q(sensitivity__in=["", *Sensitivity.values]),
                name="retention_rule_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(about__in=OWN_END, days=None)
                | (~Q(about__in=OWN_END) & Q(days__range=(1, LONGEST_DAYS))),
                name="retention_rule_age",
            ),
            models.CheckConstraint(
                condition=~Q(about=About.READS) | Q(days__gte=LEAST_READ_DAYS),
                name="retention_rule_reads_kept",
            ),
            models.CheckConstraint(
                condition=~Q(about=About.REQUESTS) | Q(days__gte=LEAST_REQUEST_DAYS),
                name="retention_rule_requests_kept",
            ),
            models.CheckConstraint(
                condition=~Q(about=About.PROPOSED) | Q(days__lte=LONGEST_PROPOSED_DAYS),
                name="retention_rule_proposed_end",
            ),
            models.CheckConstraint(
                condition=Q(enabled=True) | ~Q(about__in=[*OWN_END, About.PROPOSED]),
                name="retention_rule_always_on",
            ),
            # Without either it would be about everything.
            models.CheckConstraint(
                condition=~Q(about=About.MEMORIES) | ~Q(kind="", sensitivity=""),
                name="retention_rule_narrowed",
            ),
            models.CheckConstraint(
                condition=Q(importance_below=None)
                | Q(about=About.UNUSED, importance_below__range=(1, 11)),
                name="retention_rule_importance_range",
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.name

    @property
    def own_end(self) -> bool:
        """Whether each row has its end from elsewhere."""
        return self.about in OWN_END

    @property
    def always_on(self) -> bool:
        """Whether it cannot be switched off."""
        return self.own_end or self.about == About.PROPOSED

    @classmethod
    def days_of(cls, about: About) -> int | None:
        """The age that the rule of the house about this has; None while it is off."""
        rules = cls._default_manager.filter(about=about, enabled=True)
        return rules.order_by("name").values_list("days", flat=True).first()
