"""A human who signs in. What is remembered belongs to a person, not to an account."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class Role(models.TextChoices):
    """What an account may do beyond looking after its own memories."""

    PERSON = "person", _("person")
    OFFICER = "officer", _("compliance officer")
    APPROVER = "approver", _("approver")
    AUDITOR = "auditor", _("auditor")
    OPERATOR = "operator", _("operator")


class Theme(models.TextChoices):
    """Light or dark."""

    SYSTEM = "system", _("as this device has it")
    LIGHT = "light", _("light")
    DARK = "dark", _("dark")


STAFF_ROLES = frozenset({Role.OFFICER, Role.APPROVER, Role.AUDITOR, Role.OPERATOR})


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts; an address is compared in lower case."""

    def create_user(
        self, email: str, password: str | None = None, **fields: Any
    ) -> "Account":
        """A new account; without a password it can only sign in by a link."""
        account = self.model(email=email.strip().lower(), **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account

    @override
    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(email=(username or "").strip().lower())


class Account(AbstractBaseUser):
    """A sign-in with an address, a role, a language and a time zone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True)
    role = models.CharField(max_length=10, choices=Role, default=Role.PERSON)
    language = models.CharField(max_length=10, blank=True)
    zone = models.CharField(max_length=50, default="UTC")
    theme = models.CharField(
        max_length=10, choices=Theme, default=Theme.SYSTEM, db_default=Theme.SYSTEM
    )
    # When they had seen, or skipped, the tour of the first visit.
    toured_at = models.DateTimeField(null=True, blank=True)
    # Keys such as "/" and "?" on the pages; some people's software types by itself.
    shortcuts = models.BooleanField(default=True, db_default=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[AccountManager] = AccountManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        db_table = "account"

    @override
    def __str__(self) -> str:
        return str(self.id)

    @property
    def is_staff_member(self) -> bool:
        """Whether the account opens the compliance pages."""
        return self.role in STAFF_ROLES
