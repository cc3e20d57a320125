"""What the answers hold, member by member (``governance.api.answers`` makes them)."""

from typing import Any

from rest_framework import serializers
from typing_extensions import override

from governance.api.fields import Metadata, Moment
from governance.audit import ActorKind
from governance.models import (
    DeliveryState,
    EraseScope,
    Kind,
    MemoryState,
    RunState,
    Sensitivity,
    SourceType,
    SpecialCategory,
    Trust,
)
from governance.scrubbing import Action

Choice = serializers.ChoiceField
Number = serializers.IntegerField
Uuid = serializers.UUIDField
Word = serializers.CharField
Counts = serializers.DictField


class Answer(serializers.Serializer[Any]):
    """Describes an answer; it never renders one."""


class Finding(Answer):
    """Where the scrub gate found something, and what it did; never what it found."""

    entity = Word(help_text="What kind of thing, such as `CREDIT_CARD`.")
    action = Choice(choices=[each.value for each in Action])
    start = Number(min_value=0, help_text="In code points of the text sent.")
    end = Number(min_value=0)


class SourceOut(Answer):
    """Where a memory came from."""

    type = Choice(choices=SourceType.values)
    ref = Word()
    conversation = Word()
    url = Word()
    trust = Choice(choices=Trust.values)


class Memory(Answer):
    """A memory as it stands now, scrubbed."""

    id = Uuid()
    status = Choice(choices=MemoryState.values)
    reason = Word(
        required=False, help_text="Why it is not in use, such as `untrusted_source`."
    )
    text = Word(help_text="As it is stored, with placeholders for what was taken out.")
    findings = Finding(many=True)
    key = Word()
    kind = Choice(choices=Kind.values)
    space = Word()
    importance = Number(min_value=1, max_value=10)
    sensitivity = Choice(choices=Sensitivity.values)
    categories = serializers.ListField(
        child=Choice(choices=SpecialCategory.values),
        help_text="Special categories (Art. 9 and 10 GDPR) that it tells of.",
    )
    pinned = serializers.BooleanField()
    inferred = serializers.BooleanField()
    metadata = Metadata()
    # DRF means something else by an attribute of that name, but reads it as a field.
    source = SourceOut()  # type: ignore[assignment]
    said_at = Moment()
    created_at = Moment()
    updated_at = Moment()
    expires_at = Moment(allow_null=True)
    etag = Word(help_text="For `If-Match`; the header `ETag` has it too.")


class HeldMemory(Answer):
    """A memory that waits for its person's consent. What it says is not repeated, and
    nobody but the person can open it."""

    id = Uuid()
    status = Choice(choices=[MemoryState.PROPOSED.value])
    reason = Choice(choices=["consent_needed"])
    categories = serializers.ListField(child=Choice(choices=SpecialCategory.values))
    created_at = Moment()
    expires_at = Moment(help_text="When it goes if the person does not decide.")
    etag = Word()


class WrittenMemory(Memory):
    """A memory that a write has just made."""

    supersedes = serializers.ListField(
        child=Uuid(),
        help_text="Memories whose value for the same key this one replaces.",
    )


class RefreshedMemory(Memory):
    """A memory that said the same before."""

    duplicate_of = Uuid(help_text="The memory that was there already; its own id.")


class CorrectedMemory(Memory):
    """A memory after its correction."""

    erasure = Uuid(
        allow_null=True,
        help_text="The erasure of what was derived from the old text, if anything was.",
    )


