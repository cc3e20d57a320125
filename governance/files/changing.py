"""Make, change, move and delete files: each one transaction with its entry, the text
scrubbed before it, what stood there kept as a version."""

import uuid
from collections.abc import Callable

from django.db.models import F
from django.db.models.functions import Now

from governance.access import (
    Caller,
    Whose,
    as_service_with,
    lock_for_writing,
    refuse_if,
    writing_about,
)
from governance.audit import record
from governance.erasure import NO_UNDO, ask, drop_oldest_versions
from governance.files.gate import Written, refuse_path
from governance.files.paths import checked, parents
from governance.files.refusal import FileRefusal
from governance.models import FileQuerySet, FileVersion, KeyScope, MemoryFile

MOST_FILES = 2_000
TRIES = 3
"""So often a change is worked out anew when another was faster."""


def create(path: str, text: str, whose: Whose, caller: Caller) -> None:
    """A new file; raises :class:`FileRefusal` where something is at its path."""
    _refuse_off(whose)
    written = Written(path, text, whose=whose, caller=caller)
    with writing_about(whose, caller, needs=KeyScope.FILES) as person_id:
        mine = _mine(person_id, caller)
        _refuse_taken(path, mine, f"Error: File {path} already exists")
        if mine.count() >= MOST_FILES:
            raise FileRefusal(
                f"Error: There are {MOST_FILES:,} files already, which is the most."
            )
        written.refuse_special(person_id, caller)
        file = MemoryFile.objects.create(
            person_id=person_id,
            service_id=caller.service_id,
            path=path,
            **written.columns(),
        )
        _record("file.made", [file.id], person_id, caller)


def change(
    path: str,
    changed: Callable[[str], str],
    whose: Whose,
    caller: Caller,
    *,
    missing: str,
) -> None:
    """Changes a file's text. Where another change came between, it is worked out anew
    from what that one left."""
    _refuse_off(whose)
    for _ in range(TRIES):
        before = _read(path, whose, caller, missing)
        written = Written(path, changed(before.text), whose=whose, caller=caller)
        if _changed(before, written, whose, caller):
            return
    raise FileRefusal(f"Error: The file {path} is being changed. Please try again.")


def erase(path: str, whose: Whose, caller: Caller) -> uuid.UUID:
    """Erases a file, or all in a folder, with all versions; gives the run that does."""
    missing = FileRefusal(f"Error: The path {path} does not exist")
    if whose.known_id is None:
        raise missing
    with as_service_with(caller.service_id, whose.known_id):
        lock_for_writing(whose.known_id)
        ids = list(
            _at(path, _mine(whose.known_id, caller)).values_list("id", flat=True)
        )
        if not ids:
            raise missing
        run = ask(
            ids,
            person_id=whose.known_id,
            service_id=caller.service_id,
            actor=caller.actor,
            undo=NO_UNDO,
        )
        return run.id


def rename(old: str, new: str, whose: Whose, caller: Caller) -> None:
    """Puts a file, or all in a folder, elsewhere."""
    _refuse_off(whose)
    refuse_path(new)
    if whose.known_id is None:
        raise FileRefusal(f"Error: The path {old} does not exist")
    with writing_about(whose, caller, needs=KeyScope.FILES) as person_id:
        mine = _mine(person_id, caller)
        moved = list(_at(old, mine))
        if not moved:
            raise FileRefusal(f"Error: The path {old} does not exist")
        if f"{new}/".startswith(f"{old}/") and new != old:
            raise FileRefusal(f"Error: The directory {old} cannot be put into itself")
        _refuse_taken(new, mine, f"Error: The destination {new} already exists")
        for each in moved:
            each.path = checked(new + each.path.removeprefix(old))
        MemoryFile.objects.bulk_update(moved, ["path"])
        _record("file.moved", [each.id for each in moved], person_id, caller)


def _read(path: str, whose: Whose, caller: Caller, missing: str) -> MemoryFile:
    if whose.known_id is None:
        raise FileRefusal(missing)
    with as_service_with(caller.service_id, whose.known_id):
        file = _mine(whose.known_id, caller).filter(path=path).first()
    if file is None:
        raise FileRefusal(missing)
    return file


def _changed(
    before: MemoryFile, written: Written, whose: Whose, caller: Caller
) -> bool:
    """Whether the file still was as it was read, and is changed."""
    with writing_about(whose, caller, needs=KeyScope.FILES) as person_id:
        rows = _mine(person_id, caller).filter(id=before.id, path=before.path)
        if not rows.filter(version=before.version).exists():
            return False
        written.refuse_special(person_id, caller)
        if written.text == before.text:
            return True
        _keep_version(before, caller)
        rows.update(version=F("version") + 1, updated_at=Now(), **written.columns())
        _record("file.changed", [before.id], person_id, caller)
    return True


def _keep_version(before: MemoryFile, caller: Caller) -> None:
    FileVersion.objects.create(
        person_id=before.person_id,
        service_id=before.service_id,
        file=before,
        number=before.version,
        path=before.path,
        text=before.text,
        actor_kind=caller.actor.kind.value,
        actor_id=caller.actor.id,
    )
    drop_oldest_versions(before)


def _mine(person_id: uuid.UUID, caller: Caller) -> FileQuerySet:
    mine = MemoryFile.objects.owned_by(person_id)
    return mine.written_by(caller.service_id).in_use()


def _at(path: str, mine: FileQuerySet) -> FileQuerySet:
    """The file at a path, or all files below it."""
    return mine.filter(path=path) | mine.filter(path__startswith=f"{path}/")


def _refuse_taken(path: str, mine: FileQuerySet, taken: str) -> None:
    if _at(path, mine).exists():
        raise FileRefusal(taken)
    for above in mine.filter(path__in=parents(path)).values_list("path", flat=True):
        raise FileRefusal(f"Error: {above} is a file and no directory")


def _refuse_off(whose: Whose) -> None:
    if whose.known_id is not None:
        refuse_if(whose.why_not)


def _record(
    verb: str, ids: list[uuid.UUID], person_id: uuid.UUID, caller: Caller
) -> None:
    record(
        verb,
        caller.actor,
        service_id=caller.service_id,
        person_id=person_id,
        subjects=ids,
    )
