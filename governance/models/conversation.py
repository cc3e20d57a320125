"""A conversation of a person with a service, item by item."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from governance.models.owned import Owned, OwnedQuerySet, owner_first
from governance.models.special import SpecialCategory


class ConversationQuerySet(OwnedQuerySet["Conversation"]):
    """Conversations by whether they are in use."""

    def in_use(self) -> Self:
        """Not those that a forget has taken out of use."""
        return self.filter(forgotten=False)


class Conversation(Owned):
    """One conversation. ``name`` is the service's own name for it and is kept as given: a
    hard identifier in it is refused before. ``next_number`` is that of the next item;
    numbers are not given twice, so that an undo can put back what was before.

    One that is forgotten may have a successor of the same name."""

    name = models.CharField(max_length=255)
    next_number = models.BigIntegerField(default=1)
    forgotten = models.BooleanField(default=False, db_default=False)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        db_table = "conversation"
        constraints = [
            *owner_first("conversation"),
            models.UniqueConstraint(
                fields=["person", "service", "name"],
                condition=Q(forgotten=False),
                name="conversation_one_in_use",
            ),
        ]


class ItemQuerySet(OwnedQuerySet["ConversationItem"]):
    """Items by whether they are in use."""

    def in_use(self) -> Self:
        """Neither forgotten nor over: an item that is over is in no answer from that
        very moment on."""
        return self.filter(
            Q(expires_at__isnull=True) | Q(expires_at__gt=Now()), forgotten=False
        )


class ConversationItem(Owned):
    """One item: a message, a call of a tool or its answer, as the service's agent keeps it,
    scrubbed. ``ref`` is the item's own ``id``, where it has one; ``expires_at`` is set on
    one that tells of something specially protected without a yes for it."""

    conversation = models.ForeignKey(
        Conversation,
        models.DO_NOTHING,
        related_name="items",
        db_index=False,
        db_constraint=False,  # a composite key with the person stands in its place
    )
    number = models.BigIntegerField()
    body = models.JSONField()
    ref = models.CharField(max_length=255, blank=True)
    # Special categories that it tells of (Art. 9 and 10 GDPR).
    categories = ArrayField(
        models.CharField(max_length=20, choices=SpecialCategory),
        default=list,
        db_default=[],
    )
    forgotten = models.BooleanField(default=False, db_default=False)
    expires_at = models.DateTimeField(null=True, blank=True)

    objects = ItemQuerySet.as_manager()

    class Meta:
        db_table = "conversation_item"
        constraints = owner_first(
            "conversation_item", ("person", "conversation", "number")
        )
        indexes = [
            models.Index(
                fields=["expires_at"],
                condition=Q(expires_at__isnull=False),
                name="conversation_item_by_expiry",
            ),
            # For the rule by which they go: new rows come at its end.
            models.Index(fields=["created_at"], name="conversation_item_by_age"),
        ]
