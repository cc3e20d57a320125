"""What comes in (contracts.md, section 2)."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from typing_extensions import override

from governance.access import database_now
from governance.api.fields import Id, Metadata, Moment, Strict, Text, Whole, Yes
from governance.models import (
    Kind,
    Sensitivity,
    SourceType,
    Trust,
)
from governance.telling import ALL_EVENTS, LONGEST_URL
from governance.writing import Draft, SourceDraft

LONGEST_INPUT = 40_000
"""Characters of text taken in; what is stored is bounded after scrubbing."""
LONGEST_TTL = 100 * 366 * 24 * 3600
LONGEST_UNDO = 30 * 24
MOST_IDS = 10_000
SELECTORS = ("ids", "query", "source_ref", "conversation", "everything")
DRY = {"required": ["dry_run"], "properties": {"dry_run": {"const": True}}}
ONE_EXPIRY = {"not": {"required": ["expires_at", "ttl_seconds"]}}


class SourceIn(Strict):
    """Where a memory comes from: no source, no write."""

    type = serializers.ChoiceField(choices=SourceType.values)
    ref = Text(
        max_length=255,
        default="",
        allow_blank=True,
        help_text="Your own name for it, to find or erase by.",
    )
    conversation = Text(max_length=255, default="", allow_blank=True)
    url = Text(max_length=2000, default="", allow_blank=True)
    said_at = Moment(required=False, help_text="Now, unless it was said earlier.")
    trust = serializers.ChoiceField(
        choices=Trust.values,
        required=False,
        help_text="May only lower what the type implies.",
    )


class MemoryIn(Strict):
    """A memory to write."""

    text = Text(
        max_length=LONGEST_INPUT,
        trim_whitespace=True,
        help_text="One plain sentence or a short text; "
        "at most 8,000 characters once it is scrubbed.",
    )
    kind = serializers.ChoiceField(choices=Kind.values, default=Kind.FACT)
    key = Text(
        max_length=120,
        default="",
        allow_blank=True,
        help_text="What it is the value of, such as `preference:units`. "
        "A new value takes the place of the old one.",
    )
    space = Text(
        max_length=120,
        default="",
        allow_blank=True,
        help_text="A project or agent that you keep apart.",
    )
    importance = Whole(min_value=1, max_value=10, default=5)
    sensitivity = serializers.ChoiceField(
        choices=Sensitivity.values, default=Sensitivity.NORMAL
    )
    # DRF means something else by an attribute of that name, but reads it as a field.
    source = SourceIn()  # type: ignore[assignment]
    derived_from = serializers.ListField(
        child=Id(),
        max_length=100,
        default=list,
        help_text="Memories that it was made from; it is erased with them.",
    )
    expires_at = Moment(required=False, help_text="In the future.")
    ttl_seconds = Whole(
        min_value=1,
        max_value=LONGEST_TTL,
        required=False,
        help_text="In place of `expires_at`.",
    )
    pinned = Yes(default=False)
    inferred = Yes(default=False, help_text="Worked out, not said.")
    metadata = Metadata(default=dict)

    rules = ONE_EXPIRY

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Times that contradict each other are refused."""
        return with_expiry(attrs)

    def draft(self) -> Draft:
        """The checked input as the writing room takes it."""
        given = dict(self.validated_data)
        given["kind"] = Kind(given["kind"])
        given["sensitivity"] = Sensitivity(given["sensitivity"])
        given["source"] = _source_draft(given["source"])
        return Draft(**given)


class VersionIn(Strict):
    """Which version to redact."""

    number = Whole(
        min_value=1, max_value=2**31 - 1, help_text="An earlier version's number."
    )


@extend_schema_field(MemoryIn(many=True))
class Items(serializers.ListField):
    """Memories, taken as they come: each is checked on its own."""


class BatchIn(Strict):
    """Several memories to write."""

    items = Items(min_length=1, max_length=100)


