"""What comes in about conversations and memory files (contracts.md, sections 2 and 3)."""

from typing import Any

from rest_framework import serializers
from typing_extensions import override

from governance.api.fields import Id, Metadata, Strict, Text, Whole
from governance.conversations import MOST_AT_ONCE
from governance.files import (
    Command,
    Create,
    Delete,
    Insert,
    Rename,
    StrReplace,
    View,
)

LONGEST_PATH = 4_000
LONGEST_FILE = 400_000
"""Characters taken in; what is kept is bounded after scrubbing, in bytes."""
LAST_LINE = 2**31 - 1


class ItemBody(Metadata):
    """One item: any JSON object, within bounds."""

    deepest = 32
    most_values = 5_000
    longest_value = 100_000


class ItemsIn(Strict):
    """Items to add, in their order."""

    items = serializers.ListField(child=ItemBody(), max_length=MOST_AT_ONCE)


class ReplaceIn(ItemsIn):
    """Items to put in the place of those that are there."""

    upto = Id(
        required=False,
        help_text="The last item that they stand for: what came after it stays, behind "
        "them. Without it all goes.",
    )


class Raw(Text):
    """Text of a file: empty is text too."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            allow_blank=True, required=False, max_length=LONGEST_FILE, **kwargs
        )


class Path(Text):
    """A path, guarded by the room itself, which answers in the tool's own words."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            allow_blank=True, required=False, max_length=LONGEST_PATH, **kwargs
        )


FIELDS: dict[str, tuple[str, ...]] = {
    "view": ("path",),
    "create": ("path", "file_text"),
    "str_replace": ("path", "old_str", "new_str"),
    "insert": ("path", "insert_line", "insert_text"),
    "delete": ("path",),
    "rename": ("old_path", "new_path"),
}
MAKES = {
    "view": View,
    "create": Create,
    "str_replace": StrReplace,
    "insert": Insert,
    "delete": Delete,
    "rename": Rename,
}
OPTIONAL = {"view": {"view_range"}}


EVERY = sorted(
    {field for fields in FIELDS.values() for field in fields} | {"view_range"}
)


def _allowed(name: str) -> set[str]:
    return {*FIELDS[name], *OPTIONAL.get(name, set())}


def _shape(name: str) -> dict[str, Any]:
    """One command as JSON Schema: its fields, all of them and no other."""
    others: dict[str, Any] = {
        each: {"not": {}} for each in EVERY if each not in _allowed(name)
    }
    return {
        "properties": {"command": {"const": name}, **others},
        "required": list(FIELDS[name]),
    }


class MemoryToolIn(Strict):
    """One command of the memory tool (`memory_20250818`), as the model gives it."""

    command = serializers.ChoiceField(choices=list(FIELDS))
    path = Path(help_text="All but `rename`.")
    view_range = serializers.ListField(
        child=Whole(min_value=-1, max_value=LAST_LINE),
        min_length=2,
        max_length=2,
        required=False,
        allow_null=True,
        help_text="`view`: the first and the last line, -1 for the end.",
    )
    file_text = Raw(help_text="`create`")
    old_str = Raw(help_text="`str_replace`")
    new_str = Raw(help_text="`str_replace`")
    insert_line = Whole(
        min_value=-LAST_LINE,
        max_value=LAST_LINE,
        required=False,
        help_text="`insert`: the line behind which, 0 for the beginning.",
    )
    insert_text = Raw(help_text="`insert`")
    old_path = Path(help_text="`rename`")
    new_path = Path(help_text="`rename`")

    rules = {"oneOf": [_shape(name) for name in FIELDS]}

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Each command has its own fields, all of them and no other."""
        name = attrs["command"]
        missing = [each for each in FIELDS[name] if each not in attrs]
        if missing:
            said = {
                each: [serializers.ErrorDetail("", code="required")] for each in missing
            }
            raise serializers.ValidationError(said)
        if set(attrs) - {"command", *_allowed(name)}:
            raise serializers.ValidationError("", code="unknown")
        return attrs

    def as_command(self) -> Command:
        """The checked input as the files room takes it."""
        given = dict(self.validated_data)
        made: Command = MAKES[given.pop("command")](**given)
        return made
