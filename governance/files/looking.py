"""Look at a folder or a file. That a file was opened is on record, and counts as used."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import Caller, Whose, as_service_with, refuse_read_if_off
from governance.files.listing import listed
from governance.files.refusal import FileRefusal
from governance.files.text import shown
from governance.models import FileQuerySet, MemoryFile, ReadKind
from governance.recall import log_ids_read

A_DAY = timedelta(days=1)


def view(
    path: str,
    view_range: Sequence[int] | None,
    whose: Whose,
    caller: Caller,
    purpose: str,
) -> str:
    """What is at the path: a file's lines, or what is in a folder."""
    if whose.known_id is None:
        return _folder(path, {})
    with as_service_with(caller.service_id, whose.known_id):
        refuse_read_if_off(whose.known_id)
        mine = _files_of(whose, caller)
        file = mine.filter(path=path).first()
        if file is None:
            sizes = mine.filter(path__startswith=f"{path}/").values_list("path", "size")
            return _folder(path, dict(sizes))
        text = shown(path, file.text, view_range)
        log_ids_read(
            ReadKind.FILES,
            [file.id],
            person_id=whose.known_id,
            caller=caller,
            purpose=purpose,
        )
        # Once a day is enough for a rule that counts in days.
        seldom = Q(read_at__isnull=True) | Q(read_at__lt=Now() - A_DAY)
        mine.filter(seldom, id=file.id).update(read_at=Now())
        return text


def _files_of(whose: Whose, caller: Caller) -> FileQuerySet:
    """The person's files that this service keeps; nobody's where they are not known."""
    mine = MemoryFile.objects.owned_by(*filter(None, [whose.known_id]))
    return mine.written_by(caller.service_id).in_use()


def _folder(path: str, sizes: dict[str, int]) -> str:
    said = listed(path, sizes)
    if said is None:
        raise FileRefusal(
            f"The path {path} does not exist. Please provide a valid path."
        )
    return said
