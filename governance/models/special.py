"""Special categories of personal data, which are remembered with consent only."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SpecialCategory(models.TextChoices):
    """Art. 9(1) GDPR, and criminal convictions (Art. 10)."""

    HEALTH = "health", _("health")
    RELIGION = "religion", _("religion or belief")
    POLITICS = "politics", _("political opinion")
    UNION = "union", _("trade union")
    SEX_LIFE = "sex_life", _("sex life or orientation")
    ETHNICITY = "ethnicity", _("ethnic origin")
    BIOMETRIC = "biometric", _("biometric features")
    GENETIC = "genetic", _("genetic data")
    CONVICTIONS = "convictions", _("criminal record")


class CategoryPolicy(models.TextChoices):
    """What becomes of a text of a special category without the person's consent."""

    REFUSE = "refuse", _("refuse")
    HOLD = "hold", _("hold until the person decides")
