"""How far a source is trusted. What a service says may only tighten what the type of
the source implies (design.md, Isolation)."""

from collections.abc import Collection

from governance.models import MemoryState, SourceType, Trust
from governance.writing.instructions import reads_like_instruction

IMPLIED = {
    SourceType.USER_MESSAGE: Trust.USER,
    SourceType.USER_EDIT: Trust.USER,
    SourceType.SERVICE: Trust.TRUSTED,
    SourceType.IMPORT: Trust.TRUSTED,
    SourceType.TOOL_RESULT: Trust.UNTRUSTED,
    SourceType.DOCUMENT: Trust.UNTRUSTED,
    SourceType.WEB: Trust.UNTRUSTED,
}
FROM_MOST_TO_LEAST = [Trust.USER, Trust.TRUSTED, Trust.UNTRUSTED]


def trust_of(
    source_type: SourceType,
    given: Trust | None,
    *,
    ref: str = "",
    trusted_tools: Collection[str] = (),
) -> Trust:
    """The lower of what the type implies and what the service says. A tool that the
    service's setting names is trusted; it is named in ``ref`` before the first slash."""
    implied = IMPLIED[source_type]
    if (
        source_type == SourceType.TOOL_RESULT
        and ref.split("/", maxsplit=1)[0] in trusted_tools
    ):
        implied = Trust.TRUSTED
    return max(implied, given or implied, key=FROM_MOST_TO_LEAST.index)


def first_state(trust: str, text: str) -> tuple[MemoryState, str]:
    """The state a new text starts in and, where it waits for review, the reason."""
    if trust == Trust.UNTRUSTED:
        return MemoryState.QUARANTINED, "untrusted_source"
    # Whoever sent it: a person's chat may hold what somebody else made them paste.
    if reads_like_instruction(text):
        return MemoryState.QUARANTINED, "reads_like_instruction"
    return MemoryState.ACTIVE, ""


def at_least(trust: Trust) -> list[Trust]:
    """This level of trust and every better one."""
    return FROM_MOST_TO_LEAST[: FROM_MOST_TO_LEAST.index(trust) + 1]
