"""Memories, with their embedding, search text and metadata: all one row."""

from governance.erasure.stores.base import TableStore
from governance.models import Memory


class Memories(TableStore):
    """The rows of ``memory``."""

    name = "memories"
    models = (Memory,)
    columns = {"memory": ("id",)}
