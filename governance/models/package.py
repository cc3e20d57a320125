"""A package: the file that answers a request for access or portability, and who took it.

No foreign key to person, account or request: the rows outlive all three, as ids. No text
of anybody stands in them; the file itself is sealed, and its key with it.
"""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class PackageKind(models.TextChoices):
    """Which right it answers."""

    ACCESS = "access", _("access (Art. 15 GDPR)")
    PORTABILITY = "portability", _("portability (Art. 20 GDPR)")


class PackageState(models.TextChoices):
    """How far it is. Only a ready one has a file that opens."""

    BUILDING = "building", _("being made")
    READY = "ready", _("ready")
    FAILED = "failed", _("could not be made")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPIRED = "expired", _("its time is over")


LIVE_PACKAGES = [PackageState.BUILDING, PackageState.READY]
"""States in which a package still answers its request."""


class Package(models.Model):
    """The row is the queue. A builder claims it for a while (``lease_until``); each claim
    raises ``fence``, which is part of the file's name and under which its key was made:
    a builder that was overtaken can neither change the row nor spoil the file.

    ``person_ids`` and ``service_ids`` are pairs. ``key_sealed`` opens the file and is
    itself sealed by a master key; when it is gone, so is what the file says.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request_id = models.UUIDField()
    account_id = models.UUIDField(null=True)
    person_ids = ArrayField(models.UUIDField())
    service_ids = ArrayField(models.UUIDField())
    kind = models.CharField(max_length=20, choices=PackageKind)
    state = models.CharField(
        max_length=20, choices=PackageState, default=PackageState.BUILDING
    )
    language = models.CharField(max_length=10)
    key_sealed = models.BinaryField(null=True)
    key_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, null=True, related_name="+"
    )
    # Of the zip as it is handed out, in bytes; gone with the file.
    size = models.BigIntegerField(null=True)
    sha256 = models.BinaryField(max_length=32, null=True)
    counts = models.JSONField(default=dict)
    # Up to when all texts have been looked through for other people.
    looked_at = models.DateTimeField(null=True, blank=True)
    fence = models.BigIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    made_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "package"
        constraints = [
            models.UniqueConstraint(
                fields=["request_id", "kind"],
                condition=Q(state__in=LIVE_PACKAGES),
                name="package_one_live",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=PackageKind.values), name="package_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=PackageState.values), name="package_state_known"
            ),
            # What is over opens for nobody.
            models.CheckConstraint(
                condition=Q(state=PackageState.READY) | Q(key_sealed=None),
                name="package_key_while_ready",
            ),
            models.CheckConstraint(
                condition=~Q(state=PackageState.READY)
                | Q(
                    key_sealed__isnull=False,
                    key_sealed_by__isnull=False,
                    size__isnull=False,
                    made_at__isnull=False,
                    expires_at__isnull=False,
                ),
                name="package_ready_is_whole",
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(state=PackageState.BUILDING),
                name="package_to_build",
            ),
            models.Index(
                fields=["expires_at"],
                condition=Q(state=PackageState.READY),
                name="package_by_expiry",
            ),
            GinIndex(
                fields=["person_ids"],
                condition=Q(state__in=LIVE_PACKAGES),
                name="package_of_person",
            ),
            models.Index(fields=["request_id"], name="package_of_request"),
            models.Index(fields=["account_id"], name="package_of_account"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)


class PackageDownload(models.Model):
    """One download, by the account, by a link, or by the account of a member of the staff
    who hands it over; it stands in the audit record too."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    package_id = models.UUIDField()
    account_id = models.UUIDField(null=True)
    link_id = models.UUIDField(null=True)
    # No database default: Django would read it back, and a link may not read here.
    at = models.DateTimeField()

    class Meta:
        db_table = "package_download"
        constraints = [
            models.CheckConstraint(
                condition=Q(account_id__isnull=False) ^ Q(link_id__isnull=False),
                name="package_download_by_one",
            )
        ]
        indexes = [
            models.Index(fields=["package_id"], name="package_download_of"),
            models.Index(fields=["at"], name="package_download_by_age"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)


class RedactionState(models.TextChoices):
    """What staff decided about a passage."""

    PROPOSED = "proposed", _("to be decided")
    CONFIRMED = "confirmed", _("left out")
    KEPT = "kept", _("stays in")


class PackageRedaction(Owned):
    """A passage that seems to be about somebody else (Art. 15(4) GDPR): a stretch of one
    version of a memory's text, in code points. Positions only, never the words."""

    request_id = models.UUIDField()
    memory_id = models.UUIDField()
    version = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    entity = models.CharField(max_length=20)
    state = models.CharField(
        max_length=10, choices=RedactionState, default=RedactionState.PROPOSED
    )
    decided_by = models.UUIDField(null=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "package_redaction"
        constraints = [
            *owner_first(
                "package_redaction",
                ("person", "request_id", "memory_id", "version", "start"),
            ),
            models.CheckConstraint(
                condition=Q(state__in=RedactionState.values),
                name="package_redaction_state_known",
            ),
            models.CheckConstraint(
                condition=Q(end__gt=models.F("start")),
                name="package_redaction_of_something",
            ),
        ]
        indexes = [
            models.Index(
                fields=["request_id"],
                condition=Q(state=RedactionState.PROPOSED),
                name="package_redaction_undecided",
            ),
            models.Index(fields=["expires_at"], name="package_redaction_by_end"),
        ]


class PackageLink(models.Model):
    """Opens one package once, to whoever has its token and reads the mail at its address.
    Token and code are kept as keyed hashes, the address sealed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    package_id = models.UUIDField()
    token_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT, related_name="+")
    # By the same key.
    address_sealed = models.BinaryField()
    code_hash = models.BinaryField(max_length=32, null=True)
    code_key = models.ForeignKey(
        "governance.HashKey", models.PROTECT, null=True, related_name="+"
    )
    code_until = models.DateTimeField(null=True, blank=True)
    codes_sent = models.PositiveSmallIntegerField(default=0)
    # Of the code that was sent last.
    tries = models.PositiveSmallIntegerField(default=0)
    used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "package_link"
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="package_link_token")
        ]
        indexes = [
            models.Index(fields=["package_id"], name="package_link_of"),
            models.Index(fields=["expires_at"], name="package_link_by_expiry"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)
