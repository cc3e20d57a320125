"""A reason to keep one memory in spite of a wish to have it erased."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class Exception17(models.TextChoices):
    """Art. 17(3) GDPR: what an erasure need not reach, and Art. 18(2) for what is kept
    for claims that others make."""

    EXPRESSION = "17-3-a", _("freedom of expression and information (Art. 17(3)(a))")
    OBLIGATION = "17-3-b", _("a legal obligation or public task (Art. 17(3)(b))")
    HEALTH = "17-3-c", _("public health (Art. 17(3)(c))")
    ARCHIVES = "17-3-d", _("archives, research or statistics (Art. 17(3)(d))")
    CLAIMS = "17-3-e", _("legal claims (Art. 17(3)(e))")


class Hold(Owned):
    """Keeps one memory until ``until`` or until somebody releases it, and restricts it
    meanwhile: no service sees it, nothing is made from it. ``wanted_by`` is the erasure
    that had to leave it; it goes unasked when the hold ends."""

    memory_id = models.UUIDField()
    law = models.CharField(max_length=10, choices=Exception17)
    # Scrubbed like any text from outside; goes with the hold's own age.
    reason = models.CharField(max_length=500)
    until = models.DateTimeField()
    placed_by = models.UUIDField(null=True)
    released_at = models.DateTimeField(null=True, blank=True)
    released_by = models.UUIDField(null=True)
    # In the words of who ended it early; empty where its time was over.
    released_why = models.TextField(blank=True, db_default="", default="")
    wanted_by = models.UUIDField(null=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "hold"
        constraints = [
            *owner_first("hold"),
            models.UniqueConstraint(
                fields=["person", "memory_id"],
                condition=Q(released_at__isnull=True),
                name="hold_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(law__in=Exception17.values), name="hold_law_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["until"],
                condition=Q(released_at__isnull=True),
                name="hold_by_end",
            )
        ]
