"""Whose data it is, as one service knows them, and the row that writers lock."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from typing_extensions import override

from governance.models.special import SpecialCategory

OWES_LEDGER = ~models.Q(loosened=[])
"""Whoever loosened something that the ledger does not know of yet."""


class Person(models.Model):
    """A person of one service. The service's own id for them is kept as a keyed hash
    (to find the row) and sealed (to name them in webhooks), never in the clear."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    service = models.ForeignKey("governance.Service", models.PROTECT)
    ref_hash = models.BinaryField(max_length=32)
    ref_sealed = models.BinaryField()
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    account = models.ForeignKey(
        "governance.Account", models.SET_NULL, null=True, blank=True
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    memory_enabled = models.BooleanField(default=True)
    temporary_until = models.DateTimeField(null=True, blank=True)
    # The two halves of "on", for this service: it may learn, and it may use.
    remembering = models.BooleanField(default=True, db_default=True)
    using = models.BooleanField(default=True, db_default=True)
    disconnected_at = models.DateTimeField(null=True, blank=True)
    # Kinds of protected things about which they do not even want to be asked.
    refused_categories = ArrayField(
        models.CharField(max_length=20, choices=SpecialCategory),
        default=list,
        db_default=[],
    )
    # Their own scrub policy: it can only be stricter than the service's. Empty: none.
    scrub_policy = models.CharField(
        max_length=20, blank=True, default="", db_default=""
    )
    # How long a forget may be undone; None is the product's own default.
    undo_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    # What is older goes by itself; None is never.
    forget_after_months = models.PositiveSmallIntegerField(null=True, blank=True)
    # Even what is of little importance and unused for long stays.
    keep_unused = models.BooleanField(default=False, db_default=False)
    restricted_at = models.DateTimeField(null=True, blank=True)
    # Restricted because they objected (Art. 21): restricted_at is set as well.
    objected_at = models.DateTimeField(null=True, blank=True)
    # When they last opened their pages: only who can answer is asked for consent.
    seen_at = models.DateTimeField(null=True, blank=True)
    # Seals what only they may open; sealed itself by a master key, gone with the person.
    own_key = models.BinaryField(null=True)
    own_key_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, null=True, related_name="+"
    )
    # From the commit on in which all of them goes: nobody finds them by their id, and
    # nothing is written about them, while the rows that are left go one by one.
    gone_at = models.DateTimeField(null=True, blank=True)
    # Switches that were loosened, each with its detail, until the ledger has them.
    loosened = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField())
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "person"
        constraints = [
            models.UniqueConstraint(
                fields=["service", "ref_hash"], name="person_of_service"
            ),
            models.UniqueConstraint(fields=["id", "service"], name="person_id_service"),
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=OWES_LEDGER, name="person_owes_ledger"
            ),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)


class Epoch(models.Model):
    """One row per person: writers lock it FOR NO KEY UPDATE, switches and erasure
    plans FOR UPDATE, so neither can pass the other (design.md, Locks)."""

    person = models.OneToOneField(Person, models.CASCADE, primary_key=True)
    number = models.BigIntegerField(default=0)

    class Meta:
        db_table = "epoch"

    @override
    def __str__(self) -> str:
        return f"{self.person_id}: {self.number}"


class DashboardLink(models.Model):
    """A one-time link that opens a service's part of a person's pages."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE)
    service = models.ForeignKey("governance.Service", models.CASCADE)
    token_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "dashboard_link"
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="link_token")
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)
