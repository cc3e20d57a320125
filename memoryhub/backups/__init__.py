"""Dump the database and put a dump back, with PostgreSQL's own tools."""

from memoryhub.backups.dump import dump
from memoryhub.backups.put_back import put_back
from memoryhub.backups.tools import BackupTrouble
from memoryhub.backups.unfinished import drop, unfinished_in

__all__ = ["BackupTrouble", "drop", "dump", "put_back", "unfinished_in"]
