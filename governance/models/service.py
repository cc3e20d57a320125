"""A program that writes and recalls, with its keys and their scopes."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Value
from django.db.models.functions import Now
from typing_extensions import override


class KeyScope(models.TextChoices):
    """What a service key may do (contracts.md, section 2)."""

    MEMORIES_READ = "memories:read"
    MEMORIES_WRITE = "memories:write"
    RECALL = "recall"
    CONVERSATIONS = "conversations"
    FILES = "files"
    ERASURE = "erasure"
    REQUESTS = "requests"
    PEOPLE = "people"
    WEBHOOKS = "webhooks"
    DASHBOARD = "dashboard"
    CONSENTS = "consents"


# Both let a service act in the person's stead, so they are given by name only.
DEFAULT_SCOPES = [
    scope.value
    for scope in KeyScope
    if scope not in {KeyScope.CONSENTS, KeyScope.DASHBOARD}
]


class Service(models.Model):
    """A program; it declares the purposes it reads for."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80, unique=True)
    purposes = ArrayField(models.SlugField(max_length=40), default=list)
    scrub_policy = models.CharField(max_length=20, default="balanced")
    # {category: refuse | hold}; without an entry it depends on whether the person can
    # answer (writing/sensitive.py).
    category_policy = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField())
    )
    # Tools whose results this service may call trusted.
    trusted_tools = ArrayField(
        models.CharField(max_length=80), default=list, db_default=[]
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "service"
        constraints = [
            # Every read is for a purpose, so a service without one could read nothing.
            models.CheckConstraint(
                condition=models.Q(purposes__len__gt=0), name="service_has_purpose"
            )
        ]

    @override
    def __str__(self) -> str:
        return self.name


class ServiceKey(models.Model):
    """One key: found by its prefix, proved by its keyed hash, never kept itself."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    service = models.ForeignKey(Service, models.CASCADE, related_name="keys")
    prefix = models.CharField(max_length=16, unique=True)
    secret_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    scopes = ArrayField(models.CharField(max_length=20, choices=KeyScope))
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "service_key"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=[s.value for s in KeyScope]),
                name="service_key_scopes_known",
            )
        ]

    @override
    def __str__(self) -> str:
        return f"mh_{self.prefix}_…"
