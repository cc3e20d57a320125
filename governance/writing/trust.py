"""How far a source is trusted. What a service says may only tighten what the type of
the source implies (design.md, Isolation)."""

from governance.models import MemoryState, SourceType, Trust

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


def trust_of(source_type: SourceType, given: Trust | None) -> Trust:
    """The lower of what the type implies and what the service says."""
    implied = IMPLIED[source_type]
    return max(implied, given or implied, key=FROM_MOST_TO_LEAST.index)


def first_state(trust: Trust) -> tuple[MemoryState, str]:
    """The state a new memory starts in and, where it waits, the reason."""
    if trust == Trust.UNTRUSTED:
        return MemoryState.QUARANTINED, "untrusted_source"
    return MemoryState.ACTIVE, ""


def at_least(trust: Trust) -> list[Trust]:
    """This level of trust and every better one."""
    return FROM_MOST_TO_LEAST[: FROM_MOST_TO_LEAST.index(trust) + 1]
