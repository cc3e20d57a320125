"""A link to a person's own export, which is made afresh each time the link is opened."""

import uuid

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class ExportFormat(models.TextChoices):
    """What kind of file."""

    HTML = "html", _("a page to read")
    JSON = "json", _("JSON, for programs")
    CSV = "csv", _("CSV, for a spreadsheet")


class ExportLink(models.Model):
    """It opens for the account that made it, until ``expires_at``. There is no file: so
    an erasure needs to reach none (docs/decisions/0015-export.md)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey("governance.Account", models.CASCADE)
    token_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    format = models.CharField(max_length=10, choices=ExportFormat)
    downloads = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "export_link"
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="export_link_token"),
            models.CheckConstraint(
                condition=Q(format__in=ExportFormat.values),
                name="export_link_format_known",
            ),
        ]
        indexes = [models.Index(fields=["expires_at"], name="export_link_by_expiry")]

    @override
    def __str__(self) -> str:
        return str(self.id)
