"""Memory files: what an agent writes down about a person under ``/memories``."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from governance.models.owned import Owned, OwnedQuerySet, owner_first
from governance.models.special import SpecialCategory

PATH_BYTES = 1_024
"""Longest path, in bytes of UTF-8."""


class FileQuerySet(OwnedQuerySet["MemoryFile"]):
    """Files by whether they are in use."""

    def in_use(self) -> Self:
        """Not those that a forget has taken out of use."""
        return self.filter(forgotten=False)


class MemoryFile(Owned):
    """One file. ``path`` is the service's own name for it and is kept as given, in the
    normal form NFC; ``size`` is in bytes. ``read_at`` is the last time that it was opened,
    by the day. A forgotten file may have a successor at its path."""

    path = models.CharField(max_length=PATH_BYTES)
    text = models.TextField(blank=True)
    size = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(db_default=Now())
    # Special categories that it tells of (Art. 9 and 10 GDPR).
    categories = ArrayField(
        models.CharField(max_length=20, choices=SpecialCategory),
        default=list,
        db_default=[],
    )
    read_at = models.DateTimeField(null=True, blank=True)
    forgotten = models.BooleanField(default=False, db_default=False)

    objects = FileQuerySet.as_manager()

    class Meta:
        db_table = "memory_file"
        constraints = [
            *owner_first("memory_file"),
            models.UniqueConstraint(
                fields=["person", "service", "path"],
                condition=Q(forgotten=False),
                name="memory_file_one_in_use",
            ),
        ]


class FileVersion(Owned):
    """What a file said before it was changed; ``created_at`` is when that was."""

    file = models.ForeignKey(
        MemoryFile,
        models.DO_NOTHING,
        related_name="versions",
        db_index=False,
        db_constraint=False,  # a composite key with the person stands in its place
    )
    number = models.PositiveIntegerField()
    path = models.CharField(max_length=PATH_BYTES)
    text = models.TextField(blank=True)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField(null=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "file_version"
        constraints = owner_first("file_version", ("person", "file", "number"))
        indexes = [
            # For the rule by which they go: new rows come at its end.
            models.Index(fields=["created_at"], name="file_version_by_age"),
        ]
