"""Who read which memories, when, and for which purpose. Never what was asked."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class ReadKind(models.TextChoices):
    """By which call memories were handed out."""

    GET = "get", _("looked at one")
    LIST = "list", _("looked at the list")
    RECALL = "recall", _("recalled")
    EXPORT = "export", _("exported")
    TOLD = "told", _("was told in an answer to a write or a search")
    FILES = "files", _("looked at its notes")
    ITEMS = "items", _("looked at a conversation")


class Read(Owned):
    """One read by a service. ``memory_ids`` are those handed out, in order."""

    kind = models.CharField(max_length=10, choices=ReadKind)
    purpose = models.CharField(max_length=40)
    memory_ids = ArrayField(models.UUIDField())
    scores = models.JSONField(null=True)
    query_hash = models.BinaryField(max_length=32, null=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "read"
        constraints = owner_first("read")
        indexes = [
            models.Index(fields=["person", "-created_at"], name="read_newest_first"),
            # For the sweep of everybody's; new rows come at its end.
            models.Index(fields=["created_at"], name="read_by_age"),
        ]
