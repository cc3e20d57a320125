"""What a batch answers, item by item."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from governance.api.openapi.bodies import (
    Answer,
    HeldMemory,
    RefreshedMemory,
    WrittenMemory,
)
from governance.api.openapi.problems import NotStorable
from governance.api.sentences import REFUSALS, UNWRITABLE
from governance.models import SpecialCategory


class WrittenItem(Answer):
    """An item that made a memory: in use (201), or waiting for review (202)."""

    status = serializers.ChoiceField(choices=[201, 202])
    memory = WrittenMemory()


class HeldItem(Answer):
    """An item that waits for the person's consent."""

    status = serializers.ChoiceField(choices=[202])
    memory = HeldMemory()


class RefreshedItem(Answer):
    """An item that said what was there already."""

    status = serializers.ChoiceField(choices=[200])
    memory = RefreshedMemory()


class ItemProblem(NotStorable):
    """Why an item was refused."""

    reason = serializers.ChoiceField(choices=[*UNWRITABLE, *REFUSALS], required=False)
    categories = serializers.ListField(
        child=serializers.ChoiceField(choices=SpecialCategory.values), required=False
    )
    erasure = serializers.UUIDField(
        required=False, help_text="The erasure that took what the item builds on."
    )


class RefusedItem(Answer):
    """An item of which nothing was stored."""

    status = serializers.ChoiceField(choices=[400, 403, 404, 410, 422, 503])
    problem = ItemProblem()


class Batch(Answer):
    """What became of each item, in their order."""

    results = PolymorphicProxySerializer(
        component_name="BatchItem",
        serializers=[WrittenItem, HeldItem, RefreshedItem, RefusedItem],
        resource_type_field_name=None,
        many=True,
    )
