"""What goes by itself, and when: each rule a row, each removal an entry with its rule."""

from governance.retention.by_set import BY_SET
from governance.retention.due import (
    BY_PERSON,
    OF_MEMORIES,
    Going,
    Reach,
    ahead_of,
    older_than,
    told_older_than,
    unread,
    unused,
)
from governance.retention.rules import (
    Change,
    OutOfRange,
    add,
    all_rules,
    change,
    history,
    range_of,
    reads_kept,
    there_is,
    unused_rule,
)
from governance.retention.run import carry_out
from governance.retention.said import said
from governance.retention.told import TOLD
from governance.retention.why import why

__all__ = [
    "BY_PERSON",
    "BY_SET",
    "OF_MEMORIES",
    "TOLD",
    "Change",
    "Going",
    "OutOfRange",
    "Reach",
    "add",
    "ahead_of",
    "all_rules",
    "carry_out",
    "change",
    "history",
    "older_than",
    "range_of",
    "reads_kept",
    "said",
    "there_is",
    "told_older_than",
    "unread",
    "unused",
    "unused_rule",
    "why",
]
