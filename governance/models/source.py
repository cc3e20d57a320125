"""Where a memory came from: a message, a document, a tool's answer, an edit."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class SourceType(models.TextChoices):
    """What kind of place a text was taken from."""

    USER_MESSAGE = "user_message", _("a chat message")
    TOOL_RESULT = "tool_result", _("a tool's answer")
    DOCUMENT = "document", _("a document")
    WEB = "web", _("a web page")
    IMPORT = "import", _("an import")
    SERVICE = "service", _("the service itself")
    USER_EDIT = "user_edit", _("your own edit")


class Trust(models.TextChoices):
    """How far a source is trusted, from most to least."""

    USER = "user", _("said by the person")
    TRUSTED = "trusted", _("trusted")
    UNTRUSTED = "untrusted", _("not trusted")


class Source(Owned):
    """One source. ``ref``, ``conversation`` and ``url`` are the service's own names
    for it and are kept as given: a hard identifier in one is refused before."""

    type = models.CharField(max_length=20, choices=SourceType)
    trust = models.CharField(max_length=10, choices=Trust)
    ref = models.CharField(max_length=255, blank=True)
    conversation = models.CharField(max_length=255, blank=True)
    url = models.CharField(max_length=2000, blank=True)
    said_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "source"
        constraints = [
            *owner_first("source"),
            models.CheckConstraint(
                condition=models.Q(type__in=SourceType.values), name="source_type_known"
            ),
            models.CheckConstraint(
                condition=models.Q(trust__in=Trust.values), name="source_trust_known"
            ),
        ]
        indexes = [
            models.Index(fields=["person", "service", "ref"], name="source_by_ref")
        ]
