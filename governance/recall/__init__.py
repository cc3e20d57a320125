"""Reading: finding memories, and the record of every read with its purpose."""

from governance.recall.elsewhere import Elsewhere, said_elsewhere
from governance.recall.log import log_ids_read, log_read
from governance.recall.search import WORDS, Words, relevant
from governance.recall.topic import Topic, topic

__all__ = [
    "WORDS",
    "Elsewhere",
    "Topic",
    "Words",
    "log_ids_read",
    "log_read",
    "relevant",
    "said_elsewhere",
    "topic",
]
