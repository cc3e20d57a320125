"""Dump the database and put a dump back, with PostgreSQL's own tools."""

from memoryhub.backups.dump import dump
from memoryhub.backups.put_back import put_back
from memoryhub.backups.tools import BackupTrouble

__all__ = ["BackupTrouble", "dump", "put_back"]
