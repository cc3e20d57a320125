"""Reading: finding memories, and the record of every read with its purpose."""

from governance.recall.log import log_read
from governance.recall.search import WORDS, Words, relevant

__all__ = ["WORDS", "Words", "log_read", "relevant"]
