"""Text in, vector out: one provider per process behind one function.

Pure: no database, no Django. `use` sets another provider; the default is local.
"""

from governance.embedding.embed import embed, use, warm
from governance.embedding.provider import DIMENSIONS, EmbeddingFailed, Provider

__all__ = ["DIMENSIONS", "EmbeddingFailed", "Provider", "embed", "use", "warm"]
