"""The document that an import takes: what an export gives, part by part."""

import uuid
from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from typing_extensions import override

from governance.api.fields import Id, Metadata, Moment, Strict, Text, Whole, Yes
from governance.api.shapes import LONGEST_INPUT, with_expiry
from governance.models import Kind, MemoryState, Sensitivity, SourceType, Trust
from governance.porting import FORMAT, LARGEST_PART, Item
from governance.writing import Draft, Earlier, SourceDraft

MOST_VERSIONS = 1_000
MOST_ORIGINS = 1_000
MOST_SOURCES = 5_000
"""Of one part: a memory that was told often has several."""


class Lenient(serializers.Serializer[Any]):
    """Takes members that only an export tells, such as times of writing, and heeds none."""


class SourceItemIn(Lenient):
    """A source of the document."""

    id = Id()
    type = serializers.ChoiceField(choices=SourceType.values)
    trust = serializers.ChoiceField(choices=Trust.values)
    ref = Text(max_length=255, default="", allow_blank=True)
    conversation = Text(max_length=255, default="", allow_blank=True)
    url = Text(max_length=2000, default="", allow_blank=True)
    said_at = Moment()


class VersionItemIn(Lenient):
    """One version; without a text it was redacted."""

    number = Whole(min_value=1, max_value=2**31 - 1)
    text = Text(max_length=LONGEST_INPUT, allow_null=True, allow_blank=True)
    created_at = Moment()


class ItemIn(Lenient):
    """A memory of the document."""

    id = Id()
    # DRF means something else by an attribute of that name, but reads it as a field.
    source = Id(help_text="The `id` of one of `sources`.")  # type: ignore[assignment]
    text = Text(max_length=LONGEST_INPUT, trim_whitespace=True)
    status = serializers.ChoiceField(
        choices=["active", "paused", "quarantined", "superseded"], default="active"
    )
    kind = serializers.ChoiceField(choices=Kind.values, default=Kind.FACT)
    key = Text(max_length=120, default="", allow_blank=True)
    space = Text(max_length=120, default="", allow_blank=True)
    importance = Whole(min_value=1, max_value=10, default=5)
    sensitivity = serializers.ChoiceField(
        choices=Sensitivity.values, default=Sensitivity.NORMAL
    )
    trust = serializers.ChoiceField(choices=Trust.values, required=False)
    pinned = Yes(default=False)
    inferred = Yes(default=False)
    metadata = Metadata(default=dict)
    said_at = Moment(required=False)
    expires_at = Moment(required=False, allow_null=True)
    also_from = serializers.ListField(
        child=Id(),
        max_length=MOST_ORIGINS,
        default=list,
        help_text="More of `sources` that said the same.",
    )
    derived_from = serializers.ListField(
        child=Id(), max_length=MOST_ORIGINS, default=list
    )
    versions = serializers.ListField(
        child=VersionItemIn(), max_length=MOST_VERSIONS, default=list
    )

    def item(self) -> Item:
        """The checked item as the room takes it."""
        given = self.validated_data
        return Item(given["id"], _draft(given, self.context["sources"]))

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Its source must be in the same part: no source, no write."""
        named = {attrs["source"], *attrs["also_from"]}
        if not named <= self.context["sources"].keys():
            said = {"source": [serializers.ErrorDetail("", code="no_such_source")]}
            raise serializers.ValidationError(said)
        return with_expiry(attrs)


class ImportIn(Strict):
    """A part of the document."""

    format = serializers.ChoiceField(choices=[FORMAT])
    exported_at = Moment(required=False)
    person = Id(required=False, help_text="The record that it was made of.")
    epoch = Whole(
        min_value=0,
        max_value=2**63 - 1,
        required=False,
        help_text="How many erasures that record had seen; what was erased later does "
        "not come back.",
    )
    sources = serializers.ListField(child=SourceItemIn(), max_length=MOST_SOURCES)
    memories = serializers.ListField(max_length=LARGEST_PART)
    next = Text(
        max_length=LONGEST_INPUT,
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="Not heeded; fetch it and send it.",
    )


def _draft(
    given: Mapping[str, Any], sources: Mapping[uuid.UUID, Mapping[str, Any]]
) -> Draft:
    return Draft(
        text=given["text"],
        source=_source(given, sources[given["source"]]),
        also_from=[_source({}, sources[each]) for each in given["also_from"]],
        kind=Kind(given["kind"]),
        key=given["key"],
        space=given["space"],
        importance=given["importance"],
        sensitivity=Sensitivity(given["sensitivity"]),
        derived_from=given["derived_from"],
        expires_at=given.get("expires_at"),
        pinned=given["pinned"],
        inferred=given["inferred"],
        metadata=given["metadata"],
        earlier=_earlier(given["versions"]),
        was=MemoryState(given["status"]),
    )


def _source(given: Mapping[str, Any], source: Mapping[str, Any]) -> SourceDraft:
    """The less trusted of what the memory and its source say."""
    trusts = [Trust(source["trust"]), Trust(given.get("trust", source["trust"]))]
    return SourceDraft(
        type=SourceType(source["type"]),
        trust=max(trusts, key=list(Trust).index),
        said_at=given.get("said_at") or source["said_at"],
        ref=source["ref"],
        conversation=source["conversation"],
        url=source["url"],
    )


def _earlier(versions: list[dict[str, Any]]) -> list[Earlier]:
    """All but the last, which the memory itself says."""
    ordered = sorted(versions, key=lambda each: each["number"])
    return [Earlier(each["text"] or None, each["created_at"]) for each in ordered[:-1]]
