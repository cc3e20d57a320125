"""The graph: where a memory came from and what was made from it."""

from governance.provenance.closure import made_from
from governance.provenance.edges import add_edges

__all__ = ["add_edges", "made_from"]
