"""The person's yes to remembering a special category (Art. 9(2)(a) GDPR)."""

from typing import Self

from django.db import models
from django.db.models import Q
from typing_extensions import override

from governance.models.owned import Owned, OwnedQuerySet, owner_first
from governance.models.special import SpecialCategory


class ConsentQuerySet(OwnedQuerySet["Consent"]):
    """Consents by whether they still hold."""

    def standing(self) -> Self:
        """Given, and not withdrawn since."""
        return self.filter(withdrawn_at__isnull=True)


class Consent(Owned):
    """A yes for one category, given at ``created_at``. A withdrawn one stays, since who
    relied on it has to show that it was given (Art. 7(1) GDPR); a new yes is a new row."""

    category = models.CharField(max_length=20, choices=SpecialCategory)
    given_by = models.CharField(max_length=20)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = ConsentQuerySet.as_manager()

    class Meta:
        db_table = "consent"
        constraints = [
            *owner_first("consent"),
            models.UniqueConstraint(
                fields=["person", "category"],
                condition=Q(withdrawn_at__isnull=True),
                name="consent_one_per_category",
            ),
            models.CheckConstraint(
                condition=Q(category__in=SpecialCategory.values),
                name="consent_category_known",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.person_id}: {self.category}"
