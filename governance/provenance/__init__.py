"""The graph: where a memory came from and what was made from it."""

from governance.provenance.closure import made_from
from governance.provenance.edges import add_edges, edges_of, was_derived
from governance.provenance.graph import Graph, graph_around

__all__ = ["Graph", "add_edges", "edges_of", "graph_around", "made_from", "was_derived"]
