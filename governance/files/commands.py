"""The six commands (contracts.md, 3): what each answers, and what it refuses."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from governance.access import Caller, Whose
from governance.files import changing, looking
from governance.files.paths import ROOT, checked
from governance.files.refusal import FileRefusal
from governance.files.text import inserted, replaced


@dataclass(frozen=True)
class View:
    """A folder, or a file, or some lines of it."""

    path: str
    view_range: Sequence[int] | None = None


@dataclass(frozen=True)
class Create:
    """A new file."""

    path: str
    file_text: str


@dataclass(frozen=True)
class StrReplace:
    """One place of a file, changed."""

    path: str
    old_str: str
    new_str: str


@dataclass(frozen=True)
class Insert:
    """Lines put in behind a line, 0 for the beginning."""

    path: str
    insert_line: int
    insert_text: str


@dataclass(frozen=True)
class Delete:
    """A file, or a folder with all in it."""

    path: str


@dataclass(frozen=True)
class Rename:
    """A file or a folder, put elsewhere."""

    old_path: str
    new_path: str


Command = View | Create | StrReplace | Insert | Delete | Rename


@dataclass(frozen=True)
class Done:
    """What the agent is told; ``erasure`` is the run by which something goes."""

    content: str
    is_error: bool = False
    erasure: uuid.UUID | None = None


def run_command(
    command: Command, *, whose: Whose, caller: Caller, purpose: str
) -> Done:
    """Carries one out. What cannot be done is an error result and no exception.

    Raises ``Refused`` (memory is off), ``Unwritable`` (a path with a hard identifier in
    it) and ``ScrubFailed`` (the gate fails closed).
    """
    try:
        return _run(command, whose, caller, purpose)
    except FileRefusal as refusal:
        return Done(str(refusal), is_error=True)


def _run(command: Command, whose: Whose, caller: Caller, purpose: str) -> Done:
    match command:
        case View(path, view_range):
            looked = looking.view(checked(path), view_range, whose, caller, purpose)
            return Done(looked)
        case Create(path, text):
            changing.create(_a_file(path), text, whose, caller)
            return Done(f"File created successfully at: {checked(path)}")
        case StrReplace(path, old, new):
            return Done(_str_replace(checked(path), old, new, whose, caller))
        case Insert(path, line, text):
            return Done(_insert(checked(path), line, text, whose, caller))
        case Delete(path):
            return _delete(checked(path), whose, caller)
        case Rename(old_path, new_path):
            return _rename(checked(old_path), checked(new_path), whose, caller)


def _a_file(path: str) -> str:
    plain = checked(path)
    if plain == ROOT or path.endswith("/"):
        raise FileRefusal(f"Error: File {plain} already exists")
    return plain


def _str_replace(path: str, old: str, new: str, whose: Whose, caller: Caller) -> str:
    around = ""

    def change(text: str) -> str:
        nonlocal around
        changed, around = replaced(path, text, old, new)
        return changed

    missing = f"Error: The path {path} does not exist. Please provide a valid path."
    changing.change(path, change, whose, caller, missing=missing)
    return f"The memory file has been edited.\n{around}".rstrip("\n")


def _insert(path: str, line: int, more: str, whose: Whose, caller: Caller) -> str:
    missing = f"Error: The path {path} does not exist"
    changing.change(
        path, lambda text: inserted(text, line, more), whose, caller, missing=missing
    )
    return f"The file {path} has been edited."


def _delete(path: str, whose: Whose, caller: Caller) -> Done:
    if path == ROOT:
        raise FileRefusal(f"Cannot delete the {ROOT} directory itself")
    run = changing.erase(path, whose, caller)
    return Done(f"Successfully deleted {path}", erasure=run)


def _rename(old: str, new: str, whose: Whose, caller: Caller) -> Done:
    if ROOT in {old, new}:
        raise FileRefusal(f"Cannot rename the {ROOT} directory itself")
    changing.rename(old, new, whose, caller)
    return Done(f"Successfully renamed {old} to {new}")