class MemoryPatch(Strict):
    """What may be changed of a memory; only what is given changes."""

    text = Text(max_length=LONGEST_INPUT, trim_whitespace=True, required=False)
    kind = serializers.ChoiceField(choices=Kind.values, required=False)
    importance = Whole(min_value=1, max_value=10, required=False)
    sensitivity = serializers.ChoiceField(choices=Sensitivity.values, required=False)
    trust = serializers.ChoiceField(choices=Trust.values, required=False)
    expires_at = Moment(
        required=False, allow_null=True, help_text="In the future; null for never."
    )
    ttl_seconds = Whole(min_value=1, max_value=LONGEST_TTL, required=False)
    pinned = Yes(required=False)
    metadata = Metadata(required=False)

    rules = {"minProperties": 1, **ONE_EXPIRY}

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Something must change, and times must not contradict each other."""
        if not attrs:
            raise serializers.ValidationError("", code="nothing_to_change")
        return with_expiry(attrs)


class ForgetIn(Strict):
    """What to forget, by exactly one of `ids`, `query`, `source_ref`, `conversation` and
    `everything`."""

    ids = serializers.ListField(
        child=Id(), min_length=1, max_length=MOST_IDS, required=False
    )
    query = Text(
        max_length=1_000,
        trim_whitespace=True,
        required=False,
        help_text="With `dry_run` only: what is forgotten is named by id.",
    )
    source_ref = Text(
        max_length=255, required=False, help_text="All that has this source."
    )
    conversation = Text(
        max_length=255,
        required=False,
        help_text="This conversation, with its items and all that was learnt from it.",
    )
    everything = Yes(
        required=False, help_text="true: all that this service wrote about the person."
    )
    messages = Yes(
        default=False,
        help_text="With the messages of conversations that it came from, by the `ref` of "
        "its sources. A conversation always goes with its messages.",
    )
    dry_run = Yes(default=False, help_text="Only tells what would be forgotten.")
    undo_hours = Whole(
        min_value=0,
        max_value=LONGEST_UNDO,
        required=False,
        help_text="How long it can be undone; 0 erases at once. Without it, as the "
        "person has chosen, or 24.",
    )

    rules = {
        "allOf": [
            {"oneOf": [{"required": [name]} for name in SELECTORS]},
            {"properties": {"everything": {"const": True}}},
            {"anyOf": [{"not": {"required": ["query"]}}, DRY]},
        ]
    }

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One selector; a search only looks, since what is forgotten is named by id."""
        given = [name for name in SELECTORS if name in attrs]
        if len(given) != 1 or not attrs.get("everything", True):
            raise serializers.ValidationError("", code="one_selector")
        if "query" in attrs and not attrs["dry_run"]:
            said = {"query": [serializers.ErrorDetail("", code="dry_run_only")]}
            raise serializers.ValidationError(said)
        return attrs


class WebhookIn(Strict):
    """Where to tell a service what."""

    url = Text(
        max_length=LONGEST_URL,
        help_text="https, at a name that leads to the public internet. Any port; no "
        "user, no fragment; a name of other letters in its ASCII form (xn--…).",
    )
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=ALL_EVENTS),
        max_length=len(ALL_EVENTS),
        default=list,
        help_text="What to be told of; all of it when left out.",
    )


def with_expiry(attrs: dict[str, Any]) -> dict[str, Any]:
    """``ttl_seconds`` as ``expires_at``; both, or a time that is over, are refused."""
    if "expires_at" in attrs and "ttl_seconds" in attrs:
        raise serializers.ValidationError("", code="either")
    if attrs.get("expires_at") and attrs["expires_at"] <= timezone.now():
        said = {"expires_at": [serializers.ErrorDetail("", code="past")]}
        raise serializers.ValidationError(said)
    ttl = attrs.pop("ttl_seconds", None)
    if ttl:
        attrs["expires_at"] = database_now() + timedelta(seconds=ttl)
    return attrs


def _source_draft(given: dict[str, Any]) -> SourceDraft:
    return SourceDraft(
        type=SourceType(given["type"]),
        trust=Trust(given["trust"]) if "trust" in given else None,
        said_at=given.get("said_at") or timezone.now(),
        ref=given["ref"],
        conversation=given["conversation"],
        url=given["url"],
    )
