"""Memory files, with what they said before."""

from governance.erasure.plan import FILE
from governance.erasure.stores.base import ThingStore
from governance.models import FileVersion, MemoryFile


class FileVersions(ThingStore):
    """The rows of ``file_version``."""

    name = "file_versions"
    models = (FileVersion,)
    columns = {FILE: ("file_id",)}


class Files(ThingStore):
    """The rows of ``memory_file``."""

    name = "files"
    models = (MemoryFile,)
    columns = {FILE: ("id",)}
