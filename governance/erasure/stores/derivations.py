"""The edges at either side of what is erased."""

from governance.erasure.stores.base import TableStore
from governance.models import Derivation


class Derivations(TableStore):
    """The rows of ``derivation``."""

    name = "provenance"
    models = (Derivation,)
    columns = {"memory": ("made_id", "origin_id"), "source": ("origin_id",)}
