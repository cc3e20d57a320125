"""Reading: finding memories, and the record of every read with its purpose."""

from governance.recall.log import log_read
from governance.recall.search import relevant

__all__ = ["log_read", "relevant"]
