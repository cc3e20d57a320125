"""What comes in and what goes out (contracts.md, section 2)."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from typing_extensions import override

from governance.api.fields import Metadata, Moment, Strict, Text, Whole, Yes, rfc_3339
from governance.models import (
    ErasureRun,
    Kind,
    Memory,
    Sensitivity,
    SourceType,
    Trust,
)
from governance.writing import Draft, SourceDraft

LONGEST_INPUT = 40_000
"""Characters of text taken in; what is stored is bounded after scrubbing."""
LONGEST_TTL = 100 * 366 * 24 * 3600


class SourceIn(Strict):
    """Where a memory comes from: no source, no write."""

    type = serializers.ChoiceField(choices=SourceType.values)
    ref = Text(max_length=255, default="", allow_blank=True)
    conversation = Text(max_length=255, default="", allow_blank=True)
    url = Text(max_length=2000, default="", allow_blank=True)
    said_at = Moment(required=False)
    trust = serializers.ChoiceField(choices=Trust.values, required=False)


class MemoryIn(Strict):
    """A memory to write."""

    text = Text(max_length=LONGEST_INPUT, trim_whitespace=True)
    kind = serializers.ChoiceField(choices=Kind.values, default=Kind.FACT)
    key = Text(max_length=120, default="", allow_blank=True)
    space = Text(max_length=120, default="", allow_blank=True)
    importance = Whole(min_value=1, max_value=10, default=5)
    sensitivity = serializers.ChoiceField(
        choices=Sensitivity.values, default=Sensitivity.NORMAL
    )
    # DRF means something else by an attribute of that name, but reads it as a field.
    source = SourceIn()  # type: ignore[assignment]
    derived_from = serializers.ListField(
        child=serializers.UUIDField(), max_length=100, default=list
    )
    expires_at = Moment(required=False)
    ttl_seconds = Whole(min_value=1, max_value=LONGEST_TTL, required=False)
    pinned = Yes(default=False)
    inferred = Yes(default=False)
    metadata = Metadata(default=dict)

    @override
    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Times that contradict each other are refused."""
        if "expires_at" in attrs and "ttl_seconds" in attrs:
            raise serializers.ValidationError("", code="either")
        if "expires_at" in attrs and attrs["expires_at"] <= timezone.now():
            said = {"expires_at": [serializers.ErrorDetail("", code="past")]}
            raise serializers.ValidationError(said)
        return attrs

    def draft(self) -> Draft:
        """The checked input as the writing room takes it."""
        given = dict(self.validated_data)
        ttl = given.pop("ttl_seconds", None)
        if ttl:
            given["expires_at"] = timezone.now() + timedelta(seconds=ttl)
        given["kind"] = Kind(given["kind"])
        given["sensitivity"] = Sensitivity(given["sensitivity"])
        given["source"] = _source_draft(given["source"])
        return Draft(**given)


def _source_draft(given: dict[str, Any]) -> SourceDraft:
    return SourceDraft(
        type=SourceType(given["type"]),
        trust=Trust(given["trust"]) if "trust" in given else None,
        said_at=given.get("said_at") or timezone.now(),
        ref=given["ref"],
        conversation=given["conversation"],
        url=given["url"],
    )


def memory_out(memory: Memory) -> dict[str, Any]:
    """A memory as it is answered, rendered from its row."""
    return {
        "id": str(memory.id),
        "status": memory.status,
        **({"reason": memory.status_reason} if memory.status_reason else {}),
        "text": memory.text,
        "findings": memory.findings,
        "key": memory.key,
        "kind": memory.kind,
        "space": memory.space,
        "importance": memory.importance,
        "sensitivity": memory.sensitivity,
        "pinned": memory.pinned,
        "inferred": memory.inferred,
        "metadata": memory.metadata,
        "source": _source_out(memory),
        "said_at": rfc_3339(memory.said_at),
        "created_at": rfc_3339(memory.created_at),
        "updated_at": rfc_3339(memory.updated_at),
        "expires_at": rfc_3339(memory.expires_at),
        "etag": etag(memory),
    }


def _source_out(memory: Memory) -> dict[str, Any]:
    source = memory.source
    return {
        "type": source.type,
        "ref": source.ref,
        "conversation": source.conversation,
        "url": source.url,
        "trust": source.trust,
    }


def etag(memory: Memory) -> str:
    """Changes with every version and every move of the memory."""
    moment = int(memory.updated_at.timestamp() * 1_000_000)
    return f'"{memory.version}-{moment:x}"'


def erasure_out(run: ErasureRun) -> dict[str, Any]:
    """An erasure as it is answered."""
    return {
        "id": str(run.id),
        "state": run.state,
        "scope": run.scope,
        "planned": run.plan["counts"],
        "counts": run.counts,
        "verification": run.verification,
        "recipients": run.recipients,
        "created_at": rfc_3339(run.created_at),
        "started_at": rfc_3339(run.started_at),
        "finished_at": rfc_3339(run.finished_at),
    }
