"""What the answers about conversations and memory files hold."""

from rest_framework import serializers

from governance.api.fields import Moment
from governance.api.openapi.bodies import Answer, Uuid, Word
from governance.api.told_shapes import ItemBody


class Item(Answer):
    """One item of a conversation."""

    id = Uuid(help_text="Ours, to replace up to.")
    item = ItemBody(
        help_text="As it is kept, with placeholders for what was taken out."
    )
    created_at = Moment()
    expires_at = Moment(
        allow_null=True,
        help_text="When it ends by itself: it tells of a special category, and there is "
        "no consent.",
    )


class Items(Answer):
    """Items in their order."""

    items = Item(many=True)


class Popped(Answer):
    """The item that was taken out."""

    item = Item(allow_null=True)


class ToolResult(Answer):
    """The result of a command, for the model."""

    content = Word()
    is_error = serializers.BooleanField()
    erasure = Uuid(required=False, help_text="Of `delete`: what erases it.")
