"""One plain sentence or short text about a person, with its versions."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from governance.models.derivation import Derivation
from governance.models.erasure_run import Receipt
from governance.models.owned import Owned, OwnedQuerySet, owner_first
from governance.models.source import Source, Trust
from governance.models.special import SpecialCategory
from governance.models.states import MemoryState

TEXT_LIMIT = 8_000
"""Longest text of a memory in characters, after scrubbing."""

LIVE_STATES = [
    MemoryState.PROPOSED,
    MemoryState.QUARANTINED,
    MemoryState.ACTIVE,
    MemoryState.PAUSED,
]
"""States that take part in dedupe: a forgotten or superseded row does not."""


class Kind(models.TextChoices):
    """What sort of thing a memory says."""

    FACT = "fact", _("fact")
    PREFERENCE = "preference", _("preference")
    DECISION = "decision", _("decision")
    EVENT = "event", _("event")
    PROCEDURE = "procedure", _("how to do something")
    SUMMARY = "summary", _("summary")
    REFLECTION = "reflection", _("reflection")


class Sensitivity(models.TextChoices):
    """How private a memory is, from least to most."""

    NORMAL = "normal", _("normal")
    PERSONAL = "personal", _("personal")
    SENSITIVE = "sensitive", _("sensitive")


class MemoryQuerySet(OwnedQuerySet["Memory"]):
    """Memories by what may be done with them."""

    def unexpired(self) -> Self:
        """Expired rows are out of every answer before they are deleted."""
        return self.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=Now()))

    def expired(self) -> Self:
        """Rows whose time is over, by the clock of the database."""
        return self.filter(expires_at__lte=Now())

    def retire_expired(self) -> None:
        """What is over makes room, even before the sweep: it no longer counts as a row
        that says something."""
        over = self.expired().filter(status__in=LIVE_STATES)
        over.update(status=MemoryState.FORGOTTEN)

    def staying(self) -> Self:
        """What no run is on its way to erase: a receipt stands from the moment that the
        erasure was asked for."""
        going = Receipt.objects.filter(person_id=OuterRef("person_id"))
        return self.exclude(Exists(going.filter(thing_id=OuterRef("id"))))

    def told_to_services(self) -> Self:
        """What waits for the person's consent is between them and their pages, and what
        is kept by law only is restricted (Art. 18 GDPR)."""
        return self.filter(sealed__isnull=True, held=False)

    def told_by(self, **source: str) -> Self:
        """What comes from such a source, be it the first that told it or a later one:
        ``told_by(ref="message-17")``."""
        sources = Source.objects.filter(person_id=OuterRef("person_id"), **source)
        edges = Derivation.objects.filter(
            person_id=OuterRef("person_id"), made_id=OuterRef("id")
        )
        told = edges.filter(origin_id__in=sources.values("id"))
        return self.filter(Exists(told))

    def shown(self) -> Self:
        """What lists show by default: not forgotten, not an earlier value."""
        return self.unexpired().filter(status__in=LIVE_STATES)


class Memory(Owned):
    """A memory. ``text_hash`` is the keyed hash of the normalised text and makes equal
    texts of one person, service and space one row.

    The table has one column more, ``words``, which the database makes of the text for
    the search (``recall/search.py``); here it would be read with every row."""

    source = models.ForeignKey(
        "governance.Source",
        models.DO_NOTHING,
        related_name="memories",
        db_index=False,
        db_constraint=False,  # a composite key with the person stands in its place
    )
    text = models.TextField()
    text_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey(
        "governance.HashKey", models.PROTECT, related_name="+", db_index=False
    )
    embedding = HalfVectorField(dimensions=384, null=True)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.FACT)
    key = models.CharField(max_length=120, blank=True)
    space = models.CharField(max_length=120, blank=True)
    importance = models.PositiveSmallIntegerField(default=5)
    sensitivity = models.CharField(
        max_length=10, choices=Sensitivity, default=Sensitivity.NORMAL
    )
    status = models.CharField(
        max_length=20, choices=MemoryState.choices, default=MemoryState.ACTIVE
    )
    status_reason = models.CharField(max_length=40, blank=True)
    trust = models.CharField(max_length=10, choices=Trust.choices)
    # Special categories that it tells of (Art. 9 and 10 GDPR).
    categories = ArrayField(
        models.CharField(max_length=20, choices=SpecialCategory),
        default=list,
        db_default=[],
    )
    # A proposed memory has its words in here only, for the person alone to open.
    sealed = models.BinaryField(null=True)
    inferred = models.BooleanField(default=False)
    # Kept by a hold, and restricted meanwhile.
    held = models.BooleanField(default=False, db_default=False)
    pinned = models.BooleanField(default=False)
    metadata = models.JSONField(default=dict)
    findings = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(db_default=Now())
    said_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    # By the hour: however often it is read within one, it counts once.
    last_used_at = models.DateTimeField(null=True, blank=True)
    use_count = models.PositiveIntegerField(default=0)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        db_table = "memory"
        constraints = [
            *owner_first("memory"),
            models.UniqueConstraint(
                # Trust is part of it: what the person says stands beside the same
                # words out of a document that waits for review.
                fields=["person", "service", "space", "key", "text_hash", "trust"],
                condition=Q(status__in=LIVE_STATES),
                name="memory_one_row_per_fact",
            ),
            models.CheckConstraint(
                condition=Q(status__in=MemoryState.values), name="memory_status_known"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=Kind.values), name="memory_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(sensitivity__in=Sensitivity.values),
                name="memory_sensitivity_known",
            ),
            models.CheckConstraint(
                condition=Q(trust__in=Trust.values), name="memory_trust_known"
            ),
            models.CheckConstraint(
                condition=Q(importance__range=(1, 10)), name="memory_importance_range"
            ),
            # Sealed words stand nowhere else, and nothing waits for consent unsealed.
            models.CheckConstraint(
                condition=Q(sealed__isnull=True) | Q(text="", embedding__isnull=True),
                name="memory_sealed_says_nothing",
            ),
            models.CheckConstraint(
                condition=Q(sealed__isnull=False) | ~Q(status=MemoryState.PROPOSED),
                name="memory_proposed_is_sealed",
            ),
        ]
        indexes = [
            models.Index(
                fields=["person", "-created_at", "-id"], name="memory_newest_first"
            ),
            models.Index(
                fields=["expires_at"],
                condition=Q(expires_at__isnull=False),
                name="memory_by_expiry",
            ),
            # What is deleted leaves its entries in that one for a while: batch after
            # batch would walk over all before it.
            models.Index(
                fields=["person", "expires_at"],
                condition=Q(expires_at__isnull=False),
                name="memory_own_expiry",
            ),
            models.Index(fields=["person", "text_hash"], name="memory_by_text"),
            # Its key is asked for with each source that goes.
            models.Index(fields=["person", "source"], name="memory_by_source"),
            models.Index(
                fields=["person", "key"],
                condition=Q(status=MemoryState.SUPERSEDED),
                name="memory_earlier_values",
            ),
        ]


class MemoryVersion(Owned):
    """What a memory said at one time, and who made it say so."""

    memory = models.ForeignKey(
        Memory,
        models.DO_NOTHING,
        related_name="versions",
        db_index=False,
        db_constraint=False,  # a composite key with the person stands in its place
    )
    number = models.PositiveIntegerField()
    text = models.TextField()
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField(null=True)
    redacted_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "memory_version"
        constraints = owner_first("memory_version", ("person", "memory", "number"))
