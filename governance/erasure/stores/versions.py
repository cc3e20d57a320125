"""What memories said before."""

from governance.erasure.stores.base import TableStore
from governance.models import MemoryVersion


class Versions(TableStore):
    """The rows of ``memory_version``."""

    name = "history"
    models = (MemoryVersion,)
    columns = {"memory": ("memory_id",)}
