"""The document of an export, and what an import answers."""

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from governance.api.fields import Moment
from governance.api.import_shapes import ImportIn, ItemIn
from governance.api.openapi.batch import ItemProblem
from governance.api.openapi.bodies import (
    Answer,
    Memory,
    SourceInGraph,
    Uuid,
    Version,
)
from governance.models import MemoryState, Trust
from governance.porting import FORMAT, LARGEST_PART


class ExportedMemory(Memory):
    """A memory with all that is its own."""

    # DRF means something else by an attribute of that name, but reads it as a field.
    source = Uuid(help_text="The `id` of one of `sources`.")  # type: ignore[assignment]
    trust = serializers.ChoiceField(choices=Trust.values)
    also_from = serializers.ListField(
        child=Uuid(), help_text="More of `sources` that said the same."
    )
    derived_from = serializers.ListField(
        child=Uuid(), help_text="Memories that it was made from."
    )
    versions = Version(many=True)
    etag = None  # type: ignore[assignment]  # of an answer, not of a document


class Document(Answer):
    """A part of the document; an import takes it as it is."""

    format = serializers.ChoiceField(choices=[FORMAT])
    exported_at = Moment()
    person = Uuid(help_text="The record that it was made of.")
    epoch = serializers.IntegerField(
        min_value=0, help_text="How many erasures that record has seen."
    )
    sources = SourceInGraph(many=True)
    memories = ExportedMemory(many=True)
    next = serializers.URLField(allow_null=True, help_text="The part after this one.")


class DocumentIn(ImportIn):
    """A part of the document, as an export gives it. Members that only tell, such as
    `findings`, may stand in it and are not heeded."""

    memories = serializers.ListField(child=ItemIn(), max_length=LARGEST_PART)


class TakenMemory(Answer):
    """The memory that an item has become."""

    id = Uuid()
    status = serializers.ChoiceField(choices=MemoryState.values)


class TakenItem(Answer):
    """An item that is stored (201), was there (200) or waits (202)."""

    id = Uuid(help_text="The `id` in the document.")
    status = serializers.ChoiceField(choices=[200, 201, 202])
    memory = TakenMemory()


class RefusedDocumentItem(Answer):
    """An item of which nothing was stored."""

    id = Uuid(
        required=False, help_text="The `id` in the document, if it has a valid one."
    )
    status = serializers.ChoiceField(choices=[400, 403, 404, 410, 422, 503])
    problem = ItemProblem()


class Import(Answer):
    """What became of each item, in their order. Texts are not repeated."""

    results = PolymorphicProxySerializer(
        component_name="ImportedItem",
        serializers=[TakenItem, RefusedDocumentItem],
        resource_type_field_name=None,
        many=True,
    )


__all__ = ["Document", "DocumentIn", "Import"]
