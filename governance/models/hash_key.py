"""Which keys have hashed and sealed what. The keys themselves lie outside the
database and its backups; here are only their names."""

from django.db import models
from typing_extensions import override


class HashKey(models.Model):
    """A master key by name; every keyed hash and sealed value stores this name."""

    id = models.CharField(primary_key=True, max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "hash_key"

    @override
    def __str__(self) -> str:
        return self.id
