"""Reading: finding memories, and the record of every read with its purpose."""

from governance.recall.log import log_ids_read, log_read
from governance.recall.search import WORDS, Words, relevant
from governance.recall.topic import Topic, topic

__all__ = ["WORDS", "Topic", "Words", "log_ids_read", "log_read", "relevant", "topic"]