class MemoryPage(Answer):
    """One page of a list."""

    count = Number(min_value=0, help_text="Of the whole list.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = Memory(many=True)


class Actor(Answer):
    """Who did it; the system itself has no id."""

    kind = Choice(choices=[each.value for each in ActorKind])
    id = Word(help_text="A UUID, or empty for the system.")


class Version(Answer):
    """What a memory said at one time."""

    number = Number(min_value=1)
    text = Word(allow_null=True, help_text="null once it was redacted.")
    redacted_at = Moment(allow_null=True)
    actor = Actor()
    created_at = Moment()


class Versions(Answer):
    """Every version, oldest first."""

    versions = Version(many=True)


class MemoryInGraph(Answer):
    """A memory in the graph."""

    id = Uuid()
    text = Word()
    status = Choice(choices=MemoryState.values)


class SourceInGraph(SourceOut):
    """A source in the graph."""

    id = Uuid()
    said_at = Moment()


class Edge(Answer):
    """What was made from what."""

    made = Uuid(help_text="The id of a memory.")

    @override
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """``from`` is a word of Python's own, so it cannot be an attribute."""
        origin = Uuid(help_text="The id of the memory or source it was made from.")
        return {**super().get_fields(), "from": origin}


class Graph(Answer):
    """Up to the sources, and down to what was made from the memory."""

    memory = Uuid(help_text="The memory that was asked for.")
    memories = MemoryInGraph(many=True)
    sources = SourceInGraph(many=True)
    edges = Edge(many=True)
    more = Number(min_value=0, help_text="How many edges are left out.")


class ErasureBegun(Answer):
    """The memory is out of use already; the erasure goes on by itself."""

    erasure = Uuid(help_text="Ask `/api/v1/erasures/{run_id}` how far it is.")


class Plan(Answer):
    """What would be forgotten; rows are counted by store."""

    roots = serializers.ListField(child=Uuid(), help_text="The memories asked for.")
    memories = serializers.ListField(
        child=Uuid(), help_text="Those, and what was made from them."
    )
    sources = serializers.ListField(
        child=Uuid(), help_text="Sources that nothing else stands on."
    )
    conversations = serializers.ListField(
        child=Uuid(), help_text="Conversations, each with all its items."
    )
    items = serializers.ListField(
        child=Uuid(), help_text="Single items of other conversations."
    )
    files = serializers.ListField(
        child=Uuid(), help_text="Memory files, each with all its versions."
    )
    counts = Counts(child=Number())
    rebuilt = Number(
        help_text="How many of the derived texts will at most be derived again, as new "
        "memories, from what stays."
    )
    held = Number(help_text="How many memories have to stay, by law (Art. 17(3) GDPR).")


class ForgetPlan(Answer):
    """A dry run."""

    dry_run = serializers.BooleanField()
    plan = Plan()


class ForgetSearch(Answer):
    """A dry run by `query`: exact ids, to be looked through and named."""

    dry_run = serializers.BooleanField()
    certain = serializers.ListField(child=Uuid(), help_text="They say it.")
    likely = serializers.ListField(child=Uuid(), help_text="They mean alike.")
    mentioned = serializers.ListField(
        child=Uuid(), help_text="Summaries and reflections that were made from such."
    )
    messages = serializers.ListField(
        child=Uuid(), help_text="Messages of conversations that say it."
    )
    notes = serializers.ListField(child=Uuid(), help_text="Memory files that say it.")


class Recipient(Answer):
    """A service that has to know of the erasure (Art. 19 GDPR)."""

    service = Uuid()
    state = Choice(
        choices=DeliveryState.values,
        help_text="How far it knows; it never holds up the erasure.",
    )
    reason = Word(help_text="Why it was not told, or was closed; otherwise empty.")
    told_at = Moment(allow_null=True)
    acknowledged_at = Moment(allow_null=True)
    closed_at = Moment(
        allow_null=True, help_text="When it was not waited for any longer."
    )


class Erasure(Answer):
    """How far an erasure is, and what its check of every store found."""

    id = Uuid()
    state = Choice(choices=RunState.values)
    undo_until = Moment(
        allow_null=True, help_text="null once it has begun: then it cannot be undone."
    )
    scope = Choice(choices=EraseScope.values)
    planned = Counts(child=Number(), help_text="Rows by store, as planned.")
    counts = Counts(child=Number(), help_text="Rows erased so far, by store.")
    verification = Counts(
        child=Number(),
        allow_null=True,
        help_text="Rows left by store, counted at the end; null until then.",
    )
    recipients = Recipient(many=True, help_text="Empty until it has begun.")
    created_at = Moment()
    started_at = Moment(allow_null=True)
    finished_at = Moment(allow_null=True)
