"""Sources that nothing else stands on."""

from governance.erasure.stores.base import TableStore
from governance.models import Source


class Sources(TableStore):
    """The rows of ``source``."""

    name = "sources"
    models = (Source,)
    columns = {"source": ("id",)}
