"""The graph: where a memory came from and what was made from it."""

from governance.provenance.closure import made_from
from governance.provenance.edges import add_edges, edges_of, was_derived
from governance.provenance.graph import Graph, graph_around
from governance.provenance.orphans import Checked, Orphans, check_edges, last_check

__all__ = [
    "Checked",
    "Graph",
    "Orphans",
    "add_edges",
    "check_edges",
    "edges_of",
    "graph_around",
    "last_check",
    "made_from",
    "was_derived",
]
