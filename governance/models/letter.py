"""The letters of a request, each a row that is its own place in the queue, and the texts
from which they are written."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models.states import LetterState

LONGEST_SUBJECT = 200
LONGEST_BODY = 20_000
"""Characters."""


class LetterKind(models.TextChoices):
    """What a letter tells."""

    RECEIPT = "receipt", _("receipt")
    IDENTITY = "identity", _("question who it is")
    CLARIFICATION = "clarification", _("question what is meant")
    EXTENSION = "extension", _("more time")
    DONE = "done", _("done")
    PARTLY_DONE = "partly_done", _("partly done")
    REFUSAL = "refusal", _("refusal")
    LIFTED = "lifted", _("end of a restriction")


class LetterLanguage(models.TextChoices):
    """In which languages letters are written."""

    ENGLISH = "en", _("English")
    GERMAN = "de", _("German")


class LetterChannel(models.TextChoices):
    """How a letter reaches its reader."""

    MAIL = "mail", _("by mail")
    PAGE = "page", _("on the person's own page")
    HAND = "hand", _("handed over by staff")


WITH_THE_READER = [
    LetterState.QUEUED,
    LetterState.SENDING,
    LetterState.SENT,
    LetterState.FAILED,
]
"""Of these there is one of a kind for each occasion: it is on its way, or was, or may
have been."""


class LetterTemplate(models.Model):
    """One version of a text that officers have changed. The newest counts; none, or one
    that is ``default``, means the text that comes with the product."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=LetterKind)
    language = models.CharField(max_length=10, choices=LetterLanguage)
    version = models.PositiveIntegerField()
    subject = models.CharField(max_length=LONGEST_SUBJECT, blank=True)
    body = models.TextField(blank=True)
    default = models.BooleanField(default=False)
    changed_by = models.UUIDField(null=True)
    changed_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "letter_template"
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "language", "version"], name="letter_template_version"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=LetterKind.values),
                name="letter_template_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(default=True, subject="", body="")
                | (Q(default=False) & ~Q(subject="") & ~Q(body="")),
                name="letter_template_text_or_default",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {self.language} {self.version}"


class Letter(models.Model):
    """One letter about one request. Its id is its Message-ID as well.

    A worker claims it for a while (``lease_until``) and raises ``fence``; whoever has an
    older fence can change nothing. No foreign key to the request, nor to the account whose
    page may show it: the letter goes with its request (``drop_letters``).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request_id = models.UUIDField()
    account_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=20, choices=LetterKind)
    # Which of several of its kind: a second question, another month.
    occasion = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=10, choices=LetterLanguage)
    subject = models.CharField(max_length=LONGEST_SUBJECT)
    body = models.TextField()
    channel = models.CharField(max_length=10, choices=LetterChannel)
    addressee_sealed = models.BinaryField(null=True)
    addressee_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, null=True, related_name="+"
    )
    state = models.CharField(
        max_length=20, choices=LetterState, default=LetterState.DRAFT
    )
    # A fixed word of why it failed; nothing of what a mail server said.
    reason = models.CharField(max_length=40, blank=True)
    written_by = models.UUIDField(null=True)
    released_by = models.UUIDField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    released_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    fence = models.BigIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    # Set when its request goes; from then on the sweeper may delete it.
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "letter"
        constraints = [
            models.UniqueConstraint(
                fields=["request_id", "kind", "occasion"],
                condition=Q(state__in=WITH_THE_READER),
                name="letter_once",
            ),
            models.UniqueConstraint(
                fields=["request_id", "kind", "occasion"],
                condition=Q(state="draft"),
                name="letter_one_draft",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=LetterKind.values), name="letter_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=LetterState.values), name="letter_state_known"
            ),
            models.CheckConstraint(
                condition=Q(channel="hand")
                | Q(channel="page", account_id__isnull=False)
                | Q(channel="mail", addressee_sealed__isnull=False),
                name="letter_has_a_way",
            ),
        ]
        indexes = [
            models.Index(fields=["request_id", "created_at"], name="letter_of_request"),
            models.Index(
                fields=["account_id", "created_at"],
                condition=Q(account_id__isnull=False),
                name="letter_of_account",
            ),
            models.Index(
                fields=["next_at"],
                condition=Q(state="queued", channel="mail"),
                name="letter_due",
            ),
            models.Index(
                fields=["lease_until"],
                condition=Q(state="sending"),
                name="letter_claimed",
            ),
            models.Index(
                fields=["released_at"],
                condition=Q(state="failed") | Q(state="queued", channel="hand"),
                name="letter_for_staff",
            ),
            models.Index(
                fields=["expires_at"],
                condition=Q(expires_at__isnull=False),
                name="letter_by_end",
            ),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)
