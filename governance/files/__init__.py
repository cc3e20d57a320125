"""Memory files: the six commands of the memory tool (``memory_20250818``), on files that
stand in the database, per person and service; every text is scrubbed, every change keeps
what was there before."""

from governance.files.commands import (
    Command,
    Create,
    Delete,
    Done,
    Insert,
    Rename,
    StrReplace,
    View,
    run_command,
)
from governance.files.paths import ROOT

__all__ = [
    "ROOT",
    "Command",
    "Create",
    "Delete",
    "Done",
    "Insert",
    "Rename",
    "StrReplace",
    "View",
    "run_command",
]
