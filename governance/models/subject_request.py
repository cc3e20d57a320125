"""A person's exercise of a right, and what happened to it: the queue with one month."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models.states import RequestState

OPEN_REQUESTS = (
    RequestState.RECEIVED,
    RequestState.NEEDS_IDENTITY,
    RequestState.IN_REVIEW,
    RequestState.ON_HOLD,
    RequestState.RUNNING,
)


class Right(models.TextChoices):
    """Which right is exercised (GDPR, chapter III)."""

    ACCESS = "access", _("a copy of the data (Art. 15)")
    RECTIFICATION = "rectification", _("correction (Art. 16)")
    ERASURE = "erasure", _("erasure (Art. 17)")
    RESTRICTION = "restriction", _("restriction (Art. 18)")
    PORTABILITY = "portability", _("data to take along (Art. 20)")
    OBJECTION = "objection", _("objection (Art. 21)")


class Channel(models.TextChoices):
    """By which way a request arrived."""

    PAGE = "page", _("the person's own page")
    FORM = "form", _("the public form")
    SERVICE = "service", _("a service")
    LETTER = "letter", _("a letter")
    CALL = "call", _("a call")
    OPENDSR = "opendsr", _("another controller (OpenDSR)")


class Ground(models.TextChoices):
    """Why something has to be erased: Art. 17(1) GDPR."""

    NOT_NEEDED = "17-1-a", _("no longer needed for its purpose (Art. 17(1)(a))")
    CONSENT_WITHDRAWN = "17-1-b", _("consent was withdrawn (Art. 17(1)(b))")
    OBJECTED = "17-1-c", _("the person objected (Art. 17(1)(c))")
    UNLAWFUL = "17-1-d", _("it was processed unlawfully (Art. 17(1)(d))")
    LEGAL_DUTY = "17-1-e", _("a law requires erasure (Art. 17(1)(e))")
    CHILD = "17-1-f", _("it was collected from a child online (Art. 17(1)(f))")


class Decision(models.TextChoices):
    """What the staff decided."""

    FULFIL = "fulfil", _("do it")
    PARTLY = "partly", _("do it, but for what has to be kept")
    REFUSE = "refuse", _("refuse")
    NOTHING = "nothing", _("we looked, and hold nothing about them")


class SubjectRequest(models.Model):
    """One request. Its dates are derived from its events (``requests/reckoning.py``) and
    stand here so that the queue can be sorted; ``version`` rises with every change, and
    who decides on an older one is told so.

    No foreign key to person, account or service: the proof that a request was answered
    (Art. 5(2) GDPR) outlives whom it was about, until its own age is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    reference = models.CharField(max_length=12, unique=True)
    right = models.CharField(max_length=20, choices=Right)
    state = models.CharField(max_length=20, choices=RequestState.choices)
    channel = models.CharField(max_length=10, choices=Channel)
    language = models.CharField(max_length=10)
    version = models.PositiveIntegerField(default=0)
    # How many events there are: who counts them may not see all.
    events = models.PositiveIntegerField(default=1)

    # Whose: an account, or persons that a service or the staff named.
    account_id = models.UUIDField(null=True)
    service_id = models.UUIDField(null=True)
    person_ids = ArrayField(models.UUIDField(), default=list)
    # Chosen memories; none is everything.
    memory_ids = ArrayField(models.UUIDField(), default=list)
    # A typed contact field: sealed by a master key, and hashed to be found again.
    contact_sealed = models.BinaryField(null=True)
    contact_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, null=True, related_name="+"
    )
    contact_hash = models.BinaryField(max_length=32, null=True)
    # In their own words, scrubbed like any text from outside.
    words = models.CharField(max_length=4_000, blank=True)

    # The clock: where, by which rules, and what comes of the events.
    place = models.CharField(max_length=20)
    zone = models.CharField(max_length=50)
    rule = models.CharField(max_length=120)
    received_at = models.DateTimeField()
    received_on = models.DateField()
    due = models.DateField()
    due_with_pause = models.DateField(null=True)
    extended = models.BooleanField(default=False)
    extended_due = models.DateField()
    extension_until = models.DateField()
    acknowledge_by = models.DateField(null=True)
    paused_since = models.DateField(null=True)
    target = models.DateField(null=True)

    # How the person's identity was made sure of; None while it is not.
    verified_at = models.DateTimeField(null=True)
    verified_by = models.CharField(max_length=20, blank=True)
    owner_id = models.UUIDField(null=True)

    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    ground = models.CharField(max_length=10, choices=Ground, blank=True)
    # What the scope was when it was decided; another one asks for a new decision.
    scope_seen = models.CharField(max_length=64, blank=True)
    decided_by = models.UUIDField(null=True)
    decided_at = models.DateTimeField(null=True)
    second_needed = models.BooleanField(default=False)
    approved_by = models.UUIDField(null=True)
    approved_at = models.DateTimeField(null=True)

    # Why it does not go on by itself: a fixed word.
    trouble = models.CharField(max_length=40, blank=True)
    # The earlier request that this one was joined to.
    joined_to = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "subject_request"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=RequestState.values),
                name="subject_request_state_known",
            ),
            models.CheckConstraint(
                condition=Q(right__in=Right.values), name="subject_request_right_known"
            ),
            # Whoever is not known for sure decides nothing (law.md).
            models.CheckConstraint(
                condition=Q(state__in=("received", "needs_identity", "withdrawn"))
                | Q(state="refused")
                | Q(verified_at__isnull=False),
                name="subject_request_verified_first",
            ),
            models.CheckConstraint(
                condition=Q(state__in=OPEN_REQUESTS) ^ Q(closed_at__isnull=False),
                name="subject_request_closed_with_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due", "id"],
                condition=Q(state__in=OPEN_REQUESTS),
                name="subject_request_open_by_due",
            ),
            models.Index(
                fields=["received_at", "id"], name="subject_request_by_receipt"
            ),
            models.Index(
                fields=["account_id", "received_at"],
                condition=Q(account_id__isnull=False),
                name="subject_request_of_account",
            ),
            models.Index(
                fields=["service_id", "received_at"],
                condition=Q(service_id__isnull=False),
                name="subject_request_of_service",
            ),
            models.Index(
                fields=["contact_hash"],
                condition=Q(contact_hash__isnull=False),
                name="subject_request_of_contact",
            ),
            GinIndex(fields=["person_ids"], name="subject_request_of_person"),
            models.Index(
                fields=["closed_at"],
                condition=Q(closed_at__isnull=False),
                name="subject_request_by_end",
            ),
        ]

    @override
    def __str__(self) -> str:
        return self.reference

    @property
    def is_open(self) -> bool:
        """Whether somebody still waits for an answer."""
        return self.state in OPEN_REQUESTS

    @property
    def everything(self) -> bool:
        """Whether it is about all that is remembered."""
        return not self.memory_ids


class RequestEvent(models.Model):
    """One thing that happened to a request, by people or by machines; never changed. The
    clock is derived from those that it knows (``EventKind`` of ``requests/clock``)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request_id = models.UUIDField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    # When it happened, and when it was entered here.
    at = models.DateTimeField()
    created_at = models.DateTimeField()
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField(null=True)
    old_state = models.CharField(max_length=20, blank=True)
    new_state = models.CharField(max_length=20, blank=True)
    # Reasons, questions, notes: scrubbed. The person does not see what is internal.
    text = models.CharField(max_length=4_000, blank=True)
    internal = models.BooleanField(default=False)
    # Ids, counts and fixed words; no text.
    facts = models.JSONField(default=dict)

    class Meta:
        db_table = "request_event"
        constraints = [
            models.UniqueConstraint(
                fields=["request_id", "number"], name="request_event_in_order"
            )
        ]

    @override
    def __str__(self) -> str:
        return f"{self.request_id} {self.number}: {self.kind}"
