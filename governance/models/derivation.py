"""The edges of the provenance graph: this memory was made from that."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class MadeFrom(models.TextChoices):
    """What stands at the upper end of an edge."""

    SOURCE = "source", _("a source")
    MEMORY = "memory", _("another memory")


class Derivation(Owned):
    """``made`` was made from ``origin``. The edge carries no foreign key to either: a
    key would cost six times as much on erasure, and the epoch lock with a closure taken
    again at the end guards the same (design.md, measured facts)."""

    made_id = models.UUIDField()
    origin_kind = models.CharField(max_length=10, choices=MadeFrom)
    origin_id = models.UUIDField()
    # Keyed hash of what this source said, where the memory says the same in other words:
    # a retry of that write must be known after an erasure too.
    told_hash = models.BinaryField(max_length=32, null=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "derivation"
        constraints = [
            *owner_first("derivation", ("person", "made_id", "origin_id")),
            models.CheckConstraint(
                condition=models.Q(origin_kind__in=MadeFrom.values),
                name="derivation_origin_known",
            ),
        ]
        indexes = [
            models.Index(fields=["person", "origin_id"], name="derivation_downwards")
        ]
